import {
  mapByLabel,
  mapToAll,
  mapToController,
  mapToControllerOrAdopters,
  mapToDeletedInNamespace,
  mapToEach,
  mapToNone,
  mapToSameName,
  mapToSelectors,
  mayHaveAddress,
} from './event-mappers.ts';
import type { ReconcilerRegistration } from './reconcile-loop.ts';
import { mapToClassesLeft } from './vac-protection/references.ts';

/** The registered reconcilers. The code of each is loaded when it has something to do. */
export const reconcilerTable = {
  deployment: {
    serviceAccount: 'deployment-controller',
    for: 'apps/Deployment',
    watches: { 'apps/ReplicaSet': mapToControllerOrAdopters('apps/Deployment'), Pod: mapToNone },
    load: async () => (await import('./deployment/deployment.ts')).reconcileDeployment,
  },
  replicaset: {
    serviceAccount: 'replicaset-controller',
    for: 'apps/ReplicaSet',
    watches: { Pod: mapToControllerOrAdopters('apps/ReplicaSet') },
    load: async () => (await import('./replicaset/replica-set.ts')).reconcileReplicaSet,
  },
  replicationcontroller: {
    serviceAccount: 'replication-controller',
    for: 'ReplicationController',
    watches: { Pod: mapToControllerOrAdopters('ReplicationController') },
    load: async () => (await import('./replicaset/replica-set.ts')).reconcileReplicationController,
  },
  statefulset: {
    serviceAccount: 'statefulset-controller',
    for: 'apps/StatefulSet',
    watches: {
      Pod: mapToControllerOrAdopters('apps/StatefulSet'),
      'apps/ControllerRevision': mapToController('apps/StatefulSet'),
      PersistentVolumeClaim: mapToNone,
    },
    load: async () => (await import('./statefulset/stateful-set.ts')).reconcileStatefulSet,
  },
  daemonset: {
    serviceAccount: 'daemon-set-controller',
    for: 'apps/DaemonSet',
    watches: {
      Pod: mapToControllerOrAdopters('apps/DaemonSet'),
      'apps/ControllerRevision': mapToController('apps/DaemonSet'),
      Node: mapToAll('apps/DaemonSet'),
    },
    load: async () => (await import('./daemonset/daemon-set.ts')).reconcileDaemonSet,
  },
  job: {
    serviceAccount: 'job-controller',
    for: 'batch/Job',
    watches: { Pod: mapToEach(mapToControllerOrAdopters('batch/Job'), mapByLabel('batch.kubernetes.io/job-name')) },
    load: async () => (await import('./job/job.ts')).reconcileJob,
  },
  cronjob: {
    serviceAccount: 'cronjob-controller',
    for: 'batch/CronJob',
    watches: { 'batch/Job': mapToController('batch/CronJob') },
    load: async () => (await import('./cronjob/cron-job.ts')).reconcileCronJob,
  },
  endpoints: {
    serviceAccount: 'endpoint-controller',
    for: 'Service',
    watches: { Pod: mapToSelectors('Service', mayHaveAddress), Endpoints: mapToSameName('Service') },
    load: async () => (await import('./endpoints/endpoints.ts')).reconcileEndpoints,
  },
  endpointslice: {
    serviceAccount: 'endpointslice-controller',
    for: 'Service',
    watches: {
      Pod: mapToSelectors('Service', mayHaveAddress),
      'discovery.k8s.io/EndpointSlice': mapByLabel('kubernetes.io/service-name'),
      Node: mapToNone,
    },
    load: async () => (await import('./endpointslice/endpoint-slice.ts')).reconcileEndpointSlices,
  },
  endpointslicemirroring: {
    serviceAccount: 'endpointslicemirroring-controller',
    for: 'Endpoints',
    watches: {
      Service: mapToSameName('Endpoints'),
      'discovery.k8s.io/EndpointSlice': mapByLabel('kubernetes.io/service-name'),
    },
    load: async () => (await import('./endpointslicemirroring/mirroring.ts')).reconcileMirroring,
  },
  'pvc-protection': {
    serviceAccount: 'pvc-protection-controller',
    for: 'PersistentVolumeClaim',
    watches: { Pod: mapToDeletedInNamespace('PersistentVolumeClaim') },
    load: async () => (await import('./pvc-protection/pvc-protection.ts')).reconcileClaim,
  },
  'pv-protection': {
    serviceAccount: 'pv-protection-controller',
    for: 'PersistentVolume',
    watches: {},
    load: async () => (await import('./pv-protection/pv-protection.ts')).reconcileVolume,
  },
  'ttl-after-finished': {
    serviceAccount: 'ttl-after-finished-controller',
    for: 'batch/Job',
    watches: {},
    load: async () => (await import('./ttl-after-finished/ttl-after-finished.ts')).reconcileFinishedJob,
  },
  'volumeattributesclass-protection': {
    serviceAccount: 'volumeattributesclass-protection-controller',
    for: 'storage.k8s.io/VolumeAttributesClass',
    watches: { PersistentVolumeClaim: mapToClassesLeft, PersistentVolume: mapToClassesLeft },
    load: async () => (await import('./vac-protection/vac-protection.ts')).reconcileAttributesClass,
  },
  nodelifecycle: {
    serviceAccount: 'node-controller',
    for: 'Node',
    watches: {},
    load: async () => (await import('./nodelifecycle/taints.ts')).reconcileNode,
  },
} as const satisfies { readonly [name: string]: ReconcilerRegistration };

export type ReconcilerName = keyof typeof reconcilerTable;
