import type { Json } from '#meta';
import { isJsonObject } from '#meta';
import { canonicalText } from '#schema';
import type { FieldPair } from '../field-pair.ts';
import type { Path } from '../finding.ts';
import { pathText } from '../finding.ts';
import type { VersionReport } from '../report.ts';
import type { SchemaView } from '../schema-view.ts';
import { mentions } from './cel-check.ts';
import { checkConventions } from './convention-check.ts';

/** A field that came or went. */
interface FieldChange {
  readonly name: string;
  readonly path: Path;
  readonly schema: SchemaView;
  readonly parent: FieldPair;
}

/** Collects the fields that came and went in a version. What became of them shows only when all are known. */
export class FieldChanges {
  readonly #removed: FieldChange[] = [];
  readonly #added: FieldChange[] = [];

  look(pair: FieldPair): void {
    const { old, next, path } = pair;
    for (const [name, schema] of old.properties) {
      if (!next.properties.has(name)) this.#removed.push({ name, schema, path: [...path, name], parent: pair });
    }
    for (const [name, schema] of next.properties) {
      if (!old.properties.has(name)) this.#added.push({ name, schema, path: [...path, name], parent: pair });
    }
  }

  tell(report: VersionReport): void {
    const taken = new Set<FieldChange>();
    for (const removed of this.#removed) {
      const { rule, message, added } = this.#fate(removed, taken);
      if (added !== undefined) taken.add(added);
      report.note({ rule, path: removed.path, message });
    }
    for (const added of this.#added) {
      if (!taken.has(added)) tellCompanion(added, report);
      checkConventions(added.schema, added.path, report);
    }
  }

  #fate(removed: FieldChange, taken: ReadonlySet<FieldChange>) {
    const free = this.#added.filter((added) => !taken.has(added));
    const beside = free.filter(({ parent }) => parent === removed.parent);
    const list = beside.find((added) => isPluralOf(added, removed));
    if (list !== undefined) {
      const message = `the field is gone, and the list ${list.name} came`;
      return { rule: 'singular-made-plural', message, added: list } as const;
    }
    const renamed = beside.find((added) => isRenamed(removed, added));
    if (renamed !== undefined) {
      return { rule: 'field-renamed', message: `the field is called ${renamed.name} now`, added: renamed } as const;
    }
    const moved = free.find((added) => isMoved(removed, added));
    if (moved !== undefined) {
      return { rule: 'field-moved', message: `the field is at ${pathText(moved.path)} now`, added: moved } as const;
    }
    return { rule: 'field-removed', message: 'the field is gone', added: undefined } as const;
  }
}

/** New fields that say what an old one beside them says. */
function tellCompanion(added: FieldChange, report: VersionReport): void {
  const { name, path, parent } = added;
  if (path[0] === 'status') return;
  for (const [other, schema] of parent.old.properties) {
    if (!parent.next.properties.has(other) || isLinked(parent.next, name, other)) continue;
    const sibling: FieldChange = { name: other, schema, path, parent };
    if (isPluralOf(added, sibling)) {
      const message = `a list beside ${other}, and no rule links the two`;
      report.note({ rule: 'singular-made-plural', path, message, doubt: 'undecided' });
    } else if (isAnotherWay(added, sibling)) {
      const message = `says the same as ${other}, and no rule links the two`;
      report.note({ rule: 'two-fields-for-one-thing', path, message });
    }
  }
}

function isLinked({ rules }: SchemaView, one: string, other: string): boolean {
  return rules.some(({ rule = '' }) => mentions(rule, one) && mentions(rule, other));
}

function isPluralOf({ name, schema }: FieldChange, { name: single, schema: one }: FieldChange): boolean {
  if (schema.type !== 'array' || schema.items?.type !== one.type) return false;
  return [`${single}s`, `${single}es`, single.replace(/y$/, 'ies'), `${single}List`].includes(name) && name !== single;
}

const suffixes = /(In[A-Z]\w*|Seconds|Minutes|Hours|Millis|Milliseconds|Bytes|MB|GB|V\d|\d)$/;

/** `timeoutSeconds` for `timeout`; or an old field whose description sends its readers to the new one. */
function isAnotherWay(added: FieldChange, { name, schema }: FieldChange): boolean {
  if (added.name !== name && added.name.replace(suffixes, '') === name && isScalar(added.schema) && isScalar(schema))
    return true;
  const next = added.parent.next.properties.get(name)?.description ?? '';
  return /deprecated/i.test(next) && !/deprecated/i.test(schema.description) && mentions(next, added.name);
}

function isScalar({ type }: SchemaView): boolean {
  return type !== 'object' && type !== 'array' && type !== 'any';
}

/** The same shape, and words or names that are alike: two texts alone say nothing. */
function isRenamed(removed: FieldChange, added: FieldChange): boolean {
  if (shapeOf(removed.schema) !== shapeOf(added.schema)) return false;
  if (removed.schema.properties.size > 1) return true;
  if (sameWords(removed, added)) return true;
  const [a, b] = [removed.name.toLowerCase(), added.name.toLowerCase()];
  return a.includes(b) || b.includes(a) || distance(a, b) <= Math.max(a.length, b.length) / 3;
}

function isMoved(removed: FieldChange, added: FieldChange): boolean {
  if (removed.name !== added.name || removed.parent === added.parent) return false;
  return (
    shapeOf(removed.schema) === shapeOf(added.schema) &&
    (sameWords(removed, added) || removed.schema.properties.size > 1)
  );
}

function sameWords(a: FieldChange, b: FieldChange): boolean {
  return a.schema.description !== '' && a.schema.description === b.schema.description;
}

const shapes = new WeakMap<object, string>();

/** A schema without its words, as one text. */
function shapeOf({ source }: SchemaView): string {
  const known = shapes.get(source);
  if (known !== undefined) return known;
  const text = canonicalText(withoutWords(source as Json));
  shapes.set(source, text);
  return text;
}

function withoutWords(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutWords);
  if (!isJsonObject(schema)) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => key !== 'description' || typeof value !== 'string');
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutWords(value as Json)]));
}

/** How many letters must change to make one word of another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
