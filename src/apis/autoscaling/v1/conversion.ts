import { structConversion } from '#machinery';
import { goJson, type JsonObject, type KubeObject, type ObjectMeta } from '#meta';
import { type Autoscaler, cpuUtilization, cpuUtilizationOf, type MetricStatus } from '../autoscaler.ts';
import { defaultScaling } from '../defaults.ts';
import { autoscalingV2 } from '../v2/types.ts';
import { readBehavior, readConditions, writeBehavior, writeConditions } from './behavior-notation.ts';
import { readMetrics, readStatuses, writeMetric, writeStatus } from './metric-notation.ts';
import type { Types as V1 } from './types.gen.ts';
import { autoscalingV1 } from './types.ts';

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

export type OldAutoscaler = V1['HorizontalPodAutoscaler'];

export function setOldDefaults(autoscaler: OldAutoscaler): void {
  autoscaler.spec ??= {};
  autoscaler.spec.minReplicas ??= 1;
}

const noteOf = ({ metadata }: KubeObject, name: keyof typeof annotationNames): string | undefined =>
  metadata.annotations?.[annotationNames[name]];

const specToHub = structConversion(
  autoscalingV1.type('HorizontalPodAutoscalerSpec'),
  autoscalingV2.type('HorizontalPodAutoscalerSpec'),
  {
    set: {
      metrics: ({ targetCPUUtilizationPercentage: percent }, old) => [
        ...(readMetrics(noteOf(old, 'metrics')) ?? []),
        ...(percent === undefined ? [] : [cpuUtilization(percent)]),
      ],
      behavior: (_, old) => readBehavior(noteOf(old, 'behavior')),
    },
    reads: ['targetCPUUtilizationPercentage'],
  },
);

const statusToHub = structConversion(
  autoscalingV1.type('HorizontalPodAutoscalerStatus'),
  autoscalingV2.type('HorizontalPodAutoscalerStatus'),
  {
    set: {
      currentReplicas: ({ currentReplicas }) => currentReplicas || undefined,
      currentMetrics({ currentCPUUtilizationPercentage: percent }, old) {
        const metrics =
          readStatuses(noteOf(old, 'currentMetrics')) ?? (percent === undefined ? [] : [cpuLoad(percent)]);
        return metrics.length === 0 ? undefined : metrics;
      },
      conditions: (_, old) => readConditions(noteOf(old, 'conditions')),
    },
    reads: ['currentCPUUtilizationPercentage'],
  },
);

export const toHub = structConversion(
  autoscalingV1.type('HorizontalPodAutoscaler'),
  autoscalingV2.type('HorizontalPodAutoscaler'),
  {
    set: {
      metadata: (old) => withoutReserved(old).metadata,
      spec(old) {
        const spec = specToHub.convert(old.spec ?? {}, old);
        // Only the hub can tell whether anything is measured, so this default is part of the conversion.
        defaultScaling(spec);
        return spec;
      },
      status: (old) => statusToHub.convert(old.status ?? {}, old),
    },
  },
);

const specFromHub = structConversion(
  autoscalingV2.type('HorizontalPodAutoscalerSpec'),
  autoscalingV1.type('HorizontalPodAutoscalerSpec'),
  {
    set: {
      targetCPUUtilizationPercentage: ({ metrics = [] }) =>
        metrics.map(cpuUtilizationOf).find((one) => one !== undefined),
    },
    // Annotations have the rest of them.
    reads: ['metrics', 'behavior'],
  },
);

const statusFromHub = structConversion(
  autoscalingV2.type('HorizontalPodAutoscalerStatus'),
  autoscalingV1.type('HorizontalPodAutoscalerStatus'),
  {
    set: {
      // The hub leaves out zero where version 1 tells it.
      currentReplicas: ({ currentReplicas = 0 }) => currentReplicas,
      currentCPUUtilizationPercentage: ({ currentMetrics }) =>
        (currentMetrics ?? []).map(cpuLoadOf).findLast((one) => one !== undefined),
    },
    reads: ['currentMetrics', 'conditions'],
  },
);

export const fromHub = structConversion(
  autoscalingV2.type('HorizontalPodAutoscaler'),
  autoscalingV1.type('HorizontalPodAutoscaler'),
  {
    set: {
      metadata: withNotes,
      spec: ({ spec = {} }, hub) => specFromHub.convert(spec, hub),
      status: ({ status = {} }, hub) => statusFromHub.convert(status, hub),
    },
  },
);

function withNotes(hub: Autoscaler): ObjectMeta {
  const { metrics = [], behavior } = hub.spec ?? {};
  const { currentMetrics, conditions = [] } = hub.status ?? {};
  const others = metrics.filter((metric) => cpuUtilizationOf(metric) === undefined);
  const { metadata } = withoutReserved(hub);
  annotate(metadata, 'metrics', others.map(writeMetric));
  annotate(metadata, 'currentMetrics', (currentMetrics ?? []).map(writeStatus));
  if (behavior !== undefined) annotate(metadata, 'behavior', writeBehavior(behavior));
  annotate(metadata, 'conditions', writeConditions(conditions));
  return metadata;
}

const cpuLoad = (percent: number): MetricStatus => ({
  type: 'Resource',
  resource: { name: 'cpu', current: { averageUtilization: percent } },
});

function cpuLoadOf({ type, resource }: MetricStatus): number | undefined {
  return type === 'Resource' && resource?.name === 'cpu' ? resource.current?.averageUtilization : undefined;
}

function annotate(
  metadata: ObjectMeta,
  name: keyof typeof annotationNames,
  value: JsonObject | readonly JsonObject[],
): void {
  if (Array.isArray(value) && value.length === 0) return;
  metadata.annotations = { ...metadata.annotations, [annotationNames[name]]: goJson(value) };
}

/** The object without the annotations that belong to conversion; only what differs is copied. */
export function withoutReserved<T extends KubeObject>(object: T): T {
  const { annotations, ...metadata } = object.metadata;
  if (annotations === undefined) return { ...object, metadata };
  const kept = Object.entries(annotations).filter(([name]) => !reserved.has(name));
  const copied = kept.length === 0 ? {} : { annotations: Object.fromEntries(kept) };
  return { ...object, metadata: { ...metadata, ...copied } };
}
