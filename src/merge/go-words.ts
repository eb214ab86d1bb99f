import { compareUtf8, isJsonObject, type Json, type JsonObject, jsonTypeName } from '#meta';
import { membersOf } from './json.ts';
import { MalformedPatchError } from './patch-errors.ts';

/** A value of the wrong type for what it was read into. */
export function cannotUnmarshal(value: Json, into: string): MalformedPatchError {
  return new MalformedPatchError(`json: cannot unmarshal ${jsonTypeName(value)} into Go ${into}`);
}

/** Go's type of a decoded JSON value, as messages print it. Whole numbers are int64. */
export function goTypeName(value: Json): string {
  if (value === null) return '%!s(<nil>)';
  if (Array.isArray(value)) return '[]interface {}';
  switch (typeof value) {
    case 'object':
      return 'map[string]interface {}';
    case 'boolean':
      return 'bool';
    case 'string':
      return 'string';
    default:
      return isInt64(value) ? 'int64' : 'float64';
  }
}

function isInt64(value: number | bigint): boolean {
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value;
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63;
}

/** `%v`: `map[a:1 b:[x y]]`. */
export function goValue(value: Json): string {
  return format(value, goScalar);
}

/** `%s`: what is no string gets Go's complaint, `%!s(int64=5)`. */
export function goString(value: Json): string {
  if (value === null) return '%!s(<nil>)';
  return format(value, (scalar) =>
    typeof scalar === 'string' || scalar === null ? goScalar(scalar) : `%!s(${goTypeName(scalar)}=${goScalar(scalar)})`,
  );
}

type Scalar = null | boolean | number | bigint | string;
type Waiting = { readonly text: string } | { readonly value: Json };

/** Values as deep as a body may be would overflow the stack: what is still to be written waits in a list. */
function format(value: Json, scalar: (value: Scalar) => string): string {
  const written: string[] = [];
  const waiting: Waiting[] = [{ value }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ('text' in next) written.push(next.text);
    else if (Array.isArray(next.value)) pushAll(waiting, listParts(next.value));
    else if (isJsonObject(next.value)) pushAll(waiting, mapParts(next.value));
    else written.push(scalar(next.value));
  }
  return written.join('');
}

function pushAll(waiting: Waiting[], parts: readonly Waiting[]): void {
  for (let at = parts.length - 1; at >= 0; at--) waiting.push(parts[at] as Waiting);
}

function listParts(list: readonly Json[]): Waiting[] {
  const parts: Waiting[] = [{ text: '[' }];
  for (const [at, value] of list.entries()) {
    if (at > 0) parts.push({ text: ' ' });
    parts.push({ value });
  }
  parts.push({ text: ']' });
  return parts;
}

function mapParts(object: JsonObject): Waiting[] {
  const parts: Waiting[] = [{ text: 'map[' }];
  const members = membersOf(object).sort(([a], [b]) => compareUtf8(a, b));
  for (const [at, [key, value]] of members.entries()) {
    parts.push({ text: `${at > 0 ? ' ' : ''}${key}:` }, { value });
  }
  parts.push({ text: ']' });
  return parts;
}

function goScalar(value: Scalar): string {
  if (value === null) return '<nil>';
  return typeof value === 'number' && !isInt64(value) ? goFloat(value) : String(value);
}

/** `%v` of a float takes an exponent much earlier than JavaScript does, and of two digits at least. */
function goFloat(value: number): string {
  const [mantissa, exponent] = value.toExponential().split('e') as [string, string];
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(value);
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}
