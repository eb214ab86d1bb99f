import { describeTypes, metaV1 } from '#schema';
import type { Types } from './types.gen.ts';

/** The types of the autoscaling group, version 2, in the notation of `describeTypes`. */
export const autoscalingV2 = describeTypes<Types>(
  { package: 'io.k8s.api.autoscaling.v2', goPackage: 'v2', uses: { meta: metaV1 } },
  `
HorizontalPodAutoscaler | Scales something by the load of its pods.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec HorizontalPodAutoscalerSpec required | What is wanted.
  3 status HorizontalPodAutoscalerStatus | How it stands; written by the system.
HorizontalPodAutoscalerSpec | What is to be scaled, and how far.
  1 scaleTargetRef CrossVersionObjectReference always required | What is scaled.
  2 minReplicas int32? | Never scale below this; 1 when not given.
  3 maxReplicas int32 always required | Never scale above this.
  4 metrics [MetricSpec] list=atomic | What to scale by; the largest answer wins.
  5 behavior HorizontalPodAutoscalerBehavior? | How fast to scale up and down.
HorizontalPodAutoscalerStatus | What the autoscaler last saw and did.
  1 observedGeneration int64? | The generation that this status is about.
  2 lastScaleTime time? | When it last scaled.
  3 currentReplicas int32 minimum=0 | How many pods it last saw.
  4 desiredReplicas int32 always required minimum=0 | How many pods it last wanted.
  5 currentMetrics [MetricStatus] always list=atomic | The measures as last read.
  6 conditions [HorizontalPodAutoscalerCondition] list=map(type) merge=type | The latest findings, one per type.
CrossVersionObjectReference | Points at another object, in whatever version.
  1 kind string always required | The kind of the object.
  2 name string always required | The name of the object.
  3 apiVersion string | The group and version of the object.
MetricSpec | One measure to scale by; the field named by type is set.
  1 type string always required go=MetricSourceType | ContainerResource, External, Object, Pods or Resource.
  2 object ObjectMetricSource? | For the type Object.
  3 pods PodsMetricSource? | For the type Pods.
  4 resource ResourceMetricSource? | For the type Resource.
  7 containerResource ContainerResourceMetricSource? | For the type ContainerResource.
  5 external ExternalMetricSource? | For the type External.
HorizontalPodAutoscalerBehavior | How fast to scale up and down.
  1 scaleUp HPAScalingRules? | How to add pods.
  2 scaleDown HPAScalingRules? | How to take pods away.
MetricStatus | One measure as last read.
  1 type string always required go=MetricSourceType | ContainerResource, External, Object, Pods or Resource.
  2 object ObjectMetricStatus? | For the type Object.
  3 pods PodsMetricStatus? | For the type Pods.
  4 resource ResourceMetricStatus? | For the type Resource.
  7 containerResource ContainerResourceMetricStatus? | For the type ContainerResource.
  5 external ExternalMetricStatus? | For the type External.
HorizontalPodAutoscalerCondition | One finding about an autoscaler.
  1 type string always required go=HorizontalPodAutoscalerConditionType | The name of the finding.
  2 status string always required go=v1.ConditionStatus | True, False or Unknown.
  3 lastTransitionTime time | When the status last changed.
  4 reason string | Why, in one word for programs.
  5 message string | Why, in a sentence for people.
ObjectMetricSource | A measure of one object.
  1 describedObject CrossVersionObjectReference always required | The object that is measured.
  2 target MetricTarget always required | The value to aim for.
  3 metric MetricIdentifier always required | Which measure is meant.
PodsMetricSource | A measure of each pod, averaged.
  1 metric MetricIdentifier always required | Which measure is meant.
  2 target MetricTarget always required | The value to aim for.
ResourceMetricSource | A resource that the pods use, such as cpu.
  1 name string always required go=v1.ResourceName | The resource, such as cpu.
  2 target MetricTarget always required | The value to aim for.
ContainerResourceMetricSource | A resource that one container of each pod uses.
  1 name string always required go=v1.ResourceName | The resource, such as cpu.
  2 target MetricTarget always required | The value to aim for.
  3 container string always required | The name of the container.
ExternalMetricSource | A measure from outside the cluster.
  1 metric MetricIdentifier always required | Which measure is meant.
  2 target MetricTarget always required | The value to aim for.
HPAScalingRules | How to scale in one direction.
  3 stabilizationWindowSeconds int32? | How far back to look before deciding.
  1 selectPolicy string? go=ScalingPolicySelect | Which policy wins: Max, Min or Disabled.
  2 policies [HPAScalingPolicy] list=atomic | Limits on the change.
  4 tolerance quantity? | How far off the target is still good.
ObjectMetricStatus | A measure of one object, as read.
  1 metric MetricIdentifier always required | Which measure is meant.
  2 current MetricValueStatus always required | The value as read.
  3 describedObject CrossVersionObjectReference always required | The object that is measured.
PodsMetricStatus | A measure of each pod, as read.
  1 metric MetricIdentifier always required | Which measure is meant.
  2 current MetricValueStatus always required | The value as read.
ResourceMetricStatus | A resource of the pods, as read.
  1 name string always required go=v1.ResourceName | The resource, such as cpu.
  2 current MetricValueStatus always required | The value as read.
ContainerResourceMetricStatus | A resource of one container, as read.
  1 name string always required go=v1.ResourceName | The resource, such as cpu.
  2 current MetricValueStatus always required | The value as read.
  3 container string always required | The name of the container.
ExternalMetricStatus | A measure from outside, as read.
  1 metric MetricIdentifier always required | Which measure is meant.
  2 current MetricValueStatus always required | The value as read.
MetricTarget | The value to aim for.
  1 type string always required go=MetricTargetType | Utilization, Value or AverageValue.
  2 value quantity? | The value.
  3 averageValue quantity? | The average over all pods.
  4 averageUtilization int32? | The average over all pods, in percent of what they request.
MetricIdentifier | Which measure is meant.
  1 name string always required | The name of the measure.
  2 selector meta.LabelSelector? | Labels that narrow the measure down.
HPAScalingPolicy | A limit on the change in a period.
  1 type string always required go=HPAScalingPolicyType | Pods or Percent.
  2 value int32 always required | How much may change.
  3 periodSeconds int32 always required | In how long a time.
MetricValueStatus | A value as read.
  1 value quantity? | The value.
  2 averageValue quantity? | The average over all pods.
  3 averageUtilization int32? | The average over all pods, in percent of what they request.
`,
);
