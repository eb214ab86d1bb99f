import { type Json, numericEqual } from '#meta';
import type { FieldPair } from '../field-pair.ts';

/** What is set when nobody said anything. */
export function checkDefault({ old, next, path, parent, report }: FieldPair): void {
  const [before, after] = [old.default, next.default];
  if (numericEqual(before, after)) return;
  // Clients do not send status, so a default there only changes what readers see.
  const effect = path[0] === 'status' ? { effect: 'loosens' as const } : {};
  if (before === undefined) {
    // A required field was never unset, so its default never mattered.
    if (parent?.old.required.includes(path.at(-1) ?? '') === true) return;
    const message = `unset means ${shown(after)} now`;
    report.note({ rule: 'default-added', path, message, ...effect, doubt: doubtAbout(after) });
  } else if (after === undefined) {
    report.note({
      rule: 'default-removed',
      path,
      message: `unset meant ${shown(before)}, and is nothing now`,
      ...effect,
    });
  } else {
    const message = `unset meant ${shown(before)} and means ${shown(after)} now`;
    report.note({ rule: 'default-changed', path, message, ...effect });
  }
}

/** Most clients do not tell an empty text from an absent one, and many do not tell zero from absent. */
function doubtAbout(value: Json | undefined): 'unlikely' | 'undecided' | undefined {
  if (value === '') return 'unlikely';
  return value === 0 || value === false ? 'undecided' : undefined;
}

const MAX_SHOWN = 80;

/** A value as JSON, cut where it is long. */
export function shown(value: Json | undefined): string {
  const text =
    JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? String(member) : member)) ?? 'nothing';
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
