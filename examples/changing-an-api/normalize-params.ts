import type { Types } from './internal/types.gen.ts';

type Frobber = Types['Frobber'];

/**
 * Finds out what a client meant that may know `param` only, or both `param` and `params`. Looks at nothing else, and
 * refuses nothing: validation comes after it.
 */
export function normalizeParams(after: Frobber, before?: Frobber): void {
  const param = after.param ?? '';
  const params = after.params ?? [];
  const known = before === undefined ? [] : allParams(before);
  if (before !== undefined && param === (before.param ?? '')) {
    // An old client wrote back what it knows, which is not `params`.
    if (params.length === 0 && known.length > 0) after.params = [...known];
  } else if (sameList(params, known)) {
    // An old client set, changed or cleared the one it knows.
    if (param === '') delete after.params;
    else after.params = [param];
  }
}

/** What was stored before there were `params` has one, if any. */
export const allParams = ({ param = '', params = [] }: Frobber): readonly string[] =>
  params.length === 0 && param !== '' ? [param] : params;

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
