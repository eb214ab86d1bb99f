import { servedResources } from '../../api/discovery.ts';
import { listAll } from '../../api/list-all.ts';
import { askPinnace } from '../../api/pinnace-paths.ts';
import { resourcePath } from '../../api/resource-path.ts';
import type { ObjectMeta } from '../../api/types.ts';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

export interface StorageVersionMigration {
  readonly metadata: ObjectMeta;
  readonly spec: { readonly resource: { readonly group: string; readonly resource: string } };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/** How far a migration is that runs in the server, or ran last. */
export interface MigrationProgress {
  readonly name: string;
  readonly done: number;
  readonly total: number;
  readonly rewritten: number;
  readonly failed: number;
  readonly perSecond: number;
  readonly secondsLeft?: number;
  readonly waitsFor?: string;
  readonly failures: readonly { readonly namespace?: string; readonly name: string; readonly reason: string }[];
}

const GROUP = 'storagemigration.k8s.io';
const RESOURCE = 'storageversionmigrations';
export const PAUSED = 'migration.pinnace.dev/paused';

/** Where the server has them; undefined where it does not: asking would be a mistake. */
export async function migrationsPath(): Promise<string | undefined> {
  const found = (await servedResources()).find(({ group, resource }) => group === GROUP && resource === RESOURCE);
  const version = found?.versions[0];
  return version === undefined ? undefined : resourcePath({ group: GROUP, version, resource: RESOURCE });
}

/** Undefined where the server has none to have. */
export async function readMigrations(signal: AbortSignal): Promise<readonly StorageVersionMigration[] | undefined> {
  const path = await migrationsPath();
  return path === undefined ? undefined : listAll<StorageVersionMigration>(path, signal);
}

export const readProgress = async (signal: AbortSignal): Promise<readonly MigrationProgress[]> =>
  (
    await askPinnace<{ readonly migrations: readonly MigrationProgress[] }>(
      { path: '/pinnace/storage-migrations' },
      signal,
    )
  )?.migrations ?? [];

export type MigrationState = 'succeeded' | 'failed' | 'paused' | 'running' | 'waiting';

export function stateOf({ metadata, status }: StorageVersionMigration): MigrationState {
  const has = (type: string): boolean =>
    status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
  if (has('Succeeded')) return 'succeeded';
  if (has('Failed')) return 'failed';
  if (metadata.annotations?.[PAUSED] === 'true') return 'paused';
  return has('Running') ? 'running' : 'waiting';
}
