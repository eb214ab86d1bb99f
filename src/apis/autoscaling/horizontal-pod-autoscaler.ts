import type { Column } from '#machinery';
import {
  ageColumn,
  type BuiltinStrategy,
  type BuiltinSubresource,
  column,
  dropStatus,
  keepSpec,
  keepStatus,
  nameColumn,
  versionedResource,
} from '#resource';
import type { Autoscaler } from './autoscaler.ts';
import { formatMetrics } from './format-metrics.ts';
import { validateAutoscaler, validateStatus } from './validation.ts';
import { autoscalers } from './versions.ts';

const strategy: BuiltinStrategy<Autoscaler> = {
  repeats: ['change'],
  prepareForCreate: dropStatus,
  prepareForUpdate: keepStatus,
  validateCreate: (autoscaler) => validateAutoscaler(autoscaler),
  validateUpdate: (autoscaler, live) => validateAutoscaler(autoscaler, live),
};

const status: BuiltinSubresource<Autoscaler> = {
  name: 'status',
  strategy: { prepareForUpdate: keepSpec, validateUpdate: validateStatus },
};

const columns: readonly Column<Autoscaler>[] = [
  nameColumn,
  column('Reference', 'What is scaled.', ({ spec }) => {
    const { kind = '', name = '' } = spec?.scaleTargetRef ?? {};
    return `${kind}/${name}`;
  }),
  column('Targets', 'What is measured, and what to aim for.', formatMetrics),
  column('MinPods', 'The least number of pods.', ({ spec }) => String(spec?.minReplicas ?? '<unset>')),
  column('MaxPods', 'The largest number of pods.', ({ spec }) => spec?.maxReplicas ?? 0),
  column('Replicas', 'How many pods there are.', ({ status: now }) => now?.currentReplicas ?? 0),
  ageColumn,
];

export const horizontalPodAutoscalers = versionedResource(autoscalers, {
  resource: 'horizontalpodautoscalers',
  shortNames: ['hpa'],
  categories: ['all'],
  namespaced: true,
  columns,
  strategy,
  subresources: [status],
});
