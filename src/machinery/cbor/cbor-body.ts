import { goQuote, isJsonObject, type Json } from '#meta';
import { CborError, CborReader, INDEFINITE, MAJOR, typeName, unaccepted } from './cbor-head.ts';
import { passItem, requireWellFormed } from './well-formed.ts';

/** The words of the real server for bodies that hold no object, or one of which nobody can tell what it is. */

const NULL = 0xf6;

/** Throws unless the bytes are a map, or null, that says of what kind it is in texts. */
export function requireTypedCbor(bytes: Uint8Array): void {
  try {
    const reader = requireMap(bytes, 'v1.TypeMeta');
    if (reader !== undefined) checkMembers(reader);
  } catch (error) {
    if (error instanceof CborError) throw new CborError(`unable to determine group/version/kind: ${error.message}`);
    throw error;
  }
}

/** Throws unless the bytes are a map, or null. */
export function requireCborMap(bytes: Uint8Array): void {
  requireMap(bytes, 'map[string]interface {}');
}

/** Undefined if it is null. */
function requireMap(bytes: Uint8Array, type: string): CborReader | undefined {
  requireWellFormed(bytes);
  const reader = new CborReader(bytes);
  while (reader.next === MAJOR.tag) reader.head();
  if (reader.bytes[reader.at] === NULL) return undefined;
  if (reader.next === MAJOR.map) return reader;
  refuseSimple(reader);
  const isStruct = !type.startsWith('map') && reader.next === MAJOR.array;
  const why = isStruct ? ' (cannot decode CBOR array to struct without toarray option)' : '';
  throw new CborError(`cbor: cannot unmarshal ${typeName(reader.next)} into Go value of type ${type}${why}`);
}

/** What is neither a number nor true, false or null is refused for itself. */
function refuseSimple({ bytes, at, next }: CborReader): void {
  const first = bytes[at] as number;
  const isKnown = first === 0xf4 || first === 0xf5 || (first >= 0xf9 && first <= 0xfb);
  if (next !== MAJOR.simple || isKnown) return;
  const value = first === 0xf8 ? bytes[at + 1] : first & 0x1f;
  throw unaccepted(MAJOR.simple, `simple value ${value} is not recognized`);
}

function checkMembers(reader: CborReader): void {
  const { info, value } = reader.head();
  const seen = new Set<string>();
  for (let at = 0; info === INDEFINITE ? !reader.isBreak : at < value; at++) {
    const key = readKey(reader);
    if (key !== undefined) {
      if (seen.has(key))
        throw new CborError(`cbor: found duplicate map key ${goQuote(key)} at map element index ${at}`);
      seen.add(key);
      if (key === 'kind' || key === 'apiVersion') requireText(reader, key);
    }
    passItem(reader);
  }
}

/** Undefined if it is none that could name a field. */
function readKey(reader: CborReader): string | undefined {
  if (reader.next === MAJOR.bytes || reader.next === MAJOR.text) return reader.string(reader.head()).toString('utf8');
  passItem(reader);
  return undefined;
}

function requireText(reader: CborReader, key: string): void {
  const from = reader.at;
  while (reader.next === MAJOR.tag) reader.head();
  const { next: major } = reader;
  const isGood = major === MAJOR.bytes || major === MAJOR.text || reader.bytes[reader.at] === NULL;
  if (!isGood) refuseSimple(reader);
  reader.at = from;
  if (isGood) return;
  throw new CborError(
    `cbor: cannot unmarshal ${typeName(major)} into Go struct field v1.TypeMeta.${key} of type string`,
  );
}

const unknownField = /^unknown field "(.*)"$/;

/** What is told of fields that nobody knows: only of one, and only at which place of its map it stands. */
export function firstUnknownField(value: Json, reports: readonly string[]): readonly string[] {
  const places = reports.flatMap((report) => placeOf(value, unknownField.exec(report)?.[1] ?? ''));
  const told = toldPlace(places);
  return told === undefined ? [] : [`cbor: found unknown field at map element index ${told}`];
}

/** A map tells of the first of its own, whatever is in its members; without one of its own, of the first member that has one. */
function toldPlace(places: readonly (readonly number[])[]): number | undefined {
  if (places.length === 0) return undefined;
  const own = places.filter(({ length }) => length === 1).map(([at = 0]) => at);
  if (own.length > 0) return Math.min(...own);
  const first = Math.min(...places.map(([at = 0]) => at));
  return toldPlace(places.filter(([at]) => at === first).map((place) => place.slice(1)));
}

/** The indexes of keys and items on the way to a field. */
function placeOf(root: Json, path: string): readonly (readonly number[])[] {
  const place: number[] = [];
  let value: Json = root;
  for (const [, key, index] of path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    if (Array.isArray(value)) {
      place.push(Number(index));
      value = value[Number(index)] ?? null;
    } else if (isJsonObject(value)) {
      const at = Object.keys(value).indexOf(key ?? '');
      if (at < 0) return [];
      place.push(at);
      value = value[key ?? ''] ?? null;
    }
  }
  return place.length === 0 ? [] : [place];
}
