import type { ResourceDefinition } from '#machinery';
import { type BuiltinOptions, builtinDefinitions } from './builtins.ts';
import { type RuntimeConfig, RuntimeConfigError, servedBy, type VersionedResource } from './runtime-config.ts';

/** A kind without a stable version: not even loaded before somebody wants it. */
interface PrereleaseKind {
  readonly group: string;
  readonly versions: readonly string[];
  readonly resource: string;
  load(): Promise<ResourceDefinition>;
}

const prereleaseKinds: readonly PrereleaseKind[] = [];

export interface LoadOptions extends BuiltinOptions {
  readonly runtimeConfig: RuntimeConfig;
}

/** All kinds that are compiled in, as far as they are served. */
export async function loadBuiltins(options: LoadOptions): Promise<readonly ResourceDefinition[]> {
  const { runtimeConfig } = options;
  const stable = builtinDefinitions(options);
  refuseUnknown(runtimeConfig.resources, stable);
  const wanted = prereleaseKinds.filter(({ group, versions, resource }) =>
    versions.some((version) => runtimeConfig.serves({ group, version, resource })),
  );
  const loaded = await Promise.all(wanted.map(({ load }) => load()));
  return [...stable, ...loaded.map((definition) => servedBy(runtimeConfig, definition))];
}

function refuseUnknown(named: readonly VersionedResource[], stable: readonly ResourceDefinition[]): void {
  const all = [...stable.map((one) => ({ ...one, versions: [...one.versions.keys()] })), ...prereleaseKinds];
  for (const { group, version, resource } of named) {
    const known = all.filter((one) => one.group === group && one.versions.includes(version));
    if (known.some((one) => one.resource === resource)) continue;
    const names = known.map((one) => one.resource).sort();
    const what = `${group}/${version}/${resource}: there is no such resource`;
    throw new RuntimeConfigError(`${what}; there are ${names.join(', ')}`);
  }
}
