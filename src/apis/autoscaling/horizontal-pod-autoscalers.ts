import type { Column, ResourceDefinition, Strategy, VersionDefinition } from '#machinery';
import type { KubeObject } from '#meta';
import { type BuiltinKind, type BuiltinSubresource, builtin } from '../builtin.ts';
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

const shared: Omit<BuiltinKind, 'version' | 'type' | 'columns'> = {
  group: 'autoscaling',
  kind: 'HorizontalPodAutoscaler',
  resource: 'horizontalpodautoscalers',
  shortNames: ['hpa'],
  categories: ['all'],
  namespaced: true,
};

/** Two versions, one store; the hub is v2. */
export const horizontalPodAutoscalers = bothVersions();

function bothVersions(): ResourceDefinition {
  const current = builtin({
    ...shared,
    version: 'v2',
    type: autoscalingV2.type('HorizontalPodAutoscaler'),
    columns,
    strategy,
    subresources: [status],
    defaults: setDefaults,
    toHub: withoutReserved,
  });
  const old = builtin({
    ...shared,
    version: 'v1',
    type: autoscalingV1.type('HorizontalPodAutoscaler'),
    columns: columns.map((one) => ({ ...one, cell: (object, now) => one.cell(fromOld(object as OldAutoscaler), now) })),
    defaults: setOldDefaults,
    storedAs: current.storage,
    toHub: (object) => fromOld(object as OldAutoscaler),
    fromHub: (hub: KubeObject) => toOld(hub as Autoscaler),
  });
  const versions: [string, VersionDefinition][] = [...current.versions, ...old.versions];
  return { ...current, versions: new Map(versions) };
}
