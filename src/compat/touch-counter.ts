import { isJsonObject, type Json, type JsonObject, numericEqual } from '#meta';
import { type ApiDefinition, versionNamed } from './api-definition.ts';
import type { Finding } from './finding.ts';
import { fewerValuesRules } from './rules/fewer-values-rules.ts';
import type { RuleId } from './rules/index.ts';
import { ValueJudge } from './values/validity.ts';

/** So many objects are named. */
const MAX_EXAMPLES = 3;

/** Rules that make some values invalid: the objects that have such a value are touched. */
const tightening: ReadonlySet<RuleId> = new Set<RuleId>([
  ...fewerValuesRules,
  'cel-rule-tightened',
  'status-tightened',
  'topology-changed',
  'embedded-resource-changed',
]);
/** Rules that take a field away: the objects that have something there are touched. */
const removing: ReadonlySet<RuleId> = new Set<RuleId>([
  'field-removed',
  'field-renamed',
  'field-moved',
  'singular-made-plural',
  'round-trip-loses',
  'made-immutable',
  'union-changed',
]);
/** Rules that concern every object. */
const sweeping: ReadonlySet<RuleId> = new Set<RuleId>([
  'identity-changed',
  'stored-version-removed',
  'new-version-stored-at-once',
  'conversion-changed',
  'unknown-fields-changed',
]);

type Touches = (object: JsonObject) => boolean;

interface Counted {
  readonly finding: Finding;
  readonly touches: Touches | undefined;
  count: number;
  readonly examples: string[];
}

/** Counts the stored objects that findings about one version touch. Objects are shown to it one at a time, in that version. */
export class TouchCounter {
  readonly #counted: readonly Counted[];
  #objects = 0;

  constructor(old: ApiDefinition, next: ApiDefinition, findings: readonly Finding[]) {
    this.#counted = findings.map((finding) => ({
      finding,
      touches: touchesOf(finding, old, next),
      count: 0,
      examples: [],
    }));
  }

  add(object: JsonObject): void {
    this.#objects++;
    for (const counted of this.#counted) {
      if (counted.touches?.(object) !== true) continue;
      counted.count++;
      if (counted.examples.length < MAX_EXAMPLES) counted.examples.push(keyOf(object));
    }
  }

  /** The findings with what was counted. Those that say nothing about objects stay as they were. */
  findings(): readonly Finding[] {
    return this.#counted.map(({ finding, touches, count, examples }) =>
      touches === undefined ? finding : { ...finding, touched: { count, of: this.#objects, examples } },
    );
  }
}

function keyOf({ metadata }: JsonObject): string {
  const { namespace, name } = isJsonObject(metadata) ? metadata : {};
  return [namespace, name].filter((part) => typeof part === 'string').join('/');
}

function touchesOf(finding: Finding, old: ApiDefinition, next: ApiDefinition): Touches | undefined {
  const { rule, path, version } = finding;
  if (sweeping.has(rule)) return () => true;
  if (removing.has(rule)) return (object) => valuesAt(object, stepsOf(path)).length > 0;
  if (rule === 'version-removed') return (object) => wasWrittenIn(object, `${old.group}/${version}`);
  if (rule === 'default-added') return (object) => valuesAt(object, stepsOf(path)).length === 0;
  if (rule === 'default-changed' || rule === 'default-removed') return (object) => hasOldDefault(object, finding, old);
  return tightening.has(rule) ? violates(finding, old, next) : undefined;
}

/** Objects that the new schema refuses at the place of the finding, and the old one does not. */
function violates({ path, version }: Finding, old: ApiDefinition, next: ApiDefinition): Touches | undefined {
  const [before, after] = [versionNamed(old, version)?.structural, versionNamed(next, version)?.structural];
  if (after === undefined) return undefined;
  const place = placePattern(path);
  const judge = new ValueJudge(after, { isWholeObject: true });
  const former = before === undefined ? undefined : new ValueJudge(before, { isWholeObject: true });
  return (object) => {
    const faulty = judge.faultyFields(object).filter((field) => place.test(field));
    return faulty.length > 0 && !(former?.faultyFields(object).some((field) => faulty.includes(field)) ?? false);
  };
}

/** `spec.ports[*].name` as a pattern of `spec.ports[0].name`, and of what lies below it. */
function placePattern(path: string): RegExp {
  const steps = stepsOf(path).map((step, at) => {
    if (step === '[*]') return '\\[\\d+\\]';
    if (step === '{*}') return '(?:\\.[^.[]+|\\[[^\\]]*\\])';
    return `${at === 0 ? '' : '\\.'}${step.replace(/[^\w]/g, '\\$&')}`;
  });
  return new RegExp(`^${steps.join('')}(?:$|[.[])`);
}

function stepsOf(path: string): readonly string[] {
  return path.match(/\[\*\]|\{\*\}|[^.[{]+/g) ?? [];
}

function valuesAt(value: Json | undefined, [step, ...rest]: readonly string[]): readonly Json[] {
  if (value === undefined || value === null) return [];
  if (step === undefined) return [value];
  if (step === '[*]') return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, rest)) : [];
  if (!isJsonObject(value)) return [];
  if (step === '{*}') return Object.values(value).flatMap((item) => valuesAt(item, rest));
  return Object.hasOwn(value, step) ? valuesAt(value[step], rest) : [];
}

/** Whether managed fields name that version. */
function wasWrittenIn({ metadata }: JsonObject, apiVersion: string): boolean {
  const { managedFields } = isJsonObject(metadata) ? metadata : {};
  return (
    Array.isArray(managedFields) &&
    managedFields.some((entry) => isJsonObject(entry) && entry.apiVersion === apiVersion)
  );
}

/** An absent value and one that equals the default cannot be told apart once the object is read. */
function hasOldDefault(object: JsonObject, { path, version }: Finding, old: ApiDefinition): boolean {
  let schema = versionNamed(old, version)?.schema;
  const steps = stepsOf(path);
  for (const step of steps)
    schema = step === '[*]' ? schema?.items : step === '{*}' ? schema?.values : schema?.properties.get(step);
  return valuesAt(object, steps).some((value) => numericEqual(value, schema?.default));
}
