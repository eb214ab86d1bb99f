import { dns1123LabelFaults, type FieldError, fieldErrors, path, sameJson } from '#meta';
import { validateClaimSpec } from '../core/pod/claim-validation.ts';
import { validatePodTemplateMetadata } from '../core/pod/pod-template-validation.ts';
import type { PodTemplateSpec } from '../core/v1/types.gen.ts';
import { validateBy } from '../field-validation.ts';
import { validateIntOrPercent, validateNotNegative, validateOverHundredPercent } from '../number-validation.ts';
import type { StatefulSet, StatefulSetSpec } from './workload.ts';
import {
  amountOf,
  validateCount,
  validateLifetime,
  validateSelector,
  validateTemplate,
} from './workload-validation.ts';

/** Rules that do not hold for what can no longer be changed. */
interface Leniency {
  readonly isUpdate?: boolean;
}

export function validateStatefulSet({ spec = {} }: StatefulSet, { isUpdate = false }: Leniency = {}): FieldError[] {
  const at = path('spec');
  const { ordinals, serviceName = '' } = spec;
  return [
    ...validateManagement(spec),
    ...validateUpdateStrategy(spec),
    ...validateRetention(spec),
    ...(isUpdate ? [] : validateClaimTemplates(spec)),
    ...validateCount(spec, ['replicas', 'minReadySeconds'], at),
    ...validateNotNegative(at.child('ordinals', 'start'), ordinals?.start ?? 0),
    ...(isUpdate || serviceName === '' ? [] : validateBy(at.child('serviceName'), serviceName, dns1123LabelFaults)),
    ...validateSelector(spec, 'statefulset'),
    ...validateTemplate(spec, { unusableSelector: '', template: templateWithClaims(spec) }),
    ...validatePodTemplateMetadata(spec.template ?? {}, at.child('template')),
    ...validateLifetime(spec, 'StatefulSet'),
  ];
}

function validateManagement({ podManagementPolicy: policy = '' }: StatefulSetSpec): FieldError[] {
  const field = path('spec', 'podManagementPolicy');
  if (policy === '') return [fieldErrors.required(field)];
  if (['OrderedReady', 'Parallel'].includes(policy)) return [];
  return [fieldErrors.invalid(field, policy, "must be 'OrderedReady' or 'Parallel'")];
}

function validateUpdateStrategy({ updateStrategy = {} }: StatefulSetSpec): FieldError[] {
  const at = path('spec', 'updateStrategy');
  const { type = '', rollingUpdate } = updateStrategy;
  // Messages show the Go structs.
  const shown = rollingUpdate && {
    Partition: rollingUpdate.partition ?? 0,
    MaxUnavailable: rollingUpdate.maxUnavailable ?? null,
  };
  switch (type) {
    case '':
      return [fieldErrors.required(at)];
    case 'OnDelete':
      if (rollingUpdate === undefined) return [];
      return [fieldErrors.invalid(at.child('rollingUpdate'), shown, "only allowed for updateStrategy 'RollingUpdate'")];
    case 'RollingUpdate':
      return validateRollingUpdate(updateStrategy);
    default:
      return [
        fieldErrors.invalid(at, { Type: type, RollingUpdate: shown ?? null }, "must be 'RollingUpdate' or 'OnDelete'"),
      ];
  }
}

function validateRollingUpdate({ rollingUpdate = {} }: NonNullable<StatefulSetSpec['updateStrategy']>): FieldError[] {
  const at = path('spec', 'updateStrategy', 'rollingUpdate');
  const { partition = 0, maxUnavailable } = rollingUpdate;
  const faults = validateNotNegative(at.child('partition'), partition);
  if (maxUnavailable === undefined) return faults;
  const field = at.child('maxUnavailable');
  return [
    ...faults,
    ...validateIntOrPercent(field, maxUnavailable),
    ...(amountOf(maxUnavailable) === 0 ? [fieldErrors.invalid(field, maxUnavailable, 'cannot be 0')] : []),
    ...validateOverHundredPercent(field, maxUnavailable),
  ];
}

function validateRetention({ persistentVolumeClaimRetentionPolicy: policy }: StatefulSetSpec): FieldError[] {
  if (policy === undefined) return [];
  const known = ['Retain', 'Delete'];
  return (['whenDeleted', 'whenScaled'] as const).flatMap((name) => {
    const value = policy[name] ?? '';
    const field = path('spec', 'persistentVolumeClaimRetentionPolicy', name);
    return known.includes(value) ? [] : [fieldErrors.notSupported(field, value, known)];
  });
}

function validateClaimTemplates({ volumeClaimTemplates = [] }: StatefulSetSpec): FieldError[] {
  return volumeClaimTemplates.flatMap(({ spec = {} }, position) =>
    validateClaimSpec(spec, path('spec', 'volumeClaimTemplates').index(position).child('spec')),
  );
}

/** The template as its pods will be: with the claimed volumes, and with names that the set gives them. */
function templateWithClaims({ template = {}, volumeClaimTemplates = [] }: StatefulSetSpec): PodTemplateSpec {
  const { subdomain: _, hostname: __, ...spec } = template.spec ?? {};
  const names = [...new Set(volumeClaimTemplates.map(({ metadata }) => metadata?.name ?? ''))];
  if (names.length === 0) return { ...template, spec };
  const claimed = names.map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  const others = (spec.volumes ?? []).filter(({ name = '' }) => !names.includes(name));
  return { ...template, spec: { ...spec, volumes: [...claimed, ...others] } };
}

const changeable = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
] as const;

export function validateStatefulSetChange(set: StatefulSet, live: StatefulSet): FieldError[] {
  const faults = validateStatefulSet(set, { isUpdate: true });
  if (sameJson(fixedPart(set), fixedPart(live))) return faults;
  const names = changeable.map((name) => `'${name}'`);
  const list = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  const why = `updates to statefulset spec for fields other than ${list} are forbidden`;
  return [...faults, fieldErrors.forbidden(path('spec'), why)];
}

function fixedPart({ spec = {} }: StatefulSet): StatefulSetSpec {
  const fixed = { ...spec };
  for (const name of changeable) delete fixed[name];
  return fixed;
}
