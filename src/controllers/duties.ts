import type { Duty } from './attendant.ts';
import { itsControllerOrAdopters } from './concerns.ts';

/** What each of the controllers for workloads is to do; the code for it is loaded when there is something to do. */
export const duties = {
  deployment: {
    account: 'deployment-controller',
    own: 'apps/Deployment',
    others: { 'apps/ReplicaSet': itsControllerOrAdopters('apps/Deployment') },
    load: async () => (await import('./deployment/deployment.ts')).attendDeployment,
  },
  replicaset: {
    account: 'replicaset-controller',
    own: 'apps/ReplicaSet',
    others: { Pod: itsControllerOrAdopters('apps/ReplicaSet') },
    load: async () => (await import('./replicaset/replica-set.ts')).attendReplicaSet,
  },
  replicationcontroller: {
    account: 'replication-controller',
    own: 'ReplicationController',
    others: { Pod: itsControllerOrAdopters('ReplicationController') },
    load: async () => (await import('./replicaset/replica-set.ts')).attendReplicationController,
  },
} as const satisfies { readonly [name: string]: Duty };

export type DutyName = keyof typeof duties;
