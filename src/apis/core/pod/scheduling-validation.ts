import { type FieldError, type FieldPath, fieldErrors, labelValueFaults, qualifiedNameFaults } from '#meta';
import { validateBy } from '../../field-validation.ts';
import { validateLabelSelector } from '../../label-selector-validation.ts';
import type { PodSchedulingGate, Toleration, TopologySpreadConstraint } from '../v1/types.gen.ts';
import { validateLabelKeys } from './affinity-validation.ts';

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

export function validateTolerations(tolerations: readonly Toleration[], field: FieldPath): FieldError[] {
  return tolerations.flatMap((toleration, at) => {
    const { key = '', operator = '', effect = '', tolerationSeconds } = toleration;
    const here = field.index(at);
    const all = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    const timed = "effect must be 'NoExecute' when `tolerationSeconds` is set";
    return [
      ...(key === '' ? [] : validateBy(here.child('key'), key, qualifiedNameFaults)),
      ...(key === '' && operator !== 'Exists' ? [fieldErrors.invalid(here.child('operator'), operator, all)] : []),
      ...(tolerationSeconds !== undefined && effect !== 'NoExecute'
        ? [fieldErrors.invalid(here.child('effect'), effect, timed)]
        : []),
      ...validateOperator(toleration, here),
      ...(effect === '' ? [] : validateTaintEffect(effect, here.child('effect'))),
    ];
  });
}

function validateOperator({ operator = '', value = '' }: Toleration, field: FieldPath): FieldError[] {
  const at = field.child('operator');
  switch (operator) {
    case 'Equal':
    case '': {
      const faults = labelValueFaults(value);
      return faults.length === 0 ? [] : [fieldErrors.invalid(at, value, faults.join(';'))];
    }
    case 'Exists':
      return value === '' ? [] : [fieldErrors.invalid(at, value, "value must be empty when `operator` is 'Exists'")];
    case 'Lt':
    case 'Gt':
      // They are known, but not to be used yet.
      return [fieldErrors.notSupported(at, operator, ['Equal', 'Exists', 'Lt', 'Gt'])];
    default:
      return [fieldErrors.notSupported(at, operator, ['Equal', 'Exists'])];
  }
}

export function validateTaintEffect(effect: string, field: FieldPath): FieldError[] {
  return effects.includes(effect) ? [] : [fieldErrors.notSupported(field, effect, effects)];
}

export function validateSchedulingGates(gates: readonly PodSchedulingGate[], field: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return gates.flatMap(({ name = '' }, at) => {
    const repeated = seen.has(name) ? [fieldErrors.duplicate(field.index(at), name)] : [];
    seen.add(name);
    return [...validateBy(field.index(at), name, qualifiedNameFaults), ...repeated];
  });
}

const validatePositive = (value: number, field: FieldPath): FieldError[] =>
  value > 0 ? [] : [fieldErrors.invalid(field, value, 'must be greater than zero')];

const actions = ['DoNotSchedule', 'ScheduleAnyway'];
const inclusions = ['Honor', 'Ignore'];

const spreadKey = ({ topologyKey = '', whenUnsatisfiable = '' }: TopologySpreadConstraint): string =>
  `${topologyKey} ${whenUnsatisfiable}`;

export function validateSpread(constraints: readonly TopologySpreadConstraint[], field: FieldPath): FieldError[] {
  const last = new Map(constraints.map((constraint, at) => [spreadKey(constraint), at]));
  return constraints.flatMap((constraint, at) => {
    const { maxSkew = 0, topologyKey = '', whenUnsatisfiable = '', labelSelector } = constraint;
    const here = field.index(at);
    const repeated = (last.get(spreadKey(constraint)) ?? at) > at;
    return [
      ...validatePositive(maxSkew, here.child('maxSkew')),
      ...(topologyKey === '' ? [fieldErrors.required(here.child('topologyKey'), 'can not be empty')] : []),
      ...(actions.includes(whenUnsatisfiable)
        ? []
        : [fieldErrors.notSupported(here.child('whenUnsatisfiable'), whenUnsatisfiable, actions)]),
      ...(repeated
        ? [
            fieldErrors.duplicate(
              here.child('{topologyKey, whenUnsatisfiable}'),
              `{${topologyKey}, ${whenUnsatisfiable}}`,
            ),
          ]
        : []),
      ...validateSpreadOption(constraint, here),
      ...validateLabelKeys(constraint, here),
      ...validateLabelSelector(here.child('labelSelector'), labelSelector),
    ];
  });
}

function validateSpreadOption(constraint: TopologySpreadConstraint, field: FieldPath): FieldError[] {
  const { minDomains, whenUnsatisfiable = '' } = constraint;
  const domains = field.child('minDomains');
  const why = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
  return [
    ...(minDomains === undefined ? [] : validatePositive(minDomains, domains)),
    ...(minDomains !== undefined && whenUnsatisfiable !== 'DoNotSchedule'
      ? [fieldErrors.invalid(domains, minDomains, why)]
      : []),
    ...(['nodeAffinityPolicy', 'nodeTaintsPolicy'] as const).flatMap((name) => {
      const policy = constraint[name];
      return policy === undefined || inclusions.includes(policy)
        ? []
        : [fieldErrors.notSupported(field.child(name), policy, inclusions)];
    }),
  ];
}
