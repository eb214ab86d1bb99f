import { compilePattern } from '#meta';
import type { FieldPair } from '../field-pair.ts';
import { findText, type Language, languageOf } from '../patterns/language.ts';
import type { SchemaView } from '../schema-view.ts';
import { lengthsOf, sampleTexts } from '../values/scalars.ts';
import { coversEnum } from './bounds-check.ts';
import { shown } from './default-check.ts';

/** The pattern that texts must match. */
export function checkPattern(pair: FieldPair): void {
  const { old, next, path, report } = pair;
  const [before = '', after = ''] = [old.source.pattern, next.source.pattern];
  if (before === after || coversEnum(pair)) return;
  const refused = after === '' ? 'none' : textBetween(old, next);
  const gained = before === '' ? 'none' : textBetween(next, old);
  if (refused !== 'none') {
    report.note({
      rule: 'pattern-changed',
      path,
      effect: 'tightens',
      ...told(refused, `must match ${shown(after)} now`, 'is no longer valid'),
    });
  }
  if (gained !== 'none') {
    const rule = after === '' ? 'invalid-made-valid' : 'pattern-changed';
    const words =
      after === ''
        ? `need not match ${shown(before)} any more`
        : `matches ${shown(after)} in place of ${shown(before)}`;
    report.note({ rule, path, effect: 'loosens', ...told(gained, words, 'is valid now') });
  }
}

/** A text that tells two patterns apart, some that may, or none. */
type Difference = { readonly text: string } | 'none' | 'undecided';

function told(difference: Exclude<Difference, 'none'>, words: string, fate: string) {
  if (difference === 'undecided')
    return { message: `${words}; whether that makes a difference could not be decided`, doubt: 'undecided' as const };
  return { message: `${words}: ${shown(difference.text)} ${fate}`, evidence: [difference.text] };
}

/** A text that the first schema accepts and the second does not, judged by patterns and lengths. */
function textBetween(first: SchemaView, second: SchemaView): Difference {
  const [a = '', b = ''] = [first.source.pattern, second.source.pattern];
  const [one, other] = [languageOf(a), languageOf(b)];
  if (one !== undefined && other !== undefined) {
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = first.source;
    const within = [one, lengthsOf(minLength, maxLength)].filter(
      (language): language is Language => language !== undefined,
    );
    const found = findText(within, [other]);
    if (found !== undefined) return found;
  }
  const [left, right] = [compilePattern(a), compilePattern(b)];
  if (typeof left === 'string' || typeof right === 'string') return 'undecided';
  const text = sampleTexts.find((sample) => left.test(sample) && !right.test(sample));
  return text === undefined ? 'undecided' : { text };
}
