// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';
import type { MetaV1Types } from '#schema';

/** Scales something by the load of its pods. */
export type HorizontalPodAutoscaler = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted. */
  spec?: HorizontalPodAutoscalerSpec;
  /** How it stands; written by the system. */
  status?: HorizontalPodAutoscalerStatus;
};

/** What is to be scaled, and how far. */
export type HorizontalPodAutoscalerSpec = {
  /** What is scaled. */
  scaleTargetRef?: CrossVersionObjectReference;
  /** Never scale below this; 1 when not given. */
  minReplicas?: number;
  /** Never scale above this. */
  maxReplicas?: number;
  /** What to scale by; the largest answer wins. */
  metrics?: MetricSpec[];
  /** How fast to scale up and down. */
  behavior?: HorizontalPodAutoscalerBehavior;
};

/** What the autoscaler last saw and did. */
export type HorizontalPodAutoscalerStatus = {
  /** The generation that this status is about. */
  observedGeneration?: number | bigint;
  /** When it last scaled. */
  lastScaleTime?: string;
  /** How many pods it last saw. */
  currentReplicas?: number;
  /** How many pods it last wanted. */
  desiredReplicas?: number;
  /** The measures as last read. */
  currentMetrics?: MetricStatus[] | null;
  /** The latest findings, one per type. */
  conditions?: HorizontalPodAutoscalerCondition[];
};

/** Points at another object, in whatever version. */
export type CrossVersionObjectReference = {
  /** The kind of the object. */
  kind?: string;
  /** The name of the object. */
  name?: string;
  /** The group and version of the object. */
  apiVersion?: string;
};

/** One measure to scale by; the field named by type is set. */
export type MetricSpec = {
  /** ContainerResource, External, Object, Pods or Resource. */
  type?: string;
  /** For the type Object. */
  object?: ObjectMetricSource;
  /** For the type Pods. */
  pods?: PodsMetricSource;
  /** For the type Resource. */
  resource?: ResourceMetricSource;
  /** For the type ContainerResource. */
  containerResource?: ContainerResourceMetricSource;
  /** For the type External. */
  external?: ExternalMetricSource;
};

/** How fast to scale up and down. */
export type HorizontalPodAutoscalerBehavior = {
  /** How to add pods. */
  scaleUp?: HPAScalingRules;
  /** How to take pods away. */
  scaleDown?: HPAScalingRules;
};

/** One measure as last read. */
export type MetricStatus = {
  /** ContainerResource, External, Object, Pods or Resource. */
  type?: string;
  /** For the type Object. */
  object?: ObjectMetricStatus;
  /** For the type Pods. */
  pods?: PodsMetricStatus;
  /** For the type Resource. */
  resource?: ResourceMetricStatus;
  /** For the type ContainerResource. */
  containerResource?: ContainerResourceMetricStatus;
  /** For the type External. */
  external?: ExternalMetricStatus;
};

