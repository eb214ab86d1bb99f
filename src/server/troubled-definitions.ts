import type { CustomResourceDefinition } from '#crd';
import type { JsonObject } from '#meta';
import { parseEntry } from '#registry';
import type { CachedObjects } from '#storage';
import { DEFINITIONS_PREFIX } from './threads/copied-prefixes.ts';

/** Definitions with conditions that are not so: a webhook that fails since when, names that are taken, a loss on the way. */
export function troubledDefinitions(cached: (prefix: string) => CachedObjects | undefined): JsonObject {
  const definitions = [...(cached(DEFINITIONS_PREFIX)?.entries ?? [])].flatMap((entry) => {
    if (entry.damage !== undefined) return [];
    const { metadata, status } = entry.memo('definition', parseEntry) as unknown as CustomResourceDefinition;
    const conditions = (status?.conditions ?? []).filter(({ status: is }) => is === 'False');
    return conditions.length === 0 ? [] : [{ metadata: { name: metadata.name as string }, status: { conditions } }];
  });
  return { definitions } as unknown as JsonObject;
}
