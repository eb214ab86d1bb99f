import { dns1123LabelFaults, type FieldError, type FieldPath, fieldErrors, parseQuantity, QuantityError } from '#meta';
import { validateBy } from '../../field-validation.ts';
import type { ResourceClaim, ResourceRequirements } from '../v1/types.gen.ts';
import { amountOf, compareAmounts, isNegativeAmount } from './resource-list.ts';
import { isCounted, isHugePages, mayBeOvercommitted, validateContainerResource } from './resource-names.ts';
import type { ResourceList } from './selector-and-amounts.ts';

interface ResourceRules {
  readonly nameFaults: (name: string, field: FieldPath) => FieldError[];
  /** The claims of the pod that containers may use. */
  readonly claims?: ReadonlySet<string>;
}

/** What a container or a pod asks for. Go walks maps in no order; we walk them in theirs. */
export function validateResources(
  { requests = {}, limits = {}, claims = [] }: ResourceRequirements,
  field: FieldPath,
  rules: ResourceRules = { nameFaults: validateContainerResource },
): FieldError[] {
  const faults: FieldError[] = [];
  for (const [name, amount] of Object.entries(limits)) {
    faults.push(...validateAmount(name, amount, { field: field.child('limits').key(name), rules }));
  }
  for (const [name, amount] of Object.entries(requests)) {
    const at = field.child('requests').key(name);
    faults.push(...rules.nameFaults(name, at), ...validateResourceAmount(name, amount, at));
    faults.push(
      ...validateRequest({ name, amount, limit: amountOf(limits, name) }, field),
      ...validateHugePage(name, amount, at),
    );
  }
  const names = Object.keys({ ...limits, ...requests });
  if (names.some(isHugePages) && !names.includes('cpu') && !names.includes('memory')) {
    faults.push(fieldErrors.forbidden(field, 'HugePages require cpu or memory'));
  }
  return [...faults, ...validateClaimUses(claims, rules.claims ?? new Set(), field.child('claims'))];
}

interface AmountPlace {
  readonly field: FieldPath;
  readonly rules: ResourceRules;
}

const validateAmount = (name: string, amount: string, { field, rules }: AmountPlace): FieldError[] => [
  ...rules.nameFaults(name, field),
  ...validateResourceAmount(name, amount, field),
  ...validateHugePage(name, amount, field),
];

/** An amount of a resource: not negative, and whole where things are counted. */
export function validateResourceAmount(name: string, amount: string, field: FieldPath): FieldError[] {
  const negative = isNegativeAmount(amount)
    ? [fieldErrors.invalid(field, amount, 'must be greater than or equal to 0')]
    : [];
  if (!isCounted(name) || parseQuantity(amount).milliValue() % 1000n === 0n) return negative;
  return [...negative, fieldErrors.invalid(field, amount, 'must be an integer')];
}

interface Request {
  readonly name: string;
  readonly amount: string;
  readonly limit: string | undefined;
}

function validateRequest({ name, amount, limit }: Request, field: FieldPath): FieldError[] {
  if (limit === undefined) {
    if (mayBeOvercommitted(name)) return [];
    return [fieldErrors.required(field.child('limits'), 'Limit must be set for non overcommitable resources')];
  }
  const order = compareAmounts(amount, limit);
  const wrong = (relation: string): FieldError[] => [
    fieldErrors.invalid(field.child('requests'), amount, `must be ${relation} ${name} limit of ${limit}`),
  ];
  if (order !== 0 && !mayBeOvercommitted(name)) return wrong('equal to');
  return order > 0 ? wrong('less than or equal to') : [];
}

function validateHugePage(name: string, amount: string, field: FieldPath): FieldError[] {
  if (!isHugePages(name) || isMultiple(amount, name.slice('hugepages-'.length))) return [];
  return [fieldErrors.invalid(field, amount, `${amount} is not positive integer multiple of ${name}`)];
}

function isMultiple(amount: string, page: string): boolean {
  try {
    const size = parseQuantity(page);
    return size.sign > 0 && size.milliValue() % 1000n === 0n && parseQuantity(amount).value() % size.value() === 0n;
  } catch (error) {
    if (error instanceof QuantityError) return false;
    throw error;
  }
}

function validateClaimUses(
  claims: readonly ResourceClaim[],
  known: ReadonlySet<string>,
  field: FieldPath,
): FieldError[] {
  const seen = new Set<string>();
  return claims.flatMap(({ name = '', request = '' }, index) => {
    const at = field.index(index);
    if (name === '') return [fieldErrors.required(at)];
    return [
      ...validateRepeatedClaim({ name, request, seen }, at),
      ...(known.has(name) ? [] : [unknownClaim(name, known, at)]),
    ];
  });
}

interface ClaimUse {
  readonly name: string;
  readonly request: string;
  readonly seen: Set<string>;
}

/** A claim as a whole and one of its requests overlap. */
function validateRepeatedClaim({ name, request, seen }: ClaimUse, field: FieldPath): FieldError[] {
  if (seen.has(name)) return [fieldErrors.duplicate(field, name)];
  const key = request === '' ? name : `${name}/${request}`;
  const faults = request === '' ? [] : validateBy(field.child('request'), request, dns1123LabelFaults);
  if (seen.has(key)) faults.push(fieldErrors.duplicate(field, key));
  else if (request === '') {
    for (const other of seen) if (other.startsWith(`${name}/`)) faults.push(fieldErrors.duplicate(field, name));
  }
  seen.add(key);
  return faults;
}

function unknownClaim(name: string, known: ReadonlySet<string>, field: FieldPath): FieldError {
  const names = [...known].sort().join(', ');
  const why = `must be one of the names in pod.spec.resourceClaims${names === '' ? ' which is empty' : `: ${names}`}`;
  const fault = fieldErrors.notFound(field, name);
  return { ...fault, body: `${fault.body}: ${why}` };
}

/** An overhead is a set of limits. */
export const validateOverhead = (overhead: ResourceList, field: FieldPath): FieldError[] =>
  validateResources({ limits: overhead }, field);
