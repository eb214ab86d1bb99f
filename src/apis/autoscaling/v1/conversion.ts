import { goJson, type JsonObject, type KubeObject } from '#meta';
import {
  type Autoscaler,
  type AutoscalerSpec,
  type AutoscalerStatus,
  cpuUtilization,
  cpuUtilizationOf,
  type MetricStatus,
  type ObjectReference,
} from '../autoscaler.ts';
import { setDefaults } from '../defaults.ts';
import { readBehavior, readConditions, writeBehavior, writeConditions } from './behavior-notation.ts';
import { readMetrics, readStatuses, writeMetric, writeStatus } from './metric-notation.ts';

/**
 * Version 1 knows one metric, the load of the cpu. What else an autoscaler holds goes through version 1 in annotations,
 * so that a client of it reads, changes and writes back without loss.
 */
const annotationNames = {
  metrics: 'autoscaling.alpha.kubernetes.io/metrics',
  currentMetrics: 'autoscaling.alpha.kubernetes.io/current-metrics',
  conditions: 'autoscaling.alpha.kubernetes.io/conditions',
  behavior: 'autoscaling.alpha.kubernetes.io/behavior',
} as const;
const reserved: ReadonlySet<string> = new Set([
  ...Object.values(annotationNames),
  'autoscaling.alpha.kubernetes.io/scale-down-tolerance',
  'autoscaling.alpha.kubernetes.io/scale-up-tolerance',
]);

export interface OldAutoscaler extends KubeObject {
  spec?: OldSpec;
  status?: OldStatus;
}
interface OldSpec extends JsonObject {
  scaleTargetRef?: ObjectReference;
  minReplicas?: number;
  maxReplicas?: number;
  targetCPUUtilizationPercentage?: number;
}
interface OldStatus extends JsonObject {
  observedGeneration?: number;
  lastScaleTime?: string | null;
  currentReplicas?: number;
  desiredReplicas?: number;
  currentCPUUtilizationPercentage?: number;
}

export function setOldDefaults(autoscaler: OldAutoscaler): void {
  autoscaler.spec ??= {};
  autoscaler.spec.minReplicas ??= 1;
}

export function fromOld({ spec = {}, status = {}, ...rest }: OldAutoscaler): Autoscaler {
  const { annotations = {} } = rest.metadata;
  const hub: Autoscaler = {
    ...withoutReserved(rest as KubeObject),
    apiVersion: 'autoscaling/v2',
    spec: specFromOld(spec, annotations),
    status: statusFromOld(status, annotations),
  };
  setDefaults(hub);
  // Converting is not defaulting: what an applier left out must not come back by being converted.
  if (spec.minReplicas === undefined) delete hub.spec?.minReplicas;
  return hub;
}

type Annotations = { readonly [name: string]: string };

function specFromOld(
  { targetCPUUtilizationPercentage: percent, ...same }: OldSpec,
  notes: Annotations,
): AutoscalerSpec {
  const behavior = readBehavior(notes[annotationNames.behavior]);
  const metrics = [
    ...(readMetrics(notes[annotationNames.metrics]) ?? []),
    ...(percent === undefined ? [] : [cpuUtilization(percent)]),
  ];
  return { ...same, metrics, ...(behavior === undefined ? {} : { behavior }) };
}

function statusFromOld(status: OldStatus, notes: Annotations): AutoscalerStatus {
  const { currentCPUUtilizationPercentage: percent, ...same } = status;
  const conditions = readConditions(notes[annotationNames.conditions]);
  const fromPercent: MetricStatus[] =
    percent === undefined
      ? []
      : [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: percent } } }];
  const currentMetrics = readStatuses(notes[annotationNames.currentMetrics]) ?? fromPercent;
  return {
    ...same,
    ...(currentMetrics.length === 0 ? {} : { currentMetrics }),
    ...(conditions === undefined ? {} : { conditions }),
  };
}

export function toOld({ spec = {}, status = {}, ...rest }: Autoscaler): OldAutoscaler {
  const { metrics = [], behavior, ...sameSpec } = spec;
  const { currentMetrics, conditions = [], ...sameStatus } = status;
  const percent = metrics.map(cpuUtilizationOf).find((one) => one !== undefined);
  const load = (currentMetrics ?? []).flatMap(cpuLoad).at(-1);
  const others = metrics.filter((metric) => cpuUtilizationOf(metric) === undefined);
  const old: OldAutoscaler = {
    ...withoutReserved(rest as KubeObject),
    apiVersion: 'autoscaling/v1',
    spec: { ...sameSpec, ...(percent === undefined ? {} : { targetCPUUtilizationPercentage: percent }) },
    status: { ...sameStatus, ...(load === undefined ? {} : { currentCPUUtilizationPercentage: load }) },
  };
  annotate(old, annotationNames.metrics, others.map(writeMetric));
  annotate(old, annotationNames.currentMetrics, (currentMetrics ?? []).map(writeStatus));
  if (behavior !== undefined) annotate(old, annotationNames.behavior, writeBehavior(behavior));
  annotate(old, annotationNames.conditions, writeConditions(conditions));
  return old;
}

function cpuLoad({ type, resource }: MetricStatus): number[] {
  const load = type === 'Resource' && resource?.name === 'cpu' ? resource.current?.averageUtilization : undefined;
  return load === undefined ? [] : [load];
}

function annotate({ metadata }: KubeObject, name: string, value: JsonObject | readonly JsonObject[]): void {
  if (Array.isArray(value) && value.length === 0) return;
  metadata.annotations = { ...metadata.annotations, [name]: goJson(value) };
}

/** The object without the annotations that belong to conversion; only what differs is copied. */
export function withoutReserved<T extends KubeObject>(object: T): T {
  const { annotations, ...metadata } = object.metadata;
  if (annotations === undefined) return { ...object, metadata };
  const kept = Object.entries(annotations).filter(([name]) => !reserved.has(name));
  const copied = kept.length === 0 ? {} : { annotations: Object.fromEntries(kept) };
  return { ...object, metadata: { ...metadata, ...copied } };
}
