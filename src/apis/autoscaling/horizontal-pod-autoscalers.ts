import type { Column, ResourceDefinition, Strategy, VersionDefinition } from '#machinery';
import { type BuiltinKind, type BuiltinSubresource, builtin } from '../builtin.ts';
import { ageColumn, column, nameColumn } from '../columns.ts';
import { dropStatus, keepSpec, keepStatus } from '../spec-and-status.ts';
import { versionPieces } from '../version-pieces.ts';
import type { Autoscaler } from './autoscaler.ts';
import { formatMetrics } from './format-metrics.ts';
import { validateAutoscaler, validateStatus } from './validation.ts';
import { autoscalers } from './versions.ts';

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
  group: autoscalers.group,
  kind: autoscalers.kind,
  resource: 'horizontalpodautoscalers',
  shortNames: ['hpa'],
  categories: ['all'],
  namespaced: true,
};

export const horizontalPodAutoscalers = bothVersions();

function bothVersions(): ResourceDefinition {
  const current = builtin({
    ...shared,
    ...versionPieces(autoscalers, 'autoscaling/v2'),
    columns,
    strategy,
    subresources: [status],
  });
  const pieces = versionPieces(autoscalers, 'autoscaling/v1');
  const old = builtin({
    ...shared,
    ...pieces,
    columns: columns.map((one) => ({ ...one, cell: (object, now) => one.cell(pieces.toHub(object), now) })),
    storedAs: current.storage,
  });
  const versions: [string, VersionDefinition][] = [...current.versions, ...old.versions];
  return { ...current, versions: new Map(versions) };
}
