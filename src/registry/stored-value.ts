import { type EncodedObject, parseJson } from '#machinery';
import { briefBytes, type JsonObject, type ObjectMeta, type Stored, setOwn } from '#meta';
import { DamagedRecord, type Entry } from '#storage';

/**
 * How an object lies in the store: one byte of format, three bytes that say where its resourceVersion belongs, then its
 * JSON. The store gives the revision only when it writes, so the text is kept without it and it is spliced in on the
 * way out: `{…"uid":"u",` + `"resourceVersion":"7",` + `"creationTimestamp":…}`.
 */
const FORMAT = 1;
const HEADER = 4;

export function packValue({ text, revisionAt }: EncodedObject): Uint8Array {
  const length = Buffer.byteLength(text);
  const at = length === text.length ? revisionAt : Buffer.byteLength(text.slice(0, revisionAt));
  const value = Buffer.allocUnsafeSlow(HEADER + length);
  value.writeUInt32BE((FORMAT << 24) | at, 0);
  value.write(text, HEADER, 'utf8');
  return value;
}

/**
 * The same of JSON that somebody else has written, without blanks and without a resourceVersion. Where that belongs is found
 * as codecs put it: those of described kinds, which begin with the kind, in the order of the type, all others in that of names.
 */
export function packJson(json: Uint8Array): Uint8Array {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  const end = bytes.at(-1) === NEWLINE ? bytes.length - 1 : bytes.length;
  const value = Buffer.allocUnsafeSlow(HEADER + end);
  bytes.copy(value, HEADER, 0, end);
  value.writeUInt32BE((FORMAT << 24) | (revisionPlace(value) - HEADER), 0);
  return value;
}

const beforeRevision: ReadonlySet<string> = new Set(['"name"', '"generateName"', '"namespace"', '"selfLink"', '"uid"']);

function revisionPlace(value: Buffer): number {
  const isTyped = value.compare(kindFirst, 0, kindFirst.length, HEADER, HEADER + kindFirst.length) === 0;
  const metadata = [...membersOf(value, HEADER)].find(({ name }) => name === '"metadata"');
  if (metadata === undefined) throw new Error('there is no metadata');
  const members = [...membersOf(value, metadata.start)];
  if (members.some(({ name }) => name === '"resourceVersion"')) throw new Error('there is a resourceVersion in it');
  const later = members.find(({ name }) => (isTyped ? !beforeRevision.has(name) : name > '"resourceVersion"'));
  return later === undefined ? metadata.start + 1 : later.start - 1 - Buffer.byteLength(later.name);
}

interface WireOutput {
  add(piece: string): void;
  addPart(bytes: Uint8Array, from: number, to: number): void;
}

/** Writes the object's JSON with its resourceVersion, without so many of its first bytes. */
export function writeWireJson({ value, revision }: Entry, skipped: number, out: WireOutput): void {
  const at = HEADER + revisionOffset(value);
  out.addPart(value, HEADER + skipped, at);
  out.add(revisionText(revision));
  out.addPart(value, at, value.length);
}

const revisionText = (revision: number): string => `"resourceVersion":"${revision}",`;

/** The object's JSON with its resourceVersion. */
export function wireJson(entry: Entry): Buffer {
  return join(entry, 0, Buffer.allocUnsafe);
}

const NEWLINE = 0x0a;

/** The same with a line's end behind it: an answer to a get, which is sent and not kept. */
export function wireLine(entry: Entry): Buffer {
  const out = join(entry, 1, briefBytes);
  out[out.length - 1] = NEWLINE;
  return out;
}

/** With some room behind it. */
function join(entry: Entry, room: number, allocate: (size: number) => Buffer): Buffer {
  const { value } = entry;
  const at = HEADER + revisionOffset(value);
  const before = at - HEADER;
  const revision = revisionText(entry.revision);
  const out = allocate(value.length - HEADER + revision.length + room);
  out.set(value.subarray(HEADER, at), 0);
  out.write(revision, before, 'latin1');
  out.set(value.subarray(at), before + revision.length);
  return out;
}

function revisionOffset(value: Uint8Array): number {
  if (value[0] !== FORMAT) throw new Error(`stored value of unknown format ${value[0]}`);
  return ((value[1] as number) << 16) | ((value[2] as number) << 8) | (value[3] as number);
}

