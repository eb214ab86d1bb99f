import { type FieldError, FieldPath, fieldErrors } from './field-error.ts';
import { parseInt64 } from './go-text.ts';
import { getOwn } from './json.ts';
import { labelValueFaults, qualifiedNameFaults } from './name-validation.ts';

/** As the messages name them; in the text of a selector `gt` is `>`, `lt` is `<`, and `exists` is not written. */
export type LabelOperator = '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt';

/** What one key's value must be. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  readonly values: readonly string[];
}

export type Labels = { readonly [key: string]: string };

export function validateRequirement({ key, operator, values }: LabelRequirement): FieldError[] {
  const root = new FieldPath('');
  const keyFault = labelKeyFault(key, root.child('key'));
  const valueFaults = values.flatMap((value, position) => {
    const texts = labelValueFaults(value);
    const at = root.child('values').index(position).key(key);
    return texts.length === 0 ? [] : [fieldErrors.invalid(at, value, texts.join('; '))];
  });
  return [
    ...(keyFault === undefined ? [] : [keyFault]),
    ...validateCount(operator, values, root.child('values')),
    ...valueFaults,
  ];
}

export function labelKeyFault(key: string, at: FieldPath): FieldError | undefined {
  const texts = qualifiedNameFaults(key);
  return texts.length === 0 ? undefined : fieldErrors.invalid(at, key, texts.join('; '));
}

function validateCount(operator: LabelOperator, values: readonly string[], at: FieldPath): FieldError[] {
  switch (operator) {
    case 'in':
    case 'notin':
      if (values.length > 0) return [];
      return [fieldErrors.invalid(at, values, "for 'in', 'notin' operators, values set can't be empty")];
    case '=':
    case '==':
    case '!=':
      if (values.length === 1) return [];
      return [fieldErrors.invalid(at, values, 'exact-match compatibility requires one single value')];
    case 'exists':
    case '!':
      if (values.length === 0) return [];
      return [fieldErrors.invalid(at, values, 'values set must be empty for exists and does not exist')];
    default:
      return validateBound(values, at);
  }
}

function validateBound(values: readonly string[], at: FieldPath): FieldError[] {
  const faults: FieldError[] = [];
  if (values.length !== 1) {
    faults.push(fieldErrors.invalid(at, values, "for 'Gt', 'Lt' operators, exactly one value is required"));
  }
  for (const [position, value] of values.entries()) {
    if (typeof parseInt64(value) === 'bigint') continue;
    const detail = "for 'Gt', 'Lt' operators, the value must be an integer";
    faults.push(fieldErrors.invalid(at.index(position), value, detail));
  }
  return faults;
}

export function requirementMatches({ key, operator, values }: LabelRequirement, labels: Labels): boolean {
  const value = getOwn(labels, key);
  switch (operator) {
    case 'exists':
      return value !== undefined;
    case '!':
      return value === undefined;
    case '!=':
    case 'notin':
      return value === undefined || !values.includes(value);
    case 'gt':
    case 'lt':
      return value !== undefined && comparesTo(operator, value, values[0] ?? '');
    default:
      return value !== undefined && values.includes(value);
  }
}

function comparesTo(operator: 'gt' | 'lt', value: string, bound: string): boolean {
  const [left, right] = [parseInt64(value), parseInt64(bound)];
  if (typeof left === 'string' || typeof right === 'string') return false;
  return operator === 'gt' ? left > right : left < right;
}

export function formatRequirement({ key, operator, values }: LabelRequirement): string {
  const list = values.toSorted().join(',');
  switch (operator) {
    case 'exists':
      return key;
    case '!':
      return `!${key}`;
    case 'in':
    case 'notin':
      return `${key} ${operator} (${list})`;
    case 'gt':
      return `${key}>${list}`;
    case 'lt':
      return `${key}<${list}`;
    default:
      return `${key}${operator}${list}`;
  }
}
