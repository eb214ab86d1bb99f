// Made from types.ts by 'npm run gen'. Change that, not this.
import type { Json, ObjectMeta } from '#meta';
import type { Types as CoreV1Types } from '../../core/v1/types.gen.ts';
import type { MetaV1Types } from '#schema';

/** Keeps a number of like pods running and rolls out changes. */
export type Deployment = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted. */
  spec?: DeploymentSpec;
  /** How it stands; written by the system. */
  status?: DeploymentStatus;
};

/** What is wanted of a deployment. */
export type DeploymentSpec = {
  /** How many pods are wanted. */
  replicas?: number;
  /** Labels of the pods; cannot change. */
  selector?: MetaV1Types['LabelSelector'] | null;
  /** The pods to be made. */
  template?: CoreV1Types['PodTemplateSpec'];
  /** How old pods give way to new ones. */
  strategy?: DeploymentStrategy;
  /** How long a pod must be ready to count as available. */
  minReadySeconds?: number;
  /** How many old revisions are kept. */
  revisionHistoryLimit?: number;
  /** When true, changes are not rolled out. */
  paused?: boolean;
  /** How long a rollout may stand still before it failed. */
  progressDeadlineSeconds?: number;
};

/** The present state of a deployment. */
export type DeploymentStatus = {
  /** The generation that this status is about. */
  observedGeneration?: number | bigint;
  /** How many pods there are. */
  replicas?: number;
  /** How many pods are as the template says now. */
  updatedReplicas?: number;
  /** How many pods are ready. */
  readyReplicas?: number;
  /** How many pods are ready long enough. */
  availableReplicas?: number;
  /** How many pods are missing or not available. */
  unavailableReplicas?: number;
  /** How many pods are on their way out. */
  terminatingReplicas?: number;
  /** The latest findings, one per type. */
  conditions?: DeploymentCondition[];
  /** How often a name was already taken. */
  collisionCount?: number;
};

/** How old pods give way to new ones. */
export type DeploymentStrategy = {
  /** Recreate or RollingUpdate. */
  type?: string;
  /** Settings for the type RollingUpdate. */
  rollingUpdate?: RollingUpdateDeployment;
};

/** One finding about a deployment. */
export type DeploymentCondition = {
  /** The name of the finding. */
  type?: string;
  /** True, False or Unknown. */
  status?: string;
  /** When the finding was last renewed. */
  lastUpdateTime?: string | null;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in a sentence for people. */
  message?: string;
};

/** How fast a rolling update goes. */
export type RollingUpdateDeployment = {
  /** How many pods may be away during an update; number or percent. */
  maxUnavailable?: number | string;
  /** How many pods there may be beyond the wanted; number or percent. */
  maxSurge?: number | string;
};

/** Keeps a number of like pods running. */
export type ReplicaSet = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted. */
  spec?: ReplicaSetSpec;
  /** How it stands; written by the system. */
  status?: ReplicaSetStatus;
};

/** What is wanted of a replica set. */
export type ReplicaSetSpec = {
  /** How many pods are wanted. */
  replicas?: number;
  /** How long a pod must be ready to count as available. */
  minReadySeconds?: number;
  /** Labels of the pods; cannot change. */
  selector?: MetaV1Types['LabelSelector'] | null;
  /** The pods to be made. */
  template?: CoreV1Types['PodTemplateSpec'];
};

/** The present state of a replica set. */
export type ReplicaSetStatus = {
  /** How many pods there are. */
  replicas?: number;
  /** How many pods have all labels of the template. */
  fullyLabeledReplicas?: number;
  /** How many pods are ready. */
  readyReplicas?: number;
  /** How many pods are ready long enough. */
  availableReplicas?: number;
  /** How many pods are on their way out. */
  terminatingReplicas?: number;
  /** The generation that this status is about. */
  observedGeneration?: number | bigint;
  /** The latest findings, one per type. */
  conditions?: ReplicaSetCondition[];
};

/** One finding about a replica set. */
export type ReplicaSetCondition = {
  /** The name of the finding. */
  type?: string;
  /** True, False or Unknown. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in a sentence for people. */
  message?: string;
};

/** Pods with names, places and storage of their own. */
export type StatefulSet = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted. */
  spec?: StatefulSetSpec;
  /** How it stands; written by the system. */
  status?: StatefulSetStatus;
};

/** What is wanted of a stateful set. */
export type StatefulSetSpec = {
  /** How many pods are wanted. */
  replicas?: number;
  /** Labels of the pods; cannot change. */
  selector?: MetaV1Types['LabelSelector'] | null;
  /** The pods to be made. */
  template?: CoreV1Types['PodTemplateSpec'];
  /** Claims that each pod gets for itself. */
  volumeClaimTemplates?: CoreV1Types['PersistentVolumeClaim'][];
  /** The service that gives the pods their names in DNS. */
  serviceName?: string;
  /** OrderedReady or Parallel. */
  podManagementPolicy?: string;
  /** How changes of the template reach the pods. */
  updateStrategy?: StatefulSetUpdateStrategy;
  /** How many old revisions are kept. */
  revisionHistoryLimit?: number;
  /** How long a pod must be ready to count as available. */
  minReadySeconds?: number;
  /** What becomes of the claims of pods that go. */
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;
  /** How the pods are numbered. */
  ordinals?: StatefulSetOrdinals;
};

