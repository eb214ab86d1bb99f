import type { Json } from '#meta';
import { ConversionRuleError } from '../conversion-fault.ts';
import { type Mapping, plainMapping, type Values } from '../mapping.ts';
import { RuleFault, type RuleReader } from '../rule-reader.ts';
import type { Slot } from '../slot.ts';
import type { RuleKind } from './rule-kind.ts';

interface TextParts {
  readonly whole: Slot;
  readonly parts: readonly Slot[];
  join(values: Values): Json | undefined;
  split(text: string): Values;
}

/** One text on one side, its parts on the other. */
function textMapping(word: string, { whole, parts, join, split }: TextParts, wholeIs: 'left' | 'right'): Mapping {
  const toParts = ([value]: Values): Values => (value === undefined ? [] : split(textOf(value, whole)));
  const toWhole = (values: Values): Values => [values.every((value) => value === undefined) ? undefined : join(values)];
  const names = parts.map(({ text }) => text).join(', ');
  return wholeIs === 'left'
    ? plainMapping({
        ...{ text: `${word} ${whole.text} → ${names}`, left: [whole], right: parts },
        ...{ toRight: toParts, toLeft: toWhole },
      })
    : plainMapping({
        ...{ text: `${word} ${names} → ${whole.text}`, left: parts, right: [whole] },
        ...{ toRight: toWhole, toLeft: toParts },
      });
}

function textOf(value: Json | undefined, slot: Slot): string {
  if (typeof value === 'string') return value;
  throw new ConversionRuleError(`${slot.text} is no text`);
}

/**
 * `a:b` is `a` and `b`. A part that is empty is absent, and what is absent at the end leaves no separator: whatever that
 * loses is kept beside it.
 */
function separated(reader: RuleReader, whole: Slot, parts: readonly Slot[]): TextParts {
  const separator = reader.text('separator');
  const last = reader.choice('at', ['first', 'last'], 'first') === 'last';
  if (parts.length < 2) throw new RuleFault('there must be two parts or more');
  return {
    whole,
    parts,
    join: (values) => joined(values, separator),
    split: (text) =>
      cut(text, { separator, last, count: parts.length }).map((part) => (part === '' ? undefined : part)),
  };
}

function joined(values: Values, separator: string): string {
  const length = values.findLastIndex((value) => value !== undefined) + 1;
  return values
    .slice(0, length)
    .map((value) => scalarText(value ?? ''))
    .join(separator);
}

function scalarText(value: Json): string {
  if (typeof value === 'object') throw new ConversionRuleError('an object or list is no part of a text');
  return String(value);
}

interface Cut {
  readonly separator: string;
  readonly last: boolean;
  readonly count: number;
}

/** At most so many parts; what is too much stays in the first or last of them. */
function cut(text: string, { separator, last, count }: Cut): readonly string[] {
  const pieces = text.split(separator);
  const more = pieces.length - count;
  if (more <= 0) return pieces;
  if (last) return [pieces.slice(0, more + 1).join(separator), ...pieces.slice(more + 1)];
  return [...pieces.slice(0, count - 1), pieces.slice(count - 1).join(separator)];
}

/** `split: { from: spec.hostPort, to: [spec.host, spec.port], separator: ":" }` */
export const splitRule: RuleKind = (reader) =>
  textMapping('split', separated(reader, reader.slot('from'), reader.slots('to')), 'left');

/** `join: { from: [spec.host, spec.port], to: spec.hostPort, separator: ":" }` */
export const joinRule: RuleKind = (reader) =>
  textMapping('join', separated(reader, reader.slot('to'), reader.slots('from')), 'right');

/** `https://{host}:{port}/`: texts, and the names of what stands between them. */
function templated(reader: RuleReader, whole: Slot, fields: ReadonlyMap<string, Slot>): TextParts {
  const template = reader.text('template');
  const pieces = template.split(/\{([A-Za-z][A-Za-z0-9]*)\}/);
  const names = pieces.filter((_, index) => index % 2 === 1);
  const texts = pieces.filter((_, index) => index % 2 === 0);
  const parts = names.map((name) => fields.get(name));
  if (names.length === 0 || parts.includes(undefined) || new Set(names).size !== fields.size)
    throw new RuleFault('template must name every field once, as {name}');
  if (texts.slice(1, -1).includes('')) throw new RuleFault('there must be a text between two fields of the template');
  return {
    whole,
    parts: parts as Slot[],
    join: (values) => texts.map((text, at) => text + scalarText(values[at] ?? '')).join(''),
    split: (text) => matched(text, texts, template),
  };
}

/** From left to right, each text where it is found first. */
function matched(text: string, [begin = '', ...texts]: readonly string[], template: string): Values {
  const no = new ConversionRuleError(`${JSON.stringify(text.slice(0, 100))} does not look like ${template}`);
  if (!text.startsWith(begin)) throw no;
  let at = begin.length;
  return texts.map((next, index) => {
    const end = index === texts.length - 1 ? text.length - next.length : text.indexOf(next, at);
    if (end < at || !text.startsWith(next, end)) throw no;
    const part = text.slice(at, end);
    at = end + next.length;
    return part === '' ? undefined : part;
  });
}

/** `parse: { from: spec.url, template: "https://{host}:{port}/", to: { host: spec.host, port: spec.port } }` */
export const parseRule: RuleKind = (reader) =>
  textMapping('parse', templated(reader, reader.slot('from'), reader.namedSlots('to')), 'left');

/** `format: { from: { host: spec.host, port: spec.port }, template: "https://{host}:{port}/", to: spec.url }` */
export const formatRule: RuleKind = (reader) =>
  textMapping('format', templated(reader, reader.slot('to'), reader.namedSlots('from')), 'right');
