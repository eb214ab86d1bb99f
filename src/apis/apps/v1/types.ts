import { describeTypes, metaV1 } from '#schema';
import { coreV1 } from '../../core/v1/types.ts';
import type { Types } from './types.gen.ts';

/** The types of the apps group, in the notation of `describeTypes`. */
export const appsV1 = describeTypes<Types>(
  { package: 'io.k8s.api.apps.v1', goPackage: 'v1', uses: { meta: metaV1, core: coreV1 } },
  `
Deployment | Keeps a number of like pods running and rolls out changes.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec DeploymentSpec | What is wanted.
  3 status DeploymentStatus | How it stands; written by the system.
DeploymentSpec | What is wanted of a deployment.
  1 replicas int32? | How many pods are wanted.
  2 selector meta.LabelSelector? always required | Labels of the pods; cannot change.
  3 template core.PodTemplateSpec always required | The pods to be made.
  4 strategy DeploymentStrategy retainKeys | How old pods give way to new ones.
  5 minReadySeconds int32 | How long a pod must be ready to count as available.
  6 revisionHistoryLimit int32? | How many old revisions are kept.
  7 paused bool | When true, changes are not rolled out.
  9 progressDeadlineSeconds int32? | How long a rollout may stand still before it failed.
DeploymentStatus | The present state of a deployment.
  1 observedGeneration int64 | The generation that this status is about.
  2 replicas int32 | How many pods there are.
  3 updatedReplicas int32 | How many pods are as the template says now.
  7 readyReplicas int32 | How many pods are ready.
  4 availableReplicas int32 | How many pods are ready long enough.
  5 unavailableReplicas int32 | How many pods are missing or not available.
  9 terminatingReplicas int32? | How many pods are on their way out.
  6 conditions [DeploymentCondition] list=map(type) merge=type | The latest findings, one per type.
  8 collisionCount int32? | How often a name was already taken.
DeploymentStrategy | How old pods give way to new ones.
  1 type string go=DeploymentStrategyType | Recreate or RollingUpdate.
  2 rollingUpdate RollingUpdateDeployment? | Settings for the type RollingUpdate.
DeploymentCondition | One finding about a deployment.
  1 type string always required go=DeploymentConditionType | The name of the finding.
  2 status string always required go=v1.ConditionStatus | True, False or Unknown.
  6 lastUpdateTime time | When the finding was last renewed.
  7 lastTransitionTime time | When the status last changed.
  4 reason string | Why, in one word for programs.
  5 message string | Why, in a sentence for people.
RollingUpdateDeployment | How fast a rolling update goes.
  1 maxUnavailable intOrString? | How many pods may be away during an update; number or percent.
  2 maxSurge intOrString? | How many pods there may be beyond the wanted; number or percent.
ReplicaSet | Keeps a number of like pods running.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec ReplicaSetSpec | What is wanted.
  3 status ReplicaSetStatus | How it stands; written by the system.
ReplicaSetSpec | What is wanted of a replica set.
  1 replicas int32? | How many pods are wanted.
  4 minReadySeconds int32 | How long a pod must be ready to count as available.
  2 selector meta.LabelSelector? always required | Labels of the pods; cannot change.
  3 template core.PodTemplateSpec | The pods to be made.
ReplicaSetStatus | The present state of a replica set.
  1 replicas int32 always required | How many pods there are.
  2 fullyLabeledReplicas int32 | How many pods have all labels of the template.
  4 readyReplicas int32 | How many pods are ready.
  5 availableReplicas int32 | How many pods are ready long enough.
  7 terminatingReplicas int32? | How many pods are on their way out.
  3 observedGeneration int64 | The generation that this status is about.
  6 conditions [ReplicaSetCondition] list=map(type) merge=type | The latest findings, one per type.
ReplicaSetCondition | One finding about a replica set.
  1 type string always required go=ReplicaSetConditionType | The name of the finding.
  2 status string always required go=v1.ConditionStatus | True, False or Unknown.
  3 lastTransitionTime time | When the status last changed.
  4 reason string | Why, in one word for programs.
  5 message string | Why, in a sentence for people.
StatefulSet | Pods with names, places and storage of their own.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec StatefulSetSpec | What is wanted.
  3 status StatefulSetStatus | How it stands; written by the system.
StatefulSetSpec | What is wanted of a stateful set.
  1 replicas int32? | How many pods are wanted.
  2 selector meta.LabelSelector? always required | Labels of the pods; cannot change.
  3 template core.PodTemplateSpec always required | The pods to be made.
  4 volumeClaimTemplates [core.PersistentVolumeClaim] list=atomic | Claims that each pod gets for itself.
  5 serviceName string always | The service that gives the pods their names in DNS.
  6 podManagementPolicy string go=PodManagementPolicyType | OrderedReady or Parallel.
  7 updateStrategy StatefulSetUpdateStrategy | How changes of the template reach the pods.
  8 revisionHistoryLimit int32? | How many old revisions are kept.
  9 minReadySeconds int32 | How long a pod must be ready to count as available.
  10 persistentVolumeClaimRetentionPolicy StatefulSetPersistentVolumeClaimRetentionPolicy? | What becomes of the claims of pods that go.
  11 ordinals StatefulSetOrdinals? | How the pods are numbered.
StatefulSetStatus | The present state of a stateful set.
  1 observedGeneration int64 | The generation that this status is about.
  2 replicas int32 always required | How many pods there are.
  3 readyReplicas int32 | How many pods are ready.
  4 currentReplicas int32 | How many pods are of currentRevision.
  5 updatedReplicas int32 | How many pods are of updateRevision.
  6 currentRevision string | The revision that is being left.
  7 updateRevision string | The revision that is wanted.
  9 collisionCount int32? | How often a name was already taken.
  10 conditions [StatefulSetCondition] list=map(type) merge=type | The latest findings, one per type.
  11 availableReplicas int32 always | How many pods are ready long enough.
StatefulSetUpdateStrategy | How a stateful set takes changes.
  1 type string go=StatefulSetUpdateStrategyType | RollingUpdate or OnDelete.
  2 rollingUpdate RollingUpdateStatefulSetStrategy? | Settings for the type RollingUpdate.
StatefulSetPersistentVolumeClaimRetentionPolicy | What becomes of the claims of pods that go.
  1 whenDeleted string go=PersistentVolumeClaimRetentionPolicyType | When the set is deleted: Retain or Delete.
  2 whenScaled string go=PersistentVolumeClaimRetentionPolicyType | When the set shrinks: Retain or Delete.
StatefulSetOrdinals | How the pods are numbered.
  1 start int32 always | The number of the first pod.
StatefulSetCondition | One finding about a stateful set.
  1 type string always required go=StatefulSetConditionType | The name of the finding.
  2 status string always required go=v1.ConditionStatus | True, False or Unknown.
  3 lastTransitionTime time | When the status last changed.
  4 reason string | Why, in one word for programs.
  5 message string | Why, in a sentence for people.
RollingUpdateStatefulSetStrategy | How far and how fast an update goes.
  1 partition int32? | Pods below this number are left alone.
  2 maxUnavailable intOrString? | How many pods may be away during an update; number or percent.
DaemonSet | Runs one pod on each of many nodes.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec DaemonSetSpec | What is wanted.
  3 status DaemonSetStatus | How it stands; written by the system.
DaemonSetSpec | What is wanted of a daemon set.
  1 selector meta.LabelSelector? always required | Labels of the pods; cannot change.
  2 template core.PodTemplateSpec always required | The pods to be made.
  3 updateStrategy DaemonSetUpdateStrategy | How changes of the template reach the pods.
  4 minReadySeconds int32 | How long a pod must be ready to count as available.
  6 revisionHistoryLimit int32? | How many old revisions are kept.
DaemonSetStatus | The present state of a daemon set.
  1 currentNumberScheduled int32 always required | Nodes that run the pod and should.
  2 numberMisscheduled int32 always required | Nodes that run the pod but should not.
  3 desiredNumberScheduled int32 always required | Nodes that should run the pod.
  4 numberReady int32 always required | Nodes where the pod is ready.
  5 observedGeneration int64 | The generation that this status is about.
  6 updatedNumberScheduled int32 | Nodes whose pod is as the template says now.
  7 numberAvailable int32 | Nodes where the pod is ready long enough.
  8 numberUnavailable int32 | Nodes where the pod is missing or not available.
  9 collisionCount int32? | How often a name was already taken.
  10 conditions [DaemonSetCondition] list=map(type) merge=type | The latest findings, one per type.
DaemonSetUpdateStrategy | How a daemon set takes changes.
  1 type string go=DaemonSetUpdateStrategyType | RollingUpdate or OnDelete.
  2 rollingUpdate RollingUpdateDaemonSet? | Settings for the type RollingUpdate.
DaemonSetCondition | One finding about a daemon set.
  1 type string always required go=DaemonSetConditionType | The name of the finding.
  2 status string always required go=v1.ConditionStatus | True, False or Unknown.
  3 lastTransitionTime time | When the status last changed.
  4 reason string | Why, in one word for programs.
  5 message string | Why, in a sentence for people.
RollingUpdateDaemonSet | How fast a rolling update goes.
  1 maxUnavailable intOrString? | How many pods may be away during an update; number or percent.
  2 maxSurge intOrString? | How many pods there may be beyond the wanted; number or percent.
ControllerRevision | A former state, kept so that it can be restored.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 data json always immutable | The state itself, in the words of its owner.
  3 revision int64 always required minimum=0 | The number of the revision; higher is newer.
DaemonSetUpdateStrategyType = OnDelete, RollingUpdate
DeploymentStrategyType = Recreate, RollingUpdate
PodManagementPolicyType = OrderedReady, Parallel
StatefulSetUpdateStrategyType = OnDelete, RollingUpdate
`,
);
