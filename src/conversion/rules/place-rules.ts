import type { Json } from '#meta';
import { ConversionRuleError } from '../conversion-fault.ts';
import { type Mapping, plainMapping, type Values } from '../mapping.ts';
import { RuleFault, type RuleReader } from '../rule-reader.ts';
import type { Slot } from '../slot.ts';
import type { RuleContext, RuleKind } from './rule-kind.ts';

const same = (values: Values): Values => values;

/** `rename: { from: spec.old, to: spec.new }`, and `move`, which may change the parent. */
export const moveRule: RuleKind = (reader) => {
  const [from, to] = [reader.slot('from'), reader.slot('to')];
  return plainMapping({
    text: `move ${from.text} → ${to.text}`,
    left: [from],
    right: [to],
    toRight: same,
    toLeft: same,
  });
};

export const renameRule: RuleKind = (reader, context) => {
  const mapping = moveRule(reader, context);
  const parentOf = ([slot]: readonly Slot[]): string => (slot?.steps ?? []).slice(0, -1).join('.');
  if (parentOf(mapping.left) !== parentOf(mapping.right))
    throw new RuleFault('from and to lie in different objects: this is a move');
  return mapping;
};

/** The version that a rule speaks of by `in`, as a side. */
function sideOf(reader: RuleReader, { from, to }: RuleContext): 'left' | 'right' {
  return reader.choice('in', [from, to]) === from ? 'left' : 'right';
}

/** A mapping with a slot on one side only. */
function oneSided(text: string, slot: Slot, { side, lossy }: { side: 'left' | 'right'; lossy: boolean }): Mapping {
  const nothing = (): Values => [];
  const [left, right] = side === 'left' ? [[slot], []] : [[], [slot]];
  return plainMapping({ text, left, right, lossy, isDeletion: lossy, toRight: nothing, toLeft: nothing });
}

/** `preserve: { path: spec.extra, in: v1 }`: only one version has the field; the other keeps it in an annotation. */
export const preserveRule: RuleKind = (reader, context) => {
  const slot = reader.slot('path');
  return oneSided(`preserve ${slot.text}`, slot, { side: sideOf(reader, context), lossy: false });
};

/** `delete: { path: spec.extra, in: v1 }`: declared lost. */
export const deleteRule: RuleKind = (reader, context) => {
  const slot = reader.slot('path');
  reader.text('reason', ' ');
  return oneSided(`delete ${slot.text}`, slot, { side: sideOf(reader, context), lossy: true });
};

/** `constant: { path: spec.engine, in: v2, value: fast }`: objects of that version always say so. */
export const constantRule: RuleKind = (reader, context) => {
  const [slot, side, value] = [reader.slot('path'), sideOf(reader, context), givenValue(reader)];
  const [left, right] = side === 'left' ? [[slot], []] : [[], [slot]];
  const make = (): Values => [value];
  const forget = (): Values => [];
  const [toLeft, toRight] = side === 'left' ? [make, forget] : [forget, make];
  return plainMapping({ text: `constant ${slot.text}`, left, right, toLeft, toRight, always: true });
};

/** `default: { path: spec.size, in: v2, value: 1 }`: objects of that version have it, whether or not the others say it. */
export const defaultRule: RuleKind = (reader, context) => {
  const [slot, side, value] = [reader.slot('path'), sideOf(reader, context), givenValue(reader)];
  const fill = ([given]: Values): Values => [given ?? value];
  const [toLeft, toRight] = side === 'left' ? [fill, same] : [same, fill];
  return plainMapping({ text: `default ${slot.text}`, left: [slot], right: [slot], toLeft, toRight, always: true });
};

function givenValue(reader: RuleReader): Json {
  const value = reader.any('value');
  if (value === undefined) throw new RuleFault('value is missing');
  return value;
}

const typeNames = ['string', 'integer', 'number', 'boolean', 'json'] as const;
type TypeName = (typeof typeNames)[number];

/** An annotation or a label on one side, a field on the other. */
function metadataRule(map: 'annotations' | 'labels', word: string, fieldIs: 'left' | 'right'): RuleKind {
  return (reader) => {
    const note = reader.annotation(map, word);
    const field = reader.slot(fieldIs === 'right' ? 'to' : 'from');
    const type = reader.choice('type', typeNames, 'string');
    const toField = ([text]: Values): Values => [text === undefined ? undefined : fromText(String(text), type)];
    const toNote = ([value]: Values): Values => [value === undefined ? undefined : toText(value, type)];
    const sides =
      fieldIs === 'right'
        ? { left: [note], right: [field], toRight: toField, toLeft: toNote }
        : { left: [field], right: [note], toRight: toNote, toLeft: toField };
    return plainMapping({ text: `${word} ${note.text} ↔ ${field.text}`, ...sides });
  };
}

export const annotationToField = metadataRule('annotations', 'annotation', 'right');
export const fieldToAnnotation = metadataRule('annotations', 'annotation', 'left');
export const labelToField = metadataRule('labels', 'label', 'right');
export const fieldToLabel = metadataRule('labels', 'label', 'left');

/** A value of a type, from a text that says it. */
export function fromText(text: string, type: TypeName): Json {
  if (type === 'string') return text;
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const isNumber = type === 'integer' ? /^-?(0|[1-9]\d*)$/.test(text) : /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(text);
  if ((type === 'integer' || type === 'number') && isNumber) return exactNumber(text);
  if (type === 'json') return parsedJson(text);
  throw new ConversionRuleError(`${JSON.stringify(text.slice(0, 100))} is no ${type}`);
}

function exactNumber(text: string): number | bigint {
  const number = Number(text);
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(number) ? BigInt(text) : number;
}

function parsedJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new ConversionRuleError(`${JSON.stringify(text.slice(0, 100))} is no JSON`);
  }
}

export function toText(value: Json, type: TypeName): string {
  if (type === 'json') return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? Number(part) : part));
  if (typeof value === 'object') throw new ConversionRuleError('an object or list is no text');
  return String(value);
}
