import type { KubeObject } from '#meta';

type Condition = {
  type: string;
  status: string;
  reason: string;
  message: string;
  lastTransitionTime: string;
  observedGeneration?: number;
};

/** A StorageVersionMigration. */
export interface MigrationObject extends KubeObject {
  spec?: { resource?: { group?: string; resource?: string } };
  status?: { resourceVersion?: string; conditions?: Condition[] };
}

export type ConditionType = 'Running' | 'Succeeded' | 'Failed';

export const conditionOf = ({ status }: MigrationObject, type: ConditionType): Condition | undefined =>
  status?.conditions?.find((condition) => condition.type === type);

const isTrue = (migration: MigrationObject, type: ConditionType): boolean =>
  conditionOf(migration, type)?.status === 'True';

export const isRunning = (migration: MigrationObject): boolean => isTrue(migration, 'Running');
export const hasSucceeded = (migration: MigrationObject): boolean => isTrue(migration, 'Succeeded');
export const isOver = (migration: MigrationObject): boolean => hasSucceeded(migration) || isTrue(migration, 'Failed');

/** Sets a condition to true; its message may change while it holds. */
export function beTrue(
  migration: MigrationObject,
  { type, reason, message, now }: { type: ConditionType; reason: string; message: string; now: string },
): void {
  migration.status ??= {};
  migration.status.conditions ??= [];
  const known = conditionOf(migration, type);
  if (known === undefined)
    migration.status.conditions.push({ type, status: 'True', reason, message, lastTransitionTime: now });
  else if (known.status === 'True') known.message = message;
}

/** The one that was made first, by name where two are as old. */
export function oldest(migrations: readonly MigrationObject[]): MigrationObject | undefined {
  const age = ({ metadata }: MigrationObject): string => `${metadata.creationTimestamp ?? ''} ${metadata.name}`;
  return [...migrations].sort((a, b) => (age(a) < age(b) ? -1 : 1))[0];
}
