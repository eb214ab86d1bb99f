/** Replication controllers, quotas and limits. In the notation of `describeTypes`. */
export const replicationTypes = `
ReplicationController | Keeps as many pods as are wanted; use a Deployment instead.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec ReplicationControllerSpec | What is wanted of it.
  3 status ReplicationControllerStatus | What has become of it; written by the system.
ReplicationControllerSpec | What is wanted of a replication controller.
  1 replicas int32? default=1 | How many pods are wanted; 1 by default.
  4 minReadySeconds int32 default=0 | How long a pod must be ready to count as available.
  2 selector {string} map=atomic | The labels of its pods.
  3 template PodTemplateSpec? | What the pods look like.
ReplicationControllerStatus | The present state of a replication controller.
  1 replicas int32 always required | How many pods there are.
  2 fullyLabeledReplicas int32 | How many pods have all labels of the template.
  4 readyReplicas int32 | How many pods are ready.
  5 availableReplicas int32 | How many pods are available.
  3 observedGeneration int64 | The generation of the object that this is about.
  6 conditions [ReplicationControllerCondition] list=map(type) merge=type | The latest findings about it, one per type.
ReplicationControllerCondition | One finding about a replication controller.
  1 type string always required go=ReplicationControllerConditionType | The name of the finding.
  2 status string always required go=ConditionStatus | True, False or Unknown.
  3 lastTransitionTime time | When the status last changed.
  4 reason string | Why, in one word for programs.
  5 message string | Why, in a sentence for people.
LimitRange | Limits and defaults for what pods and claims of a namespace use.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec LimitRangeSpec | What is wanted of it.
LimitRangeSpec | The limits.
  1 limits [LimitRangeItem] always required list=atomic | The limits, one per type.
LimitRangeItem | The limits of one type of object.
  1 type string always required go=LimitType | Pod, Container or PersistentVolumeClaim.
  2 max {quantity} go=ResourceList | The most that is allowed.
  3 min {quantity} go=ResourceList | The least that is allowed.
  4 default {quantity} go=ResourceList | The limit where none is given.
  5 defaultRequest {quantity} go=ResourceList | The request where none is given.
  6 maxLimitRequestRatio {quantity} go=ResourceList | How many times the request a limit may be.
ResourceQuota | How much may be used in a namespace.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec ResourceQuotaSpec | What is wanted of it.
  3 status ResourceQuotaStatus | What has become of it; written by the system.
ResourceQuotaSpec | What a quota allows.
  1 hard {quantity} go=ResourceList | How much of each resource may be used.
  2 scopes [string] list=atomic go=[]ResourceQuotaScope | The kinds of objects that count.
  3 scopeSelector ScopeSelector? | The kinds of objects that count, in more detail.
ResourceQuotaStatus | What is allowed and used.
  1 hard {quantity} go=ResourceList | How much of each resource may be used.
  2 used {quantity} go=ResourceList | How much of each resource is used.
ScopeSelector map=atomic | The objects that count, by their scope.
  1 matchExpressions [ScopedResourceSelectorRequirement] list=atomic | Requirements that must all hold.
ScopedResourceSelectorRequirement | A requirement on one scope.
  1 scopeName string always required go=ResourceQuotaScope | The name of the scope.
  2 operator string always required go=ScopeSelectorOperator | How the values are compared.
  3 values [string] list=atomic | The values to compare with.
`;
