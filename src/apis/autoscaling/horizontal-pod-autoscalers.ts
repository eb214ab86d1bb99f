import type { Column, Strategy } from '#machinery';
import { type BuiltinSubresource, builtin } from '../builtin.ts';
import { ageColumn, column, nameColumn } from '../columns.ts';
import { dropStatus, keepSpec, keepStatus } from '../spec-and-status.ts';
import type { Autoscaler } from './autoscaler.ts';
import { setDefaults } from './defaults.ts';
import { formatMetrics } from './format-metrics.ts';
import { fromOld, type OldAutoscaler, setOldDefaults, toOld, withoutReserved } from './v1/conversion.ts';
import { autoscalingV1 } from './v1/types.ts';
import { autoscalingV2 } from './v2/types.ts';
import { validateAutoscaler, validateStatus } from './validation.ts';

const strategy: Partial<Strategy> = {
  repeatsMetadataRules: { update: true, whole: false },
  prepareForCreate: dropStatus,
  prepareForUpdate: keepStatus,
  validateCreate: (autoscaler: Autoscaler) => validateAutoscaler(autoscaler),
  validateUpdate: (autoscaler: Autoscaler, live: Autoscaler) => validateAutoscaler(autoscaler, live),
};

const status: BuiltinSubresource = {
  name: 'status',
  strategy: { prepareForUpdate: keepSpec, validateUpdate: validateStatus },
};

const columns: readonly Column[] = [
  nameColumn,
  column('Reference', 'What is scaled.', ({ spec }: Autoscaler) => {
    const { kind = '', name = '' } = spec?.scaleTargetRef ?? {};
    return `${kind}/${name}`;
  }),
  column('Targets', 'What is measured, and what to aim for.', formatMetrics),
  column('MinPods', 'The least number of pods.', ({ spec }: Autoscaler) => String(spec?.minReplicas ?? '<unset>')),
  column('MaxPods', 'The largest number of pods.', ({ spec }: Autoscaler) => spec?.maxReplicas ?? 0),
  column('Replicas', 'How many pods there are.', ({ status: now }: Autoscaler) => now?.currentReplicas ?? 0),
  ageColumn,
];

/** Two versions, one store; the hub is v2. */
export const horizontalPodAutoscalers = builtin({
  group: 'autoscaling',
  version: 'v2',
  kind: 'HorizontalPodAutoscaler',
  resource: 'horizontalpodautoscalers',
  shortNames: ['hpa'],
  categories: ['all'],
  namespaced: true,
  type: autoscalingV2.type('HorizontalPodAutoscaler'),
  columns,
  strategy,
  subresources: [status],
  defaults: setDefaults,
  toHub: withoutReserved,
  versions: [
    {
      version: 'v1',
      type: () => autoscalingV1.type('HorizontalPodAutoscaler'),
      defaults: setOldDefaults,
      toHub: (object) => fromOld(object as OldAutoscaler),
      fromHub: (hub) => toOld(hub as Autoscaler),
    },
  ],
});
