import type { RunningControllers } from '#controllers';
import type { Catalog, ResourceDefinition } from '#machinery';
import { type JsonObject, parseApiVersion } from '#meta';
import type { CachedObjects, CachedVersions } from '#storage';
import type { Reading, Sample } from './metrics.ts';

/** What was built, as `/version` tells it. */
export function buildInfo(version: JsonObject): Reading {
  const text = (key: string): string => String(version[key] ?? '');
  const labels = {
    build_date: text('buildDate'),
    compiler: text('compiler'),
    git_commit: text('gitCommit'),
    git_tree_state: text('gitTreeState'),
    git_version: text('gitVersion'),
    go_version: text('goVersion'),
    major: text('major'),
    minor: text('minor'),
    platform: text('platform'),
  };
  const help = 'Always 1; the labels tell the version.';
  return { name: 'kubernetes_build_info', help, labelNames: Object.keys(labels), read: () => [{ labels, value: 1 }] };
}

/** How many objects there are of each resource that somebody has asked for since the start. */
export function storedObjects(
  catalog: () => Catalog,
  cached: (prefix: string) => CachedObjects | undefined,
): readonly Reading[] {
  const each = (labels: (group: string, resource: string) => Sample['labels']) => (): Sample[] =>
    [...catalog().resources.values()].flatMap(({ definitions }) =>
      definitions.flatMap(({ group, resource, storagePrefix }) => {
        const value = cached(storagePrefix)?.size;
        return value === undefined ? [] : [{ labels: labels(group, resource), value }];
      }),
    );
  return [
    {
      name: 'apiserver_storage_objects',
      help: 'Objects in the store, by resource.',
      labelNames: ['resource'],
      read: each((group, resource) => ({ resource: group === '' ? resource : `${resource}.${group}` })),
    },
    {
      name: 'apiserver_resource_objects',
      help: 'Objects in the store, by group and resource.',
      labelNames: ['group', 'resource'],
      read: each((group, resource) => ({ group, resource })),
    },
  ];
}

/** In which versions the objects of each resource lie that somebody has asked for since the start. */
export function storedVersions(
  catalog: () => Catalog,
  cached: (prefix: string) => CachedVersions | undefined,
): Reading {
  const samples = ({ group, resource, storagePrefix }: ResourceDefinition): Sample[] =>
    [...(cached(storagePrefix)?.versions ?? [])].map(([apiVersion, value]) => {
      const version = parseApiVersion(apiVersion)?.version ?? '';
      return { labels: { group, resource, version }, value };
    });
  return {
    name: 'pinnace_stored_objects',
    help: 'Objects in the store, by the version that they lie in; an empty version is what cannot be read.',
    labelNames: ['group', 'resource', 'version'],
    read() {
      const byPrefix = new Map(catalog().definitions.map((definition) => [definition.storagePrefix, definition]));
      return [...byPrefix.values()].flatMap(samples);
    },
  };
}

/** How far the migrations of stored objects have come that run in this server, or ran last. */
export function runningMigrations(migrations: RunningControllers['migrations']): Reading {
  const states = ['total', 'rewritten', 'current', 'failed'] as const;
  return {
    name: 'pinnace_storage_migration_objects',
    help: 'Objects of the migrations that run, or ran last, by what became of them.',
    labelNames: ['group', 'resource', 'state'],
    read: () =>
      migrations().flatMap((migration) =>
        states.map((state) => {
          const { group, resource } = migration;
          return { labels: { group, resource, state }, value: migration[state] };
        }),
      ),
  };
}
