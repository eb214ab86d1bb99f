import { EVERYTHING, type EventMapper, mapToNone, type ReconcilerRegistration } from '#controllers';
import type { CachedObject, StoreChange } from '#in-process-client';
import { KUBELET_ANNOTATION, LEASE_NAMESPACE, LEASES, OUT_OF_SERVICE_TAINT } from './node/well-known.ts';

export interface SimulationOptions {
  /** How many nodes register themselves. */
  readonly nodes: number;
  /** How long a container takes to start, and one that ends by itself to end. */
  readonly delayMs: number;
  /** Whether there is a StorageClass whose claims are bound. */
  readonly storage: boolean;
}

const mapToEverything: EventMapper = () => [EVERYTHING];

/** All pods, when something has become of a node. */
const mapToPodsWhen =
  (concerns: (change: StoreChange) => boolean): EventMapper =>
  (change, store) =>
    concerns(change) ? store.ofKind('Pod').keys() : [];

/** A look at the bytes: hardly a node has what is looked for. */
const mentions = (text: string): ((change: StoreChange) => boolean) => {
  const mark = Buffer.from(text);
  return ({ before, after }) => [before, after].some((item) => item !== undefined && bytesOf(item).includes(mark));
};
const mayEvict = mentions('"NoExecute"');
const mayStop = mentions(KUBELET_ANNOTATION);
const mayBeOut = mentions(OUT_OF_SERVICE_TAINT);

const bytesOf = ({ entry: { value } }: CachedObject): Buffer =>
  Buffer.from(value.buffer, value.byteOffset, value.byteLength);

const mapToNodeOfLease: EventMapper = ({ key }) => {
  const [namespace, name = ''] = key.split('/');
  return namespace === LEASE_NAMESPACE ? [name] : [];
};

const kubelet = {
  // Each node is a user of its own in Kubernetes; here one stands for all of them.
  user: { name: 'system:node:simulated', groups: ['system:nodes'] },
  manager: 'kubelet',
  component: 'kubelet',
} as const;

const scheduler = {
  user: { name: 'system:kube-scheduler', groups: [] },
  manager: 'kube-scheduler',
  component: 'default-scheduler',
} as const;

/** What has to run for the nodes to pretend. The code is loaded when there is work. */
export function simulationReconcilers(options: SimulationOptions): {
  readonly [name: string]: ReconcilerRegistration;
} {
  return {
    'simulated-nodes': {
      serviceAccount: 'node-controller',
      identity: kubelet,
      watches: { Node: mapToEverything, [LEASES]: mapToNone },
      load: async () => (await import('./node/keep-nodes.ts')).keepNodes(options),
    },
    'simulated-kubelet': {
      serviceAccount: 'node-controller',
      identity: kubelet,
      for: 'Pod',
      watches: { Node: mapToPodsWhen(mayStop) },
      load: async () => (await import('./kubelet/kubelet.ts')).kubelet(options),
    },
    'simulated-scheduler': {
      serviceAccount: 'kube-scheduler',
      identity: scheduler,
      watches: {
        Pod: mapToEverything,
        Node: mapToEverything,
        PersistentVolumeClaim: mapToEverything,
        PersistentVolume: mapToNone,
        'storage.k8s.io/StorageClass': mapToNone,
        Namespace: mapToNone,
      },
      load: async () => (await import('./scheduler/scheduler.ts')).schedulePods,
    },
    ...storageReconcilers(options),
    'simulated-load-balancer': {
      serviceAccount: 'service-controller',
      for: 'Service',
      watches: { Node: mapToNone },
      load: async () => (await import('./network/load-balancer.ts')).balanceLoad,
    },
    'node-lifecycle-eviction': {
      serviceAccount: 'node-controller',
      for: 'Node',
      watches: {},
      load: async () => (await import('./eviction/taint-unready.ts')).taintUnready,
    },
    'node-lifecycle-health': {
      serviceAccount: 'node-controller',
      for: 'Node',
      watches: { [LEASES]: mapToNodeOfLease, Pod: mapToNone },
      load: async () => (await import('./eviction/node-health.ts')).watchHealth(),
    },
    'taint-eviction': {
      serviceAccount: 'taint-eviction-controller',
      for: 'Pod',
      watches: { Node: mapToPodsWhen(mayEvict) },
      load: async () => (await import('./eviction/taint-eviction.ts')).evictTainted(),
    },
    'pod-garbage-collector': {
      serviceAccount: 'pod-garbage-collector',
      for: 'Pod',
      watches: { Node: mapToPodsWhen((change) => change.after === undefined || mayBeOut(change)) },
      load: async () => (await import('./eviction/pod-gc.ts')).collectPods(),
    },
  };
}

/** Volumes are bound to claims as soon as there are nodes; the class that makes new ones has to be asked for. */
function storageReconcilers({ storage }: SimulationOptions): { readonly [name: string]: ReconcilerRegistration } {
  const binder = { serviceAccount: 'persistent-volume-binder' } as const;
  const allOf =
    (kind: string): EventMapper =>
    (_, store) =>
      store.ofKind(kind).keys();
  return {
    'persistentvolume-binder': {
      ...binder,
      for: 'PersistentVolumeClaim',
      watches: {
        PersistentVolume: allOf('PersistentVolumeClaim'),
        'storage.k8s.io/StorageClass': allOf('PersistentVolumeClaim'),
      },
      load: async () => (await import('./storage/bind-claim.ts')).bindClaim,
    },
    'persistentvolume-phase': {
      ...binder,
      for: 'PersistentVolume',
      watches: { PersistentVolumeClaim: allOf('PersistentVolume') },
      load: async () => (await import('./storage/keep-volume.ts')).keepVolume,
    },
    'ephemeral-volume': {
      serviceAccount: 'ephemeral-volume-controller',
      for: 'Pod',
      watches: { PersistentVolumeClaim: mapToNone },
      load: async () => (await import('./storage/ephemeral-claims.ts')).makeEphemeralClaims,
    },
    ...(storage && {
      'simulated-storage-class': {
        ...binder,
        watches: { 'storage.k8s.io/StorageClass': mapToNone },
        load: async () => (await import('./storage/default-class.ts')).keepDefaultClass(),
      },
    }),
  };
}
