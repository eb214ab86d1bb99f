import type { ObjectMeta } from '#meta';

/** Whether an object marked for deletion has no finalizers left. The kind's rules may keep it longer. */
export function isReleased({ finalizers = [] }: ObjectMeta, live: ObjectMeta): boolean {
  return (
    finalizers.length === 0 && live.deletionTimestamp !== undefined && (live.deletionGracePeriodSeconds ?? 0) === 0
  );
}