/** Whether the object's JSON begins with these bytes, which end before its metadata. */
export function beginsWith({ value }: Entry, beginning: Uint8Array): boolean {
  return Buffer.compare(beginning, value.subarray(HEADER, HEADER + beginning.length)) === 0;
}

/** The `apiVersion` of a stored object, found without reading the rest; '' where there is none to be found. */
export function storedApiVersion(value: Uint8Array): string {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  const at = versionBehindKind(bytes);
  if (at > 0) return bytes.toString('latin1', at, bytes.indexOf(QUOTE, at));
  try {
    for (const { name, start } of membersOf(bytes, HEADER)) {
      if (name === '"apiVersion"') return bytes.toString('utf8', start + 1, stringEnd(bytes, start) - 1);
    }
  } catch {
    // A damaged value has no version.
  }
  return '';
}

const kindFirst = Buffer.from('{"kind":"');
const versionNext = Buffer.from('","apiVersion":"');

/** Where the version begins in what codecs write: behind the kind, which is first. 0 where it is otherwise. */
function versionBehindKind(bytes: Buffer): number {
  const kind = HEADER + kindFirst.length;
  if (bytes.compare(kindFirst, 0, kindFirst.length, HEADER, kind) !== 0) return 0;
  const end = bytes.indexOf(QUOTE, kind);
  const at = end + versionNext.length;
  return bytes.compare(versionNext, 0, versionNext.length, end, at) === 0 ? at : 0;
}

/** The text of a value that may be damaged, as it is. */
export function storedText(value: Uint8Array): Uint8Array {
  return value.subarray(HEADER);
}

/** How many bytes `wireJson` would give, about. */
export function wireLength(entry: Entry): number {
  return entry.value.length + 32;
}

/** A fresh object, in the version it was stored in, with its resourceVersion. */
export function parseStored(entry: Entry): Stored {
  try {
    return parseJson(wireJson(entry), { duplicates: false }).value as Stored;
  } catch (error) {
    throw damageOf(entry, error);
  }
}

/** A value that was written in an unreadable form counts as damaged. */
function damageOf({ key, revision }: Entry, error: unknown): DamagedRecord {
  return error instanceof DamagedRecord ? error : new DamagedRecord({ key, revision }, (error as Error).message);
}

/** The metadata alone, without resourceVersion and managed fields: only this part of a large object is parsed. */
export function parseStoredMetadata(entry: Entry): ObjectMeta {
  const { value } = entry;
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  try {
    for (const { name, start } of membersOf(bytes, HEADER))
      if (name === '"metadata"') return readMetadata(bytes, start);
    throw new Error('there is no metadata');
  } catch (error) {
    throw damageOf(entry, error);
  }
}

function readMetadata(bytes: Buffer, start: number): ObjectMeta {
  const metadata: JsonObject = {};
  for (const member of membersOf(bytes, start)) {
    if (member.name === '"managedFields"') continue;
    const text = bytes.subarray(member.start, valueEnd(bytes, member.start));
    setOwn(metadata, JSON.parse(member.name) as string, parseJson(text, { duplicates: false }).value);
  }
  return metadata;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

interface Member {
  /** With its quotes. */
  readonly name: string;
  /** Where its value begins. */
  readonly start: number;
}

/** The members of the object that begins here, one after the other. */
function* membersOf(bytes: Buffer, start: number): Generator<Member> {
  let at = start + 1;
  while (bytes[at] === QUOTE) {
    const nameEnd = stringEnd(bytes, at);
    yield { name: bytes.toString('utf8', at, nameEnd), start: nameEnd + 1 };
    const end = valueEnd(bytes, nameEnd + 1);
    at = bytes[end] === COMMA ? end + 1 : end;
  }
}

/** Behind the closing quote. */
function stringEnd(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(QUOTE, start + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let slashes = 0;
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  throw new Error('it ends within a text');
}

/** Behind the value that begins here. The text is our own, without blanks. */
function valueEnd(bytes: Buffer, start: number): number {
  if (bytes[start] === QUOTE) return stringEnd(bytes, start);
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) at = stringEnd(bytes, at) - 1;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    else if (depth === 0 && (byte === COMMA || isClosing(byte))) return at;
    else if (isClosing(byte) && --depth === 0) return at + 1;
  }
  return bytes.length;
}

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const isClosing = (byte: number): boolean => byte === 0x7d || byte === 0x5d;
