import { apiErrors, type KubeObject } from '#meta';
import { type Access, groupResourceOf, keyOf } from './access.ts';

interface Meant {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

interface Found {
  readonly name: string;
  /** Null when there is none. */
  readonly object: KubeObject | null;
}

/** Throws a conflict when the object is not the expected one. Empty or absent preconditions are not checked. */
export function requireObject(access: Access, { name, object }: Found, { uid, resourceVersion }: Meant): void {
  const { metadata = {} } = object ?? {};
  const refuse = (what: string, meant: string, own = ''): void => {
    const why = `Precondition failed: ${what} in precondition: ${meant}, ${what} in object meta: ${own}`;
    const key = storageKey(access, name);
    throw apiErrors.conflict(
      groupResourceOf(access),
      name,
      `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`,
    );
  };
  if (uid && uid !== metadata.uid) refuse('UID', uid, metadata.uid);
  if (resourceVersion && resourceVersion !== metadata.resourceVersion) {
    refuse('ResourceVersion', resourceVersion, metadata.resourceVersion);
  }
}

/** The key as messages show it: a dry run shows it without the prefix of the store. */
function storageKey(access: Access, name: string): string {
  const key = access.resource.definition.storagePrefix + keyOf(access, name);
  return access.dryRun ? key.replace(/^\/registry/, '') : key;
}
