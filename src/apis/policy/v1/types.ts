import { describeTypes, metaV1 } from '#schema';
import type { Types } from './types.gen.ts';

/** The types of the policy group, in the notation of `describeTypes`. */
export const policyV1 = describeTypes<Types>(
  { package: 'io.k8s.api.policy.v1', goPackage: 'v1', uses: { meta: metaV1 } },
  `
PodDisruptionBudget | How many pods may be away by choice at once.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec PodDisruptionBudgetSpec | What is wanted.
  3 status PodDisruptionBudgetStatus | How it stands; written by the system.
PodDisruptionBudgetSpec | The pods meant and the limit.
  1 minAvailable intOrString? | How many pods must stay; number or percent.
  2 selector meta.LabelSelector? replace | Labels of the pods.
  3 maxUnavailable intOrString? | How many pods may be away; number or percent.
  4 unhealthyPodEvictionPolicy string? go=UnhealthyPodEvictionPolicyType | When ailing pods may go: IfHealthyBudget or AlwaysAllow.
PodDisruptionBudgetStatus | How many pods may be away just now.
  1 observedGeneration int64 | The generation that this status is about.
  2 disruptedPods {time} | Pods on their way out, and since when.
  3 disruptionsAllowed int32 always minimum=0 | How many more pods may go now.
  4 currentHealthy int32 always minimum=0 | How many pods are healthy.
  5 desiredHealthy int32 always minimum=0 | How many pods must be healthy.
  6 expectedPods int32 always minimum=0 | How many pods the budget counts.
  7 conditions [meta.Condition] list=map(type) merge=type | The latest findings, one per type.
Eviction | A request to take a pod away if its budgets allow.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 deleteOptions meta.DeleteOptions? | How to delete the pod.
UnhealthyPodEvictionPolicyType = AlwaysAllow, IfHealthyBudget
`,
);
