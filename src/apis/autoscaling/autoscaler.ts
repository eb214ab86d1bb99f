import type { JsonObject, KubeObject } from '#meta';
import type { SelectorField } from '../label-selector-rules.ts';

/** An autoscaler of version 2, which is the hub. */
export interface Autoscaler extends KubeObject {
  spec?: AutoscalerSpec;
  status?: AutoscalerStatus;
}
export interface AutoscalerSpec extends JsonObject {
  scaleTargetRef?: ObjectReference;
  minReplicas?: number;
  maxReplicas?: number;
  metrics?: Metric[];
  behavior?: Behavior;
}
export interface AutoscalerStatus extends JsonObject {
  observedGeneration?: number;
  lastScaleTime?: string | null;
  currentReplicas?: number;
  desiredReplicas?: number;
  currentMetrics?: MetricStatus[] | null;
  conditions?: AutoscalerCondition[];
}
export interface AutoscalerCondition extends JsonObject {
  type?: string;
  status?: string;
  lastTransitionTime?: string | null;
  reason?: string;
  message?: string;
}
export interface ObjectReference extends JsonObject {
  kind?: string;
  name?: string;
  apiVersion?: string;
}
export interface Behavior extends JsonObject {
  scaleUp?: ScalingRules;
  scaleDown?: ScalingRules;
}
export interface ScalingRules extends JsonObject {
  stabilizationWindowSeconds?: number;
  selectPolicy?: string;
  policies?: ScalingPolicy[];
  tolerance?: string;
}
export interface ScalingPolicy extends JsonObject {
  type?: string;
  value?: number;
  periodSeconds?: number;
}

/** The names of the fields that hold a metric; `type` says which one, with a capital. */
export const metricSources = ['object', 'external', 'pods', 'resource', 'containerResource'] as const;
export type MetricSource = (typeof metricSources)[number];

export const sourceOfType = (type = ''): MetricSource | undefined =>
  metricSources.find((source) => source[0]?.toUpperCase() + source.slice(1) === type);

/** All that a source of any sort may hold. */
export interface Source extends JsonObject {
  name?: string;
  container?: string;
  metric?: { name?: string; selector?: SelectorField };
  describedObject?: ObjectReference;
}
export interface Values extends JsonObject {
  value?: string;
  averageValue?: string;
  averageUtilization?: number;
}
export interface SourceSpec extends Source {
  target?: Values & { type?: string };
}
export interface SourceStatus extends Source {
  current?: Values;
}
export type Metric = JsonObject & { type?: string } & { [source in MetricSource]?: SourceSpec };
export type MetricStatus = JsonObject & { type?: string } & { [source in MetricSource]?: SourceStatus };

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
