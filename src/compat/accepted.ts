import { isJsonObject, type Json, type JsonObject } from '#meta';
import type { AcceptedFinding } from './comparison.ts';
import type { Finding } from './finding.ts';
import { CompatInputError, textAt } from './read-definition.ts';
import { ruleNamed } from './report.ts';

/** A finding that somebody has decided to live with, for a time. */
export interface Acceptance {
  readonly rule: string;
  readonly definition: string;
  /** Empty: any. */
  readonly version: string;
  readonly path: string;
  readonly reason: string;
  /** The last day on which it holds: `2026-12-31`. */
  readonly expires: string;
}

const keys: ReadonlySet<string> = new Set(['rule', 'definition', 'version', 'path', 'reason', 'expires']);
const MAX_ENTRIES = 10_000;

/** Reads `accepted: [{rule, definition, version, path, reason, expires}]`. */
export function readAccepted(source: Json, file: string): readonly Acceptance[] {
  const list = isJsonObject(source) ? source.accepted : undefined;
  if (!Array.isArray(list) || list.length > MAX_ENTRIES) {
    throw new CompatInputError(`${file}: there must be a list "accepted" of at most ${MAX_ENTRIES} entries`);
  }
  return list.map((entry, at) => readEntry(entry, `${file}: accepted[${at}]`));
}

function readEntry(entry: Json, where: string): Acceptance {
  if (!isJsonObject(entry)) throw new CompatInputError(`${where} is no object`);
  const unknown = Object.keys(entry).find((key) => !keys.has(key));
  if (unknown !== undefined)
    throw new CompatInputError(`${where}: ${JSON.stringify(unknown)} is not one of ${[...keys].join(', ')}`);
  const read = (key: string): string => textAt(entry as JsonObject, key);
  const [rule, definition, reason, expires] = [read('rule'), read('definition'), read('reason'), read('expires')];
  if (ruleNamed(rule) === undefined)
    throw new CompatInputError(`${where}: there is no rule ${JSON.stringify(rule)}; pinnace compat rules lists them`);
  if (definition === '') throw new CompatInputError(`${where}: the name of the definition is missing`);
  if (reason.trim() === '') throw new CompatInputError(`${where}: the reason is missing`);
  if (!/^\d{4}-\d\d-\d\d$/.test(expires) || Number.isNaN(Date.parse(expires))) {
    throw new CompatInputError(`${where}: expires must be a day, as in 2026-12-31`);
  }
  return { rule, definition, version: read('version'), path: read('path'), reason, expires };
}

interface Sorted {
  readonly findings: readonly Finding[];
  readonly accepted: readonly AcceptedFinding[];
  readonly complaints: readonly string[];
}

/** Takes out what is accepted today, and tells which acceptances are over or concern nothing. */
export function sortAccepted(all: readonly Finding[], acceptances: readonly Acceptance[], today: string): Sorted {
  const used = new Set<Acceptance>();
  const [findings, accepted]: [Finding[], AcceptedFinding[]] = [[], []];
  for (const finding of all) {
    const fitting = acceptances.find((one) => fits(one, finding));
    if (fitting !== undefined) used.add(fitting);
    if (fitting !== undefined && fitting.expires >= today) accepted.push({ ...finding, reason: fitting.reason });
    else findings.push(finding);
  }
  const complaints = acceptances.flatMap((one) => {
    const what = `${one.rule} of ${one.definition}${one.path === '' ? '' : ` ${one.path}`}`;
    if (!used.has(one)) return [`The acceptance of ${what} concerns nothing any more: remove it.`];
    return one.expires < today ? [`The acceptance of ${what} ended on ${one.expires}.`] : [];
  });
  return { findings, accepted, complaints };
}

function fits(one: Acceptance, { rule, definition, version, path }: Finding): boolean {
  if (one.rule !== rule || one.definition !== definition) return false;
  return (one.version === '' || one.version === version) && (one.path === '' || one.path === path);
}
