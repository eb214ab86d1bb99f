import type { Catalog } from '#machinery';
import { formatGroupResource } from '#meta';
import type { HouseParts } from './house-builder.ts';
import { MigrationRecord } from './storage-versions/migration-record.ts';
import { StorageVersions } from './storage-versions/storage-versions.ts';
import type { MainStore } from './wire-storage.ts';

interface WiredStorageVersions {
  readonly storageVersions: StorageVersions;
  /** The last object under a prefix that lay in a version has gone, or lies in another one now. */
  emptied(prefix: string, apiVersion: string): void;
  /** Says how many objects wait to be written in the version of new writes, some time after the start. */
  tellWaiting(signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
}

interface StorageVersionsHouse {
  catalog(): Catalog;
  store(): MainStore;
}

/** A start is not to wait for it. */
const TELL_AFTER_MS = 1000;

/** Who knows in which versions objects lie. */
export function wireStorageVersions(
  { world }: Pick<HouseParts, 'world'>,
  { catalog, store }: StorageVersionsHouse,
): WiredStorageVersions {
  const record = new MigrationRecord({ collection: (prefix) => store().collection(prefix), world });
  const storageVersions = new StorageVersions({
    catalog,
    collection: (prefix) => store().collection(prefix),
    cached: (prefix) => store().cached(prefix),
    record,
  });
  return {
    storageVersions,
    emptied(prefix, apiVersion) {
      // Only objects of resources have a version, and only what is left behind by new writes is worth a word.
      if (apiVersion === '' || !prefix.startsWith('/registry/')) return;
      const definition = catalog().definitions.find(({ storagePrefix }) => storagePrefix === prefix);
      if (definition === undefined || definition.storage.apiVersion === apiVersion) return;
      record.note(formatGroupResource(definition));
    },
    async tellWaiting(signal) {
      await world.clock.sleep(TELL_AFTER_MS, signal);
      if (signal.aborted) return;
      const waiting = await storageVersions.waiting();
      if (waiting.size === 0) return;
      const objects = [...waiting.values()].reduce((sum, count) => sum + count, 0);
      world.log.info(
        'objects are stored in versions that are not written any more; pinnace migrate --all rewrites them',
        {
          objects,
          resources: [...waiting.keys()].join(', '),
        },
      );
    },
    stop: () => record.idle(),
  };
}