/** One finding about an autoscaler. */
export type HorizontalPodAutoscalerCondition = {
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

/** A measure of one object. */
export type ObjectMetricSource = {
  /** The object that is measured. */
  describedObject?: CrossVersionObjectReference;
  /** The value to aim for. */
  target?: MetricTarget;
  /** Which measure is meant. */
  metric?: MetricIdentifier;
};

/** A measure of each pod, averaged. */
export type PodsMetricSource = {
  /** Which measure is meant. */
  metric?: MetricIdentifier;
  /** The value to aim for. */
  target?: MetricTarget;
};

/** A resource that the pods use, such as cpu. */
export type ResourceMetricSource = {
  /** The resource, such as cpu. */
  name?: string;
  /** The value to aim for. */
  target?: MetricTarget;
};

/** A resource that one container of each pod uses. */
export type ContainerResourceMetricSource = {
  /** The resource, such as cpu. */
  name?: string;
  /** The value to aim for. */
  target?: MetricTarget;
  /** The name of the container. */
  container?: string;
};

/** A measure from outside the cluster. */
export type ExternalMetricSource = {
  /** Which measure is meant. */
  metric?: MetricIdentifier;
  /** The value to aim for. */
  target?: MetricTarget;
};

/** How to scale in one direction. */
export type HPAScalingRules = {
  /** How far back to look before deciding. */
  stabilizationWindowSeconds?: number;
  /** Which policy wins: Max, Min or Disabled. */
  selectPolicy?: string;
  /** Limits on the change. */
  policies?: HPAScalingPolicy[];
  /** How far off the target is still good. */
  tolerance?: string;
};

/** A measure of one object, as read. */
export type ObjectMetricStatus = {
  /** Which measure is meant. */
  metric?: MetricIdentifier;
  /** The value as read. */
  current?: MetricValueStatus;
  /** The object that is measured. */
  describedObject?: CrossVersionObjectReference;
};

/** A measure of each pod, as read. */
export type PodsMetricStatus = {
  /** Which measure is meant. */
  metric?: MetricIdentifier;
  /** The value as read. */
  current?: MetricValueStatus;
};

/** A resource of the pods, as read. */
export type ResourceMetricStatus = {
  /** The resource, such as cpu. */
  name?: string;
  /** The value as read. */
  current?: MetricValueStatus;
};

/** A resource of one container, as read. */
export type ContainerResourceMetricStatus = {
  /** The resource, such as cpu. */
  name?: string;
  /** The value as read. */
  current?: MetricValueStatus;
  /** The name of the container. */
  container?: string;
};

/** A measure from outside, as read. */
export type ExternalMetricStatus = {
  /** Which measure is meant. */
  metric?: MetricIdentifier;
  /** The value as read. */
  current?: MetricValueStatus;
};

/** The value to aim for. */
export type MetricTarget = {
  /** Utilization, Value or AverageValue. */
  type?: string;
  /** The value. */
  value?: string;
  /** The average over all pods. */
  averageValue?: string;
  /** The average over all pods, in percent of what they request. */
  averageUtilization?: number;
};

/** Which measure is meant. */
export type MetricIdentifier = {
  /** The name of the measure. */
  name?: string;
  /** Labels that narrow the measure down. */
  selector?: MetaV1Types['LabelSelector'];
};

/** A limit on the change in a period. */
export type HPAScalingPolicy = {
  /** Pods or Percent. */
  type?: string;
  /** How much may change. */
  value?: number;
  /** In how long a time. */
  periodSeconds?: number;
};

/** A value as read. */
export type MetricValueStatus = {
  /** The value. */
  value?: string;
  /** The average over all pods. */
  averageValue?: string;
  /** The average over all pods, in percent of what they request. */
  averageUtilization?: number;
};

/** All of them by name. */
export type Types = {
  HorizontalPodAutoscaler: HorizontalPodAutoscaler;
  HorizontalPodAutoscalerSpec: HorizontalPodAutoscalerSpec;
  HorizontalPodAutoscalerStatus: HorizontalPodAutoscalerStatus;
  CrossVersionObjectReference: CrossVersionObjectReference;
  MetricSpec: MetricSpec;
  HorizontalPodAutoscalerBehavior: HorizontalPodAutoscalerBehavior;
  MetricStatus: MetricStatus;
  HorizontalPodAutoscalerCondition: HorizontalPodAutoscalerCondition;
  ObjectMetricSource: ObjectMetricSource;
  PodsMetricSource: PodsMetricSource;
  ResourceMetricSource: ResourceMetricSource;
  ContainerResourceMetricSource: ContainerResourceMetricSource;
  ExternalMetricSource: ExternalMetricSource;
  HPAScalingRules: HPAScalingRules;
  ObjectMetricStatus: ObjectMetricStatus;
  PodsMetricStatus: PodsMetricStatus;
  ResourceMetricStatus: ResourceMetricStatus;
  ContainerResourceMetricStatus: ContainerResourceMetricStatus;
  ExternalMetricStatus: ExternalMetricStatus;
  MetricTarget: MetricTarget;
  MetricIdentifier: MetricIdentifier;
  HPAScalingPolicy: HPAScalingPolicy;
  MetricValueStatus: MetricValueStatus;
};
