import type { Types as V2 } from './v2/types.gen.ts';

/** An autoscaler of version 2, which is the hub. */
export type Autoscaler = V2['HorizontalPodAutoscaler'];
export type AutoscalerSpec = V2['HorizontalPodAutoscalerSpec'];
export type AutoscalerStatus = V2['HorizontalPodAutoscalerStatus'];
export type AutoscalerCondition = V2['HorizontalPodAutoscalerCondition'];
export type ObjectReference = V2['CrossVersionObjectReference'];
export type Behavior = V2['HorizontalPodAutoscalerBehavior'];
export type ScalingRules = V2['HPAScalingRules'];
export type ScalingPolicy = V2['HPAScalingPolicy'];
export type Metric = V2['MetricSpec'];
export type MetricStatus = V2['MetricStatus'];

/** The names of the fields that hold a metric; `type` says which one, with a capital. */
export const metricSources = ['object', 'external', 'pods', 'resource', 'containerResource'] as const;
export type MetricSource = (typeof metricSources)[number];

export const sourceOfType = (type = ''): MetricSource | undefined =>
  metricSources.find((source) => source[0]?.toUpperCase() + source.slice(1) === type);

/** All that a source of any sort may hold. */
export interface Source {
  name?: string;
  container?: string;
  metric?: V2['MetricIdentifier'];
  describedObject?: ObjectReference;
}
export type Values = V2['MetricValueStatus'];
export interface SourceSpec extends Source {
  target?: V2['MetricTarget'];
}
export interface SourceStatus extends Source {
  current?: Values;
}

/** A metric that a plain percentage of requested cpu stands for. */
export function cpuUtilization(percent: number): Metric {
  return {
    type: 'Resource',
    resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: percent } },
  };
}

export function cpuUtilizationOf({ type, resource }: Metric): number | undefined {
  return type === 'Resource' && resource?.name === 'cpu' ? resource.target?.averageUtilization : undefined;
}
