import { type KubeObject, path } from '#meta';
import type { BuiltinStrategy } from '#resource';
import type { PodSpec } from '../v1/types.gen.ts';
import { containersAt } from './annotation-validation.ts';

/**
 * Fields of pods that a server has, but does not act on unless it is told to. New pods lose them without a word; a pod
 * that has one already may go on with it.
 */
interface UnservedField {
  has(spec: PodSpec): boolean;
  drop(spec: PodSpec): void;
}

const containersOf = (spec: PodSpec) => containersAt(spec, path('spec')).map(([container]) => container);
const projectedSources = ({ volumes = [] }: PodSpec) => volumes.flatMap(({ projected }) => projected?.sources ?? []);

const unserved: readonly UnservedField[] = [
  {
    has: ({ schedulingGroup }) => schedulingGroup !== undefined,
    drop: (spec) => {
      delete spec.schedulingGroup;
    },
  },
  {
    has: (spec) => containersOf(spec).some(({ lifecycle }) => lifecycle?.stopSignal !== undefined),
    drop: (spec) => {
      for (const container of containersOf(spec)) {
        if (container.lifecycle?.stopSignal === undefined) continue;
        const { stopSignal: _, ...lifecycle } = container.lifecycle;
        if (Object.keys(lifecycle).length > 0) container.lifecycle = lifecycle;
        else delete container.lifecycle;
      }
    },
  },
  ...(['clusterTrustBundle', 'podCertificate'] as const).map((name) => ({
    has: (spec: PodSpec) => projectedSources(spec).some((source) => source[name] !== undefined),
    drop: (spec: PodSpec) => {
      for (const source of projectedSources(spec)) delete source[name];
    },
  })),
];

function dropUnserved(spec: PodSpec | undefined, before: PodSpec | undefined): void {
  if (spec === undefined) return;
  for (const field of unserved) if (before === undefined || !field.has(before)) field.drop(spec);
}

/** The rules of a kind that has pods or a template of them in it. */
export function withoutUnservedFields<T extends KubeObject>(
  strategy: BuiltinStrategy<T>,
  podOf: (object: T) => PodSpec | undefined,
): BuiltinStrategy<T> {
  return {
    ...strategy,
    prepareForCreate(object, context) {
      dropUnserved(podOf(object), undefined);
      strategy.prepareForCreate?.(object, context);
    },
    prepareForUpdate(object, live, context) {
      dropUnserved(podOf(object), podOf(live));
      strategy.prepareForUpdate?.(object, live, context);
    },
  };
}