/** The present state of a stateful set. */
export type StatefulSetStatus = {
  /** The generation that this status is about. */
  observedGeneration?: number | bigint;
  /** How many pods there are. */
  replicas?: number;
  /** How many pods are ready. */
  readyReplicas?: number;
  /** How many pods are of currentRevision. */
  currentReplicas?: number;
  /** How many pods are of updateRevision. */
  updatedReplicas?: number;
  /** The revision that is being left. */
  currentRevision?: string;
  /** The revision that is wanted. */
  updateRevision?: string;
  /** How often a name was already taken. */
  collisionCount?: number;
  /** The latest findings, one per type. */
  conditions?: StatefulSetCondition[];
  /** How many pods are ready long enough. */
  availableReplicas?: number;
};

/** How a stateful set takes changes. */
export type StatefulSetUpdateStrategy = {
  /** RollingUpdate or OnDelete. */
  type?: string;
  /** Settings for the type RollingUpdate. */
  rollingUpdate?: RollingUpdateStatefulSetStrategy;
};

/** What becomes of the claims of pods that go. */
export type StatefulSetPersistentVolumeClaimRetentionPolicy = {
  /** When the set is deleted: Retain or Delete. */
  whenDeleted?: string;
  /** When the set shrinks: Retain or Delete. */
  whenScaled?: string;
};

/** How the pods are numbered. */
export type StatefulSetOrdinals = {
  /** The number of the first pod. */
  start?: number;
};

/** One finding about a stateful set. */
export type StatefulSetCondition = {
  /** The name of the finding. */
  type?: string;
  /** True, False or Unknown. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in a sentence for people. */
  message?: string;
};

/** How far and how fast an update goes. */
export type RollingUpdateStatefulSetStrategy = {
  /** Pods below this number are left alone. */
  partition?: number;
  /** How many pods may be away during an update; number or percent. */
  maxUnavailable?: number | string;
};

/** Runs one pod on each of many nodes. */
export type DaemonSet = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted. */
  spec?: DaemonSetSpec;
  /** How it stands; written by the system. */
  status?: DaemonSetStatus;
};

/** What is wanted of a daemon set. */
export type DaemonSetSpec = {
  /** Labels of the pods; cannot change. */
  selector?: MetaV1Types['LabelSelector'] | null;
  /** The pods to be made. */
  template?: CoreV1Types['PodTemplateSpec'];
  /** How changes of the template reach the pods. */
  updateStrategy?: DaemonSetUpdateStrategy;
  /** How long a pod must be ready to count as available. */
  minReadySeconds?: number;
  /** How many old revisions are kept. */
  revisionHistoryLimit?: number;
};

/** The present state of a daemon set. */
export type DaemonSetStatus = {
  /** Nodes that run the pod and should. */
  currentNumberScheduled?: number;
  /** Nodes that run the pod but should not. */
  numberMisscheduled?: number;
  /** Nodes that should run the pod. */
  desiredNumberScheduled?: number;
  /** Nodes where the pod is ready. */
  numberReady?: number;
  /** The generation that this status is about. */
  observedGeneration?: number | bigint;
  /** Nodes whose pod is as the template says now. */
  updatedNumberScheduled?: number;
  /** Nodes where the pod is ready long enough. */
  numberAvailable?: number;
  /** Nodes where the pod is missing or not available. */
  numberUnavailable?: number;
  /** How often a name was already taken. */
  collisionCount?: number;
  /** The latest findings, one per type. */
  conditions?: DaemonSetCondition[];
};

/** How a daemon set takes changes. */
export type DaemonSetUpdateStrategy = {
  /** RollingUpdate or OnDelete. */
  type?: string;
  /** Settings for the type RollingUpdate. */
  rollingUpdate?: RollingUpdateDaemonSet;
};

/** One finding about a daemon set. */
export type DaemonSetCondition = {
  /** The name of the finding. */
  type?: string;
  /** True, False or Unknown. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in a sentence for people. */
  message?: string;
};

/** How fast a rolling update goes. */
export type RollingUpdateDaemonSet = {
  /** How many pods may be away during an update; number or percent. */
  maxUnavailable?: number | string;
  /** How many pods there may be beyond the wanted; number or percent. */
  maxSurge?: number | string;
};

/** A former state, kept so that it can be restored. */
export type ControllerRevision = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** The state itself, in the words of its owner. */
  data?: Json;
  /** The number of the revision; higher is newer. */
  revision?: number | bigint;
};

/** All of them by name. */
export type Types = {
  Deployment: Deployment;
  DeploymentSpec: DeploymentSpec;
  DeploymentStatus: DeploymentStatus;
  DeploymentStrategy: DeploymentStrategy;
  DeploymentCondition: DeploymentCondition;
  RollingUpdateDeployment: RollingUpdateDeployment;
  ReplicaSet: ReplicaSet;
  ReplicaSetSpec: ReplicaSetSpec;
  ReplicaSetStatus: ReplicaSetStatus;
  ReplicaSetCondition: ReplicaSetCondition;
  StatefulSet: StatefulSet;
  StatefulSetSpec: StatefulSetSpec;
  StatefulSetStatus: StatefulSetStatus;
  StatefulSetUpdateStrategy: StatefulSetUpdateStrategy;
  StatefulSetPersistentVolumeClaimRetentionPolicy: StatefulSetPersistentVolumeClaimRetentionPolicy;
  StatefulSetOrdinals: StatefulSetOrdinals;
  StatefulSetCondition: StatefulSetCondition;
  RollingUpdateStatefulSetStrategy: RollingUpdateStatefulSetStrategy;
  DaemonSet: DaemonSet;
  DaemonSetSpec: DaemonSetSpec;
  DaemonSetStatus: DaemonSetStatus;
  DaemonSetUpdateStrategy: DaemonSetUpdateStrategy;
  DaemonSetCondition: DaemonSetCondition;
  RollingUpdateDaemonSet: RollingUpdateDaemonSet;
  ControllerRevision: ControllerRevision;
};
