import { type FieldError, type FieldPath, fieldErrors, parseQuantity, type Quantity } from '#meta';
import { validateList } from './names.ts';
import type { Types } from './v1/types.gen.ts';

/** How a capacity may be shared out. */

type Range = Types['CapacityRequestPolicyRange'];
export type DeviceCapacity = Types['DeviceCapacity'];

const MAX_VALUES = 10;

export function validateCapacity(field: FieldPath, capacity: DeviceCapacity, shared: boolean): FieldError[] {
  const { requestPolicy: policy, value = '0' } = capacity;
  if (policy === undefined) return [];
  const own = field.child('requestPolicy');
  if (!shared) return [fieldErrors.forbidden(own, 'allowMultipleAllocations must be true')];
  const { validValues = [], validRange: range } = policy;
  if (validValues.length > 0 && range !== undefined) {
    const why = 'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time';
    return [fieldErrors.forbidden(own, why)];
  }
  if (validValues.length === 0 && range === undefined) return [];
  const part = range === undefined ? 'validValues' : 'validRange';
  if (typeof policy.default !== 'string') {
    return [fieldErrors.required(own.child('default'), `required when ${part} is defined`)];
  }
  const bounds = { usual: parseQuantity(policy.default), most: parseQuantity(value) };
  if (range !== undefined) return validateRange(own.child(part), range, bounds);
  return validateOneValue(own.child(part), validValues.map(parseQuantity), bounds);
}

interface Bounds {
  readonly usual: Quantity;
  readonly most: Quantity;
}

function validateOneValue(field: FieldPath, values: readonly Quantity[], { usual, most }: Bounds): FieldError[] {
  const unsorted = values.flatMap((value, at) => {
    const before = values[at - 1];
    if (before === undefined || before.compare(value) <= 0) return [];
    return [fieldErrors.invalid(field.index(at), value.toString(), 'values must be sorted in ascending order')];
  });
  const faults = validateList(field, values, {
    max: MAX_VALUES,
    each: (value, own) =>
      value.compare(most) > 0
        ? [fieldErrors.invalid(own, value.toString(), `option is larger than capacity value: ${most}`)]
        : [],
    key: (value) => value.value().toString(),
  });
  const known = values.some((value) => value.equals(usual));
  const why = 'default value is not valid according to the requestPolicy';
  return [...unsorted, ...faults, ...(known ? [] : [fieldErrors.invalid(field, usual.toString(), why)])];
}

function validateRange(field: FieldPath, range: Range, bounds: Bounds): FieldError[] {
  if (range.min === undefined) return [fieldErrors.required(field.child('min'), 'required when validRange is defined')];
  const { usual, most } = bounds;
  const min = parseQuantity(range.min);
  const max = range.max === undefined ? undefined : parseQuantity(range.max);
  const over = (part: string, value: Quantity, [what, limit]: readonly [string, Quantity]): FieldError[] =>
    value.compare(limit) > 0 ? [fieldErrors.invalid(field.child(part), value.toString(), `${what}: ${limit}`)] : [];
  const tooSmall = usual.compare(min) < 0;
  const faults = [
    ...over('min', min, ['min is larger than capacity value', most]),
    ...(tooSmall ? [fieldErrors.invalid(field.child('default'), `${usual}`, `default is less than min: ${min}`)] : []),
  ];
  if (max !== undefined) {
    faults.push(...over('max', min, ['min is larger than max', max]));
    faults.push(...over('max', max, ['max is larger than capacity value', most]));
    faults.push(...over('default', usual, ['default is more than max', max]));
  }
  if (range.step === undefined) return faults;
  return [
    ...faults,
    ...validateStep(field.child('step'), parseQuantity(range.step), { min, most, values: [usual, max] }),
  ];
}

function validateStep(
  field: FieldPath,
  step: Quantity,
  { min, most, values }: { min: Quantity; most: Quantity; values: readonly (Quantity | undefined)[] },
): FieldError[] {
  if (step.sign <= 0) return [fieldErrors.invalid(field, `${step}`, 'must be greater than zero')];
  const first = min.add(step);
  const faults =
    first.compare(most) > 0
      ? [fieldErrors.invalid(field, `${step}`, `one step ${first} is larger than capacity value: ${most}`)]
      : [];
  const off = values.filter((value) => value !== undefined && (value.value() - min.value()) % step.value() !== 0n);
  const why = `value is not a multiple of a given step (${step}) from (${min})`;
  return [...faults, ...off.map((value) => fieldErrors.invalid(field, `${value}`, why))];
}
