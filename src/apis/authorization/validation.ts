import {
  type FieldError,
  type FieldPath,
  fieldErrors,
  type JsonObject,
  labelValueFaults,
  path,
  qualifiedNameFaults,
} from '#meta';
import type { MetaV1Types } from '#schema';
import { validateBy } from '../field-validation.ts';
import { goValue } from '../go-value.ts';
import type { Types } from './v1/types.gen.ts';
import { authorizationV1 } from './v1/types.ts';

/** Requirements of fields and of labels have the same fields. */
type Requirement = MetaV1Types['LabelSelectorRequirement'];
type SelectorAttributes = Types['LabelSelectorAttributes'] | Types['FieldSelectorAttributes'];

/** Those about oneself name no user. */
export type AccessReview = Types['SubjectAccessReview'];
type AccessSpec = Types['SubjectAccessReviewSpec'];
export type ValidateReview = (review: AccessReview) => FieldError[];

const field = path('spec');
const pathField = field.child('nonResourceAttributes');
const resourceField = field.child('resourceAttributes');
const shownPath = (spec: AccessSpec): JsonObject =>
  goValue(authorizationV1.type('NonResourceAttributes'), spec.nonResourceAttributes);

function validateOneOf(spec: AccessSpec): FieldError[] {
  const { resourceAttributes: resource, nonResourceAttributes: other } = spec;
  if (resource !== undefined && other !== undefined) {
    const why = 'cannot be specified in combination with resourceAttributes';
    return [fieldErrors.invalid(pathField, shownPath(spec), why)];
  }
  if (resource !== undefined || other !== undefined) return [];
  const why = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
  return [fieldErrors.invalid(resourceField, null, why)];
}

function validateSelector({ resourceAttributes }: AccessSpec): FieldError[] {
  const { fieldSelector, labelSelector } = resourceAttributes ?? {};
  return [
    ...validateOneSelector(resourceField.child('fieldSelector'), fieldSelector, validateFieldRequirement),
    ...validateOneSelector(resourceField.child('labelSelector'), labelSelector, validateLabelRequirement),
  ];
}

type RequirementRule = (at: FieldPath, requirement: Requirement) => FieldError[];

function validateOneSelector(
  at: FieldPath,
  selector: SelectorAttributes | undefined,
  rule: RequirementRule,
): FieldError[] {
  if (selector === undefined) return [];
  const { rawSelector = '', requirements = [] } = selector;
  const faults: FieldError[] = [];
  if (rawSelector !== '' && requirements.length > 0) {
    const why = 'may not specified at the same time as requirements';
    faults.push(fieldErrors.invalid(at.child('rawSelector'), rawSelector, why));
  }
  if (rawSelector === '' && requirements.length === 0) {
    const why = `when ${at} is specified, requirements or rawSelector is required`;
    faults.push(fieldErrors.required(at.child('requirements'), why));
  }
  return [
    ...faults,
    ...requirements.flatMap((requirement, position) => {
      const own = at.child('requirements').index(position);
      return rule(own, requirement);
    }),
  ];
}

/** An operator that is not known is let pass: the selector is then taken for a wider one. */
function validateValueCount(at: FieldPath, { operator = '', values = [] }: Requirement): FieldError[] {
  if ((operator === 'In' || operator === 'NotIn') && values.length === 0) {
    return [fieldErrors.required(at, "must be specified when `operator` is 'In' or 'NotIn'")];
  }
  if ((operator === 'Exists' || operator === 'DoesNotExist') && values.length > 0) {
    return [fieldErrors.forbidden(at, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
  }
  return [];
}

const validateFieldRequirement: RequirementRule = (at, requirement) => [
  ...(requirement.key ? [] : [fieldErrors.required(at.child('key'), 'must be specified')]),
  ...validateValueCount(at.child('values'), requirement),
];

const validateLabelRequirement: RequirementRule = (at, { key = '', values = [], ...requirement }) => [
  ...validateValueCount(at.child('values'), { ...requirement, values }),
  ...validateBy(at.child('key'), key, qualifiedNameFaults),
  ...values.flatMap((value, position) => validateBy(at.child('values').index(position), value, labelValueFaults)),
];

function validateMetadata({ metadata }: AccessReview, allowed: readonly string[]): FieldError[] {
  const { managedFields: _, ...rest } = metadata;
  const told = Object.entries(rest).filter(([name, value]) => value !== undefined && !allowed.includes(name));
  if (told.length === 0) return [];
  const why = allowed.length === 0 ? 'must be empty' : `must be empty except for ${allowed.join(', ')}`;
  return [fieldErrors.invalid(path('metadata'), metadata, why)];
}

function validateUser({ user = '', groups = [] }: AccessSpec): FieldError[] {
  if (user !== '' || groups.length > 0) return [];
  return [fieldErrors.invalid(field.child('user'), '', 'at least one of user or group must be specified')];
}

const validateSpec = (spec: AccessSpec): FieldError[] => [
  ...validateOneOf(spec),
  ...validateUser(spec),
  ...validateSelector(spec),
];

export const validateReview: ValidateReview = (review) => [
  ...validateSpec(review.spec ?? {}),
  ...validateMetadata(review, []),
];

export const validateSelfReview: ValidateReview = (review) => [
  ...validateOneOf(review.spec ?? {}),
  ...validateSelector(review.spec ?? {}),
  ...validateMetadata(review, []),
];

export const validateLocalReview: ValidateReview = (review) => {
  const spec = review.spec ?? {};
  const { resourceAttributes: resource, nonResourceAttributes: other } = spec;
  const faults = [...validateSpec(spec), ...validateMetadata(review, ['namespace'])];
  const namespace = resource?.namespace ?? '';
  if (resource !== undefined && namespace !== (review.metadata.namespace ?? '')) {
    faults.push(fieldErrors.invalid(resourceField.child('namespace'), namespace, 'must match metadata.namespace'));
  }
  if (other !== undefined) {
    faults.push(fieldErrors.invalid(pathField, shownPath(spec), 'disallowed on this kind of request'));
  }
  return faults;
};
