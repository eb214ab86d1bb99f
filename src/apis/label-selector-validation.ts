import {
  type FieldError,
  type FieldPath,
  fieldErrors,
  type JsonObject,
  type LabelSelector,
  type LabelSelectorSpec,
  labelSelectorFrom,
  labelValueFaults,
  qualifiedNameFaults,
  SelectorError,
  validateLabels,
} from '#meta';
import { validateBy } from './field-validation.ts';

/** The selector of labels that many kinds hold. */
export type SelectorField = LabelSelectorSpec & JsonObject;
type SelectorExpression = NonNullable<LabelSelectorSpec['matchExpressions']>[number];

/** A selector as messages show it: without lists that are empty. */
export function shownSelector(selector: LabelSelectorSpec): JsonObject {
  const { matchExpressions = [], ...rest } = selector;
  if (matchExpressions.length === 0) return rest;
  const shown = matchExpressions.map(({ values = [], ...one }) =>
    values.length === 0 ? one : { ...one, values: [...values] },
  );
  return { ...rest, matchExpressions: shown };
}

interface SelectorRules {
  /** For an object that has held odd values since before they were checked. */
  readonly looseValues?: boolean;
}

export function validateLabelSelector(
  at: FieldPath,
  selector: LabelSelectorSpec | undefined,
  rules: SelectorRules = {},
): FieldError[] {
  if (selector === undefined) return [];
  return [
    ...validateLabels(selector.matchLabels, at.child('matchLabels')),
    ...(selector.matchExpressions ?? []).flatMap((expression, position) =>
      validateExpression(at.child('matchExpressions').index(position), expression, rules),
    ),
  ];
}

function validateExpression(
  at: FieldPath,
  expression: SelectorExpression,
  { looseValues }: SelectorRules,
): FieldError[] {
  const { key = '', values = [] } = expression;
  return [
    ...validateOperator(at, expression),
    ...validateBy(at.child('key'), key, qualifiedNameFaults),
    ...(looseValues
      ? []
      : values.flatMap((value, position) => validateBy(at.child('values').index(position), value, labelValueFaults))),
  ];
}

export function validateOperator(at: FieldPath, { operator = '', values = [] }: SelectorExpression): FieldError[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (values.length > 0) return [];
      return [fieldErrors.required(at.child('values'), "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      if (values.length === 0) return [];
      return [
        fieldErrors.forbidden(at.child('values'), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
      ];
    default:
      return [fieldErrors.invalid(at.child('operator'), operator, 'not a valid selector operator')];
  }
}

/** The selector at work; undefined when it makes no sense. An absent one matches nothing. */
export function selectorOf(selector: LabelSelectorSpec | undefined): LabelSelector | undefined {
  try {
    return labelSelectorFrom(selector);
  } catch (error) {
    if (error instanceof SelectorError) return undefined;
    throw error;
  }
}

/** Whether objects can be matched with it at all. */
export function isUsableSelector(selector: LabelSelectorSpec | undefined): boolean {
  return selectorOf(selector) !== undefined;
}

/** Whether a selector from before the rules breaks them; its object may then go on doing so. */
export function hasLooseValues(selector: LabelSelectorSpec | undefined): boolean {
  return (selector?.matchExpressions ?? []).some(({ values = [] }) =>
    values.some((value) => labelValueFaults(value).length > 0),
  );
}

/** As tables show it: `app=web,tier in (a,b)`. */
export function formatLabelSelector(selector: LabelSelectorSpec | undefined): string {
  const usable = selectorOf(selector);
  return usable === undefined ? '<error>' : usable.toString() || '<none>';
}
