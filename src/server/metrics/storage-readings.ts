import type { Engine } from '#storage';
import type { Reading } from './metrics.ts';

/** What the store tells of itself. The first one has the name that kube-apiserver gives it. */
export function storageReadings(engine: Engine): readonly Reading[] {
  return [
    {
      name: 'apiserver_storage_size_bytes',
      help: 'Room that the store takes on disk.',
      labelNames: ['storage_cluster_id'],
      read: () => [{ labels: { storage_cluster_id: 'etcd-0' }, value: engine.health().bytes }],
    },
    {
      name: 'pinnace_storage_trouble',
      help: '1 while writes are refused because the disk is full, or fail because it cannot be written.',
      labelNames: ['kind'],
      read: () =>
        (['full', 'failing'] as const).map((kind) => ({
          labels: { kind },
          value: engine.health().trouble?.kind === kind ? 1 : 0,
        })),
    },
    {
      name: 'pinnace_storage_damaged_objects',
      help: 'Stored objects that were found unreadable.',
      read: () => engine.health().damaged.size,
    },
  ];
}
