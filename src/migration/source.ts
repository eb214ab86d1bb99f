import type { ManagedFieldsEntry } from '#meta';

/** What must be known of an object to write it anew. */
export interface MigratedObject {
  readonly namespace?: string | undefined;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly managedFields?: readonly ManagedFieldsEntry[];
}

export interface ObjectPage {
  readonly objects: readonly MigratedObject[];
  /** Where the next page begins; absent behind the last one. */
  readonly next?: string;
  /** How many objects come behind this page, where that is known. */
  readonly remaining?: number;
  /** The resourceVersion of the list. */
  readonly resourceVersion: string;
}

export interface Rewrite {
  /** Who manages which field, where that is to change as well. */
  readonly managedFields?: readonly ManagedFieldsEntry[];
}

/** Where the objects of one resource are read and written. Refusals are `ApiError`s. */
export interface ObjectSource {
  /** Throws an `ApiError` 410 for a place that is not known any more. */
  page(from: string | undefined): Promise<ObjectPage>;
  /**
   * Writes an object as it is, if it is still the one that was read. Gives its resourceVersion: the same as before if it
   * lay in the version of new writes already.
   */
  rewrite(object: MigratedObject, change: Rewrite): Promise<string>;
  /** The object as it is now; undefined if it is gone. */
  find(object: MigratedObject): Promise<MigratedObject | undefined>;
}

/** Whether an object was written after a list was made. Who cannot tell says no. */
export function isNewer(resourceVersion: string, list: string): boolean {
  const isNumber = /^\d+$/;
  return isNumber.test(resourceVersion) && isNumber.test(list) && BigInt(resourceVersion) > BigInt(list);
}
