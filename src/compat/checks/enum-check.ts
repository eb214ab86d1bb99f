import { type Json, numericEqual } from '#meta';
import type { FieldPair } from '../field-pair.ts';
import { shown } from './default-check.ts';
import { memberNamed } from './union-check.ts';

/** Words in a description that say that more values may come. */
const openEnded =
  /\b(may|might|can|could|will) be (added|extended|introduced)|\b(new|more|other|additional|further|unknown|unrecognized) values\b|open[- ]ended/i;

/** The values that a field may have. */
export function checkEnum(pair: FieldPair): void {
  const { old, next, path, report } = pair;
  const [before, after] = [old.enum, next.enum];
  if (before === undefined && after === undefined) return;
  if (before === undefined) {
    if (old.type === 'boolean') return;
    const message = `any ${old.type} was valid, and only ${list(after ?? [])} now`;
    report.note({ rule: 'enum-value-removed', path, message, effect: 'tightens' });
  } else if (after === undefined) {
    const message = `only ${list(before)} was valid, and any ${next.type} is now`;
    report.note({ rule: 'invalid-made-valid', path, message, effect: 'loosens' });
  } else {
    compareValues(pair, before, after);
  }
}

function compareValues(pair: FieldPair, before: readonly Json[], after: readonly Json[]): void {
  const { old, path, report } = pair;
  const missing = (from: readonly Json[], values: readonly Json[]): readonly Json[] =>
    values.filter((value) => !from.some((one) => numericEqual(one, value)));
  const removed = missing(after, before);
  const added = missing(before, after).filter((value) => !namesNewMember(pair, value));
  if (removed.length > 0) {
    const message = `${list(removed)} is no longer valid`;
    report.note({ rule: 'enum-value-removed', path, message, effect: 'tightens', evidence: removed });
  }
  if (added.length > 0 && !openEnded.test(old.description)) {
    report.note({
      rule: 'enum-value-added',
      path,
      message: `${list(added)} is valid now`,
      effect: 'loosens',
      evidence: added,
    });
  }
}

/** A new value of a discriminator that comes with a new member is reported as a change of the union. */
function namesNewMember({ parent }: FieldPair, value: Json): boolean {
  if (parent === undefined || typeof value !== 'string') return false;
  const member = memberNamed(parent.next, value);
  return member !== undefined && !parent.old.properties.has(member);
}

const MAX_LISTED = 6;

function list(values: readonly Json[]): string {
  const more = values.length > MAX_LISTED ? ` and ${values.length - MAX_LISTED} more` : '';
  return `${values.slice(0, MAX_LISTED).map(shown).join(', ')}${more}`;
}
