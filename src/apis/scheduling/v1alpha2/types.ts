import { describeTypes, metaV1 } from '#schema';
import type { Types } from './types.gen.ts';

/** The types of the second alpha of the scheduling group, in the notation of `describeTypes`. */
export const schedulingV1alpha2 = describeTypes<Types>(
  { package: 'io.k8s.api.scheduling.v1alpha2', goPackage: 'v1alpha2', uses: { meta: metaV1 } },
  `
Workload | How the pods of an application belong together for the scheduler.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec WorkloadSpec always required | The groups of pods.
WorkloadSpec | Groups of pods.
  1 controllerRef TypedLocalObjectReference? immutable=untold | What the workload stands for; cannot be changed.
  2 podGroupTemplates [PodGroupTemplate] always required list=map(name) present maxItems=8 unique immutable=untold | The groups, at most 8; cannot be changed.
TypedLocalObjectReference | An object in the same namespace.
  1 apiGroup string format=k8s-long-name | Its group; empty for core.
  2 kind string always required present format=k8s-path-segment-name | Its kind.
  3 name string always required present format=k8s-path-segment-name | Its name.
PodGroupTemplate | From it groups of pods are made.
  1 name string always required present format=k8s-short-name | Name of the template in its workload.
  2 schedulingPolicy PodGroupSchedulingPolicy always required | How the pods are scheduled.
  3 schedulingConstraints PodGroupSchedulingConstraints? always | Where the pods may be.
  4 resourceClaims [PodGroupResourceClaim] list=map(name) merge=name retainKeys | Claims that the pods share.
  5 disruptionMode string? go=DisruptionMode | What is evicted at a time: Pod or PodGroup.
  6 priorityClassName string | Priority class of the group.
  7 priority int32? | Priority of the group.
PodGroup | Pods that are scheduled together.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec PodGroupSpec always required | How they are scheduled.
  3 status PodGroupStatus | What became of it.
PodGroupSpec | How pods are scheduled together.
  1 podGroupTemplateRef PodGroupTemplateReference? always immutable=untold | The template it was made from; cannot be changed.
  2 schedulingPolicy PodGroupSchedulingPolicy always required immutable=untold | How the pods are scheduled; cannot be changed.
  3 schedulingConstraints PodGroupSchedulingConstraints? | Where the pods may be.
  4 resourceClaims [PodGroupResourceClaim] list=map(name) merge=name retainKeys | Claims that the pods share.
  5 disruptionMode string? go=DisruptionMode default="Pod" | What is evicted at a time: Pod or PodGroup.
  6 priorityClassName string | Priority class of the group.
  7 priority int32? | Priority of the group.
PodGroupStatus | What became of a group of pods.
  1 conditions [meta.Condition] list=map(type) merge=type | How the group stands.
  2 resourceClaimStatuses [PodGroupResourceClaimStatus] list=map(name) merge=name retainKeys | Claims that were made for it.
PodGroupTemplateReference union=(workload:Workload) oneof=workload | The template of a group: exactly one member is set.
  1 workload WorkloadPodGroupTemplateReference? always | A template in a workload.
WorkloadPodGroupTemplateReference | A template in a workload.
  1 workloadName string always required present format=k8s-long-name | The workload in the same namespace.
  2 podGroupTemplateName string always required present format=k8s-short-name | Name of the template.
PodGroupSchedulingPolicy union=(basic:Basic,gang:Gang) oneof=basic,gang | How pods are scheduled: exactly one member is set.
  1 basic BasicSchedulingPolicy? | Each pod by itself.
  2 gang GangSchedulingPolicy? | All at once or none.
BasicSchedulingPolicy | Each pod is scheduled by itself.
GangSchedulingPolicy | Pods are scheduled all at once or not at all.
  1 minCount int32 always required present minimum=1 | How many must find a place at the same time.
PodGroupSchedulingConstraints | Where pods may be.
  1 topology [TopologyConstraint] list=atomic | In one domain, such as a rack.
TopologyConstraint | All pods in one domain.
  1 key string always required | Label of the nodes that tells the domain.
PodGroupResourceClaim | A claim that pods share: one of the two names is set.
  1 name string always required | The pods refer to the claim by it.
  2 resourceClaimName string? | A claim in the same namespace.
  3 resourceClaimTemplateName string? | A template from which the claim is made.
PodGroupResourceClaimStatus | A claim that was made for a group.
  1 name string always required | Name of the claim in the group.
  2 resourceClaimName string? | The claim that was made.
DisruptionMode = Pod, PodGroup
`,
);
