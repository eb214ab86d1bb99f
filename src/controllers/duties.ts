import type { Duty } from './attendant.ts';
import {
  deletedNeighbours,
  everyone,
  itsController,
  itsControllerOrAdopters,
  itsNamesake,
  itsSelectors,
  mayHaveAddress,
  namedByLabel,
  nobody,
  together,
} from './concerns.ts';
import { attributesClassesLeft } from './vac-protection/references.ts';

/** What each of the controllers for workloads is to do; the code for it is loaded when there is something to do. */
export const duties = {
  deployment: {
    account: 'deployment-controller',
    own: 'apps/Deployment',
    others: { 'apps/ReplicaSet': itsControllerOrAdopters('apps/Deployment'), Pod: nobody },
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
  statefulset: {
    account: 'statefulset-controller',
    own: 'apps/StatefulSet',
    others: {
      Pod: itsControllerOrAdopters('apps/StatefulSet'),
      'apps/ControllerRevision': itsController('apps/StatefulSet'),
      PersistentVolumeClaim: nobody,
    },
    load: async () => (await import('./statefulset/stateful-set.ts')).attendStatefulSet,
  },
  daemonset: {
    account: 'daemon-set-controller',
    own: 'apps/DaemonSet',
    others: {
      Pod: itsControllerOrAdopters('apps/DaemonSet'),
      'apps/ControllerRevision': itsController('apps/DaemonSet'),
      Node: everyone('apps/DaemonSet'),
    },
    load: async () => (await import('./daemonset/daemon-set.ts')).attendDaemonSet,
  },
  job: {
    account: 'job-controller',
    own: 'batch/Job',
    others: { Pod: together(itsControllerOrAdopters('batch/Job'), namedByLabel('batch.kubernetes.io/job-name')) },
    load: async () => (await import('./job/job.ts')).attendJob,
  },
  cronjob: {
    account: 'cronjob-controller',
    own: 'batch/CronJob',
    others: { 'batch/Job': itsController('batch/CronJob') },
    load: async () => (await import('./cronjob/cron-job.ts')).attendCronJob,
  },
  endpoints: {
    account: 'endpoint-controller',
    own: 'Service',
    others: { Pod: itsSelectors('Service', mayHaveAddress), Endpoints: itsNamesake('Service') },
    load: async () => (await import('./endpoints/endpoints.ts')).attendEndpoints,
  },
  endpointslice: {
    account: 'endpointslice-controller',
    own: 'Service',
    others: {
      Pod: itsSelectors('Service', mayHaveAddress),
      'discovery.k8s.io/EndpointSlice': namedByLabel('kubernetes.io/service-name'),
      Node: nobody,
    },
    load: async () => (await import('./endpointslice/endpoint-slice.ts')).attendEndpointSlices,
  },
  endpointslicemirroring: {
    account: 'endpointslicemirroring-controller',
    own: 'Endpoints',
    others: {
      Service: itsNamesake('Endpoints'),
      'discovery.k8s.io/EndpointSlice': namedByLabel('kubernetes.io/service-name'),
    },
    load: async () => (await import('./endpointslicemirroring/mirroring.ts')).attendMirroring,
  },
  'pvc-protection': {
    account: 'pvc-protection-controller',
    own: 'PersistentVolumeClaim',
    others: { Pod: deletedNeighbours('PersistentVolumeClaim') },
    load: async () => (await import('./pvc-protection/pvc-protection.ts')).attendClaim,
  },
  'pv-protection': {
    account: 'pv-protection-controller',
    own: 'PersistentVolume',
    others: {},
    load: async () => (await import('./pv-protection/pv-protection.ts')).attendVolume,
  },
  'ttl-after-finished': {
    account: 'ttl-after-finished-controller',
    own: 'batch/Job',
    others: {},
    load: async () => (await import('./ttl-after-finished/ttl-after-finished.ts')).attendFinishedJob,
  },
  'volumeattributesclass-protection': {
    account: 'volumeattributesclass-protection-controller',
    own: 'storage.k8s.io/VolumeAttributesClass',
    others: { PersistentVolumeClaim: attributesClassesLeft, PersistentVolume: attributesClassesLeft },
    load: async () => (await import('./vac-protection/vac-protection.ts')).attendAttributesClass,
  },
  nodelifecycle: {
    account: 'node-controller',
    own: 'Node',
    others: {},
    load: async () => (await import('./nodelifecycle/taints.ts')).attendNode,
  },
} as const satisfies { readonly [name: string]: Duty };

export type DutyName = keyof typeof duties;
