import type { JsonSchema } from '#schema';
import type { FieldPair } from '../field-pair.ts';
import { ValueJudge } from '../values/validity.ts';

interface Bound {
  readonly keyword: keyof JsonSchema;
  readonly exclusive?: keyof JsonSchema;
  readonly is: 'greatest' | 'least';
  /** The bound that holds where none is given: a length is never less than 0. */
  readonly absent: number;
}

const { POSITIVE_INFINITY: infinity, NEGATIVE_INFINITY: minusInfinity } = Number;
const bounds: readonly Bound[] = [
  { keyword: 'maximum', exclusive: 'exclusiveMaximum', is: 'greatest', absent: infinity },
  { keyword: 'minimum', exclusive: 'exclusiveMinimum', is: 'least', absent: minusInfinity },
  { keyword: 'maxLength', is: 'greatest', absent: infinity },
  { keyword: 'minLength', is: 'least', absent: 0 },
  { keyword: 'maxItems', is: 'greatest', absent: infinity },
  { keyword: 'minItems', is: 'least', absent: 0 },
  { keyword: 'maxProperties', is: 'greatest', absent: infinity },
  { keyword: 'minProperties', is: 'least', absent: 0 },
];

/** Least and greatest values, lengths and numbers. */
export function checkBounds(pair: FieldPair): void {
  if (coversEnum(pair)) return;
  for (const bound of bounds) checkBound(pair, bound);
  checkUnique(pair);
  checkMultiple(pair);
}

/** Where all values are listed, a bound that all of them keep says nothing. */
export function coversEnum({ old, next }: FieldPair): boolean {
  if (old.enum === undefined || next.source.$ref !== undefined) return false;
  const { enum: _, ...rest } = next.source;
  const judge = new ValueJudge({ ...rest, 'x-kubernetes-validations': [] });
  return old.enum.every((value) => judge.accepts(value));
}

function checkBound({ old, next, path, report }: FieldPair, { keyword, exclusive, is, absent }: Bound): void {
  const value = (schema: JsonSchema): number => {
    const given = schema[keyword];
    return given === undefined || given === null ? absent : Number(given);
  };
  const [before, after] = [value(old.source), value(next.source)];
  const step =
    exclusive === undefined ? 0 : Number(next.source[exclusive] === true) - Number(old.source[exclusive] === true);
  const change = before === after ? step : is === 'greatest' ? before - after : after - before;
  if (change === 0 || Number.isNaN(change)) return;
  const words = (bound: number): string => (bound === absent ? 'not set' : String(bound));
  const message =
    before === after
      ? `${keyword} ${after} itself is ${step > 0 ? 'no longer' : 'now'} valid`
      : `${keyword} was ${words(before)} and is ${words(after)}`;
  if (change > 0) report.note({ rule: 'bounds-tightened', path, message, effect: 'tightens' });
  else report.note({ rule: 'bounds-loosened', path, message, effect: 'loosens' });
}

function checkUnique({ old, next, path, report }: FieldPair): void {
  const [before, after] = [old.source.uniqueItems === true, next.source.uniqueItems === true];
  if (before === after) return;
  if (after) report.note({ rule: 'bounds-tightened', path, message: 'items must be unique now', effect: 'tightens' });
  else report.note({ rule: 'bounds-loosened', path, message: 'items need not be unique any more', effect: 'loosens' });
}

function checkMultiple({ old, next, path, report }: FieldPair): void {
  const [before, after] = [Number(old.source.multipleOf ?? 0), Number(next.source.multipleOf ?? 0)];
  if (before === after) return;
  const message = `multipleOf was ${before || 'not set'} and is ${after || 'not set'}`;
  const keeps = after === 0 || (before !== 0 && Number.isInteger(before / after));
  if (!keeps) report.note({ rule: 'bounds-tightened', path, message, effect: 'tightens' });
  const same = before === 0 || (after !== 0 && Number.isInteger(after / before));
  if (!same) report.note({ rule: 'bounds-loosened', path, message, effect: 'loosens' });
}
