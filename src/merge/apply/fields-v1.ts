import { isJsonObject, type Json, type JsonObject } from '#meta';
import { membersOf } from '../json.ts';
import { type FieldNode, FieldSet } from './field-set.ts';
import { indexElement, keyElement, type PathElement, valueElement } from './path-element.ts';
import { MAX_NESTING } from './values.ts';

/** A `fieldsV1` that cannot be read. */
export class FieldsV1Error extends Error {
  override name = 'FieldsV1Error';
}

const SELF = '.';

/** `{"f:a": {".": {}, "f:b": {}}}` are `a` and `a.b`; without the `.` it is only `a.b`. It must not be changed. */
export function writeFieldsV1(set: FieldSet): JsonObject {
  return write(set, {});
}

const nothingBelow: JsonObject = {};

function write(set: FieldSet, fields: JsonObject): JsonObject {
  for (const { element, member, below } of set.nodes) {
    const inner = below.isEmpty ? nothingBelow : write(below, member ? { [SELF]: nothingBelow } : {});
    // No name of an element is `__proto__`.
    fields[element.text] = inner;
  }
  return fields;
}

/** Throws a `FieldsV1Error`. */
export function readFieldsV1(fields: JsonObject): FieldSet {
  return read(fields, 0).below;
}

const leaf: Read = { member: true, below: FieldSet.empty };

/** What is said of one field. */
type Read = Omit<FieldNode, 'element'>;

function read(fields: Json, depth: number): Read {
  if (fields === null) return leaf;
  if (!isJsonObject(fields)) throw new FieldsV1Error(`expected an object, got ${JSON.stringify(fields)}`);
  if (depth > MAX_NESTING) throw new FieldsV1Error('the fields are nested too deeply');
  const keys = Object.keys(fields);
  if (keys.length === 0) return leaf;
  const nodes: FieldNode[] = [];
  let member = false;
  for (const key of keys) {
    const inner = fields[key];
    const element = key === SELF || inner === undefined ? undefined : readElement(key);
    if (key === SELF) member = true;
    if (element === undefined) continue;
    const { member: isMember, below } = read(inner as Json, depth + 1);
    nodes.push({ element, member: isMember, below });
  }
  return nodes.length === 0 ? leaf : { member, below: FieldSet.fromNodes(nodes) };
}

/** Kinds of elements that are not known are left out: a later version may know them. */
function readElement(text: string): PathElement | undefined {
  if (text[1] !== ':') throw new FieldsV1Error(`missing colon: ${text}`);
  const content = text.slice(2);
  switch (text[0]) {
    case 'f':
      return { kind: 'field', text, name: content };
    case 'k':
      return readKey(text, content);
    case 'v':
      return valueElement(readJson(text, content));
    case 'i':
      if (!/^[+-]?\d{1,15}$/.test(content)) throw new FieldsV1Error(`invalid index: ${text}`);
      return indexElement(Number(content));
    default:
      return undefined;
  }
}

function readKey(text: string, content: string): PathElement {
  const keys = readJson(text, content);
  if (!isJsonObject(keys)) throw new FieldsV1Error(`invalid key: ${text}`);
  return keyElement(membersOf(keys).map(([name, value]) => ({ name, value })));
}

function readJson(text: string, content: string): Json {
  // An integer that a double cannot hold would come back as another one.
  if (/^-?\d{16,}$/.test(content)) return BigInt(content);
  try {
    return JSON.parse(content) as Json;
  } catch (cause) {
    throw new FieldsV1Error(`invalid value: ${text}`, { cause });
  }
}
