import { ask } from '../../../api/call.ts';
import { askPinnace } from '../../../api/pinnace-paths.ts';
import { groupVersionPath, kubectlResource, type ObjectRef } from '../../../api/resource-path.ts';
import type { KubeObject } from '../../../api/types.ts';

export interface Stored {
  readonly version: string;
  /** Whether this very object is known to lie in it, or only that what is written now would. */
  readonly certain: boolean;
}

/** In which version the object is stored. */
export async function storedVersion(
  ref: ObjectRef,
  versions: readonly string[],
  signal: AbortSignal,
): Promise<Stored | undefined> {
  const own = await storedObject(ref, signal).catch(() => undefined);
  const version = own?.apiVersion?.split('/').at(-1);
  if (version !== undefined) return { version, certain: true };
  const hash = await storageHash(ref, signal).catch(() => undefined);
  for (const one of versions) {
    if (hash !== undefined && hash.value === (await hashOf(ref.group, one, hash.kind))) {
      return { version: one, certain: false };
    }
  }
  return undefined;
}

/** Only Pinnace tells this. */
function storedObject(ref: ObjectRef, signal: AbortSignal): Promise<KubeObject | undefined> {
  const place = [ref.namespace, ref.name]
    .filter((part) => part !== undefined)
    .map(encodeURIComponent)
    .join('/');
  return askPinnace<KubeObject>({ path: `/pinnace/stored-objects/${kubectlResource(ref)}/${place}` }, signal);
}

interface ResourceList {
  readonly resources: readonly { readonly name: string; readonly kind: string; readonly storageVersionHash?: string }[];
}

/** Discovery has a hash of the version that is stored, the same in each version. */
async function storageHash(ref: ObjectRef, signal: AbortSignal): Promise<{ value: string; kind: string } | undefined> {
  const { resources } = await ask<ResourceList>({ path: groupVersionPath(ref) }, signal);
  const found = resources.find(({ name }) => name === ref.resource);
  return found?.storageVersionHash === undefined ? undefined : { value: found.storageVersionHash, kind: found.kind };
}

const HASHED_BYTES = 8;

/** Undefined where the page is not shown over a connection that browsers call secure. */
async function hashOf(group: string, version: string, kind: string): Promise<string | undefined> {
  const digest = await globalThis.crypto?.subtle?.digest(
    'SHA-256',
    new TextEncoder().encode(`${group}/${version}/${kind}`),
  );
  return digest && btoa(String.fromCharCode(...new Uint8Array(digest, 0, HASHED_BYTES)));
}
