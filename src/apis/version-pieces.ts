import type { KindVersion, VersionedKind } from '#machinery';
import type { BuiltinKind } from './builtin.ts';

export type VersionPieces = Pick<KindVersion, 'type'> &
  Required<Pick<BuiltinKind, 'version' | 'defaults' | 'toHub' | 'fromHub'>>;

/** What a version of a kind of the scheme gives to `builtin`. */
export function versionPieces({ kind, versions }: VersionedKind, apiVersion: string): VersionPieces {
  const found = versions.find((one) => one.apiVersion === apiVersion);
  if (found === undefined) throw new Error(`${kind} has no version ${apiVersion}`);
  const { version, type, defaults, toHub, fromHub } = found;
  return { version, type, defaults, toHub, fromHub };
}
