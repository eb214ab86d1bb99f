import {
  type FieldError,
  type FieldPath,
  fieldErrors,
  labelValueFaults,
  nameIsDnsLabel,
  nameIsDnsSubdomain,
  qualifiedNameFaults,
} from '#meta';
import { validateBy } from '../../field-validation.ts';
import { validateLabelSelector, validateOperator } from '../../label-selector-validation.ts';
import type {
  Affinity,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
} from '../v1/types.gen.ts';
import type { Selector } from './selector-and-amounts.ts';

export function validateAffinity(
  { nodeAffinity, podAffinity, podAntiAffinity }: Affinity,
  field: FieldPath,
): FieldError[] {
  const required = nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const node = field.child('nodeAffinity');
  const preferred = node.child('preferredDuringSchedulingIgnoredDuringExecution');
  return [
    ...(required === undefined
      ? []
      : validateNodeSelector(required, node.child('requiredDuringSchedulingIgnoredDuringExecution'))),
    ...(nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).flatMap(
      ({ weight, preference = {} }, at) => [
        ...validateWeight(weight, preferred.index(at)),
        ...validateTerm(preference, preferred.index(at).child('preference'), { anyValues: true }),
      ],
    ),
    ...validatePodAffinity(podAffinity, field.child('podAffinity')),
    ...validatePodAffinity(podAntiAffinity, field.child('podAntiAffinity')),
  ];
}

function validateWeight(weight = 0, field: FieldPath): FieldError[] {
  if (weight > 0 && weight <= 100) return [];
  return [fieldErrors.invalid(field.child('weight'), weight, 'must be in the range 1-100')];
}

export function validateNodeSelector({ nodeSelectorTerms }: NodeSelector, field: FieldPath): FieldError[] {
  const terms = field.child('nodeSelectorTerms');
  if (!nodeSelectorTerms?.length) return [fieldErrors.required(terms, 'must have at least one node selector term')];
  return nodeSelectorTerms.flatMap((term, at) => validateTerm(term, terms.index(at), { anyValues: false }));
}

/** Values that no label can have are let pass in preferences: they prefer nothing. */
interface TermOptions {
  readonly anyValues: boolean;
}

function validateTerm(term: NodeSelectorTerm, field: FieldPath, options: TermOptions): FieldError[] {
  return [
    ...(term.matchExpressions ?? []).flatMap((requirement, at) =>
      validateLabelRequirement(requirement, field.child('matchExpressions').index(at), options),
    ),
    ...(term.matchFields ?? []).flatMap((requirement, at) =>
      validateFieldRequirement(requirement, field.child('matchFields').index(at)),
    ),
  ];
}

function validateLabelRequirement(
  { key = '', operator = '', values = [] }: NodeSelectorRequirement,
  field: FieldPath,
  { anyValues }: TermOptions,
): FieldError[] {
  const compares = operator === 'Gt' || operator === 'Lt';
  const why = "must be specified single value when `operator` is 'Lt' or 'Gt'";
  return [
    ...(compares ? [] : validateOperator(field, { key, operator, values })),
    ...(compares && values.length !== 1 ? [fieldErrors.required(field.child('values'), why)] : []),
    ...validateBy(field.child('key'), key, qualifiedNameFaults),
    ...(anyValues
      ? []
      : values.flatMap((value, at) => validateBy(field.child('values').index(at), value, labelValueFaults))),
  ];
}

function validateFieldRequirement(requirement: NodeSelectorRequirement, field: FieldPath): FieldError[] {
  const { key = '', operator = '', values = [] } = requirement;
  const faults: FieldError[] = [];
  if (operator !== 'In' && operator !== 'NotIn') {
    faults.push(fieldErrors.invalid(field.child('operator'), operator, 'not a valid selector operator'));
  } else if (values.length !== 1) {
    const why = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    faults.push(fieldErrors.required(field.child('values'), why));
  }
  if (key !== 'metadata.name') {
    return [...faults, fieldErrors.invalid(field.child('key'), key, 'not a valid field selector key')];
  }
  const nodeName = (value: string): readonly string[] => nameIsDnsSubdomain(value, { prefix: false });
  return [...faults, ...values.flatMap((value, at) => validateBy(field.child('values').index(at), value, nodeName))];
}

function validatePodAffinity(affinity: PodAffinity | undefined, field: FieldPath): FieldError[] {
  const required = field.child('requiredDuringSchedulingIgnoredDuringExecution');
  const preferred = field.child('preferredDuringSchedulingIgnoredDuringExecution');
  return [
    ...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).flatMap((term, at) =>
      validatePodTerm(term, required.index(at)),
    ),
    ...(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).flatMap(
      ({ weight, podAffinityTerm = {} }, at) => [
        ...validateWeight(weight, preferred.index(at)),
        ...validatePodTerm(podAffinityTerm, preferred.index(at).child('podAffinityTerm')),
      ],
    ),
  ];
}

function validatePodTerm(term: PodAffinityTerm, field: FieldPath): FieldError[] {
  const { labelSelector, namespaceSelector, namespaces = [], topologyKey = '' } = term;
  const namespaceName = (value: string): readonly string[] => nameIsDnsLabel(value, { prefix: false });
  const topology = field.child('topologyKey');
  return [
    ...validateLabelSelector(field.child('labelSelector'), labelSelector),
    ...validateLabelSelector(field.child('namespaceSelector'), namespaceSelector),
    ...namespaces.flatMap((name) => validateBy(field.child('namespace'), name, namespaceName)),
    ...validateLabelKeys(term, field),
    ...(topologyKey === '' ? [fieldErrors.required(topology, 'can not be empty')] : []),
    ...validateBy(topology, topologyKey, qualifiedNameFaults),
  ];
}

interface KeyedSelector {
  readonly labelSelector?: Selector;
  readonly matchLabelKeys?: readonly string[];
  readonly mismatchLabelKeys?: readonly string[];
}

/** Labels whose values are to be those of the pod itself. They are already part of the selector when this is asked. */
export function validateLabelKeys(term: KeyedSelector, field: FieldPath): FieldError[] {
  const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } = term;
  const both = 'exists in both matchLabelKeys and mismatchLabelKeys';
  return [
    ...validateKeyName(matchLabelKeys, field.child('matchLabelKeys'), labelSelector),
    ...validateKeyName(mismatchLabelKeys, field.child('mismatchLabelKeys'), labelSelector),
    ...validateNotSelectedTwice(matchLabelKeys, labelSelector, field),
    ...matchLabelKeys.flatMap((key, at) =>
      mismatchLabelKeys.includes(key) ? [fieldErrors.invalid(field.child('matchLabelKeys').index(at), key, both)] : [],
    ),
  ];
}

function validateKeyName(keys: readonly string[], field: FieldPath, selector: Selector | undefined): FieldError[] {
  if (keys.length > 0 && selector === undefined) {
    return [fieldErrors.forbidden(field, 'must not be specified when labelSelector is not set')];
  }
  return keys.flatMap((key, at) => validateBy(field.index(at), key, qualifiedNameFaults));
}

function validateNotSelectedTwice(
  keys: readonly string[],
  selector: Selector | undefined,
  field: FieldPath,
): FieldError[] {
  const seen = new Set(Object.keys(selector?.matchLabels ?? {}));
  return (selector?.matchExpressions ?? []).flatMap(({ key = '' }) => {
    const twice = keys.includes(key) && seen.has(key);
    seen.add(key);
    if (!twice) return [];
    const why = 'exists in both matchLabelKeys and labelSelector';
    return [fieldErrors.invalid(field.index(keys.lastIndexOf(key)), key, why)];
  });
}
