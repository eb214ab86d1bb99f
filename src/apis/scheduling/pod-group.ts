import { type FieldError, fieldErrors, path } from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  builtin,
  column,
  keepAllButStatus,
  keepStatus,
  nameColumn,
  validateDeclared,
  validateImmutables,
} from '#resource';
import { type Condition, validateConditions } from '../condition-validation.ts';
import { dropFeatures } from './group-features.ts';
import type { Types } from './v1alpha2/types.gen.ts';
import { schedulingV1alpha2 } from './v1alpha2/types.ts';

type PodGroup = Types['PodGroup'];

/** Keeps a group as long as pods belong to it. */
const PROTECTION = 'scheduling.k8s.io/podgroup-protection';
const type = schedulingV1alpha2.type('PodGroup');

function validateStatus({ status = {} }: PodGroup): FieldError[] {
  const { conditions = [], resourceClaimStatuses = [] } = status;
  const field = path('status', 'resourceClaimStatuses');
  const why = 'must match the name of an entry in `spec.resourceClaims`';
  return [
    ...validateConditions(conditions, path('status', 'conditions')),
    ...resourceClaimStatuses.map(({ name = '' }, at) => fieldErrors.invalid(field.index(at).child('name'), name, why)),
  ];
}

/** Pods are evicted one by one; the other mode is a feature that is off. */
function prepareSpec({ spec: own }: PodGroup): void {
  dropFeatures(own);
  if (own !== undefined) own.disruptionMode = 'Pod';
}

const strategy: BuiltinStrategy<PodGroup> = {
  repeats: ['change'],
  prepareForCreate(group) {
    const { finalizers = [] } = group.metadata;
    if (!finalizers.includes(PROTECTION)) group.metadata.finalizers = [...finalizers, PROTECTION];
    group.status = {};
    prepareSpec(group);
  },
  prepareForUpdate(group, live) {
    keepStatus(group, live);
    prepareSpec(group);
  },
  validateCreate: (group) => validateDeclared(type, group),
  validateUpdate: (group, live) => validateImmutables(type, { value: group, before: live }),
};

function statusText({ status }: PodGroup): string {
  const find = (type: string): Condition | undefined => status?.conditions?.find((one) => one.type === type);
  const disrupted = find('DisruptionTarget');
  if (disrupted !== undefined) return disrupted.reason ?? '';
  const scheduled = find('PodGroupScheduled');
  if (scheduled === undefined) return 'Pending';
  return scheduled.status === 'True' ? 'Scheduled' : 'Unschedulable';
}

export const podGroups = builtin({
  group: 'scheduling.k8s.io',
  version: 'v1alpha2',
  kind: 'PodGroup',
  resource: 'podgroups',
  namespaced: true,
  type,
  defaults({ spec: own }: PodGroup) {
    if (own !== undefined) own.disruptionMode ??= 'Pod';
  },
  strategy,
  subresources: [
    {
      name: 'status',
      strategy: {
        prepareForUpdate(group: PodGroup, live: PodGroup) {
          keepAllButStatus(group, live);
          // Claims of groups are a feature that is off.
          delete group.status?.resourceClaimStatuses;
        },
        validateUpdate: validateStatus,
      },
    },
  ],
  columns: [
    nameColumn,
    column('Policy', 'How the pods are scheduled.', ({ spec: own }: PodGroup) =>
      own?.schedulingPolicy?.gang === undefined ? 'Basic' : 'Gang',
    ),
    column(
      'Workload',
      'The workload it belongs to.',
      ({ spec: own }: PodGroup) => own?.podGroupTemplateRef?.workload?.workloadName ?? '<none>',
    ),
    column('Status', 'Whether the pods have places.', statusText),
    ageColumn,
  ],
});
