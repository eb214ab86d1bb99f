import { goQuote, isJsonObject, type Json } from '#meta';

/** How `%#v` shows a value that go-yaml made: keys in order. */
export function goSyntax(value: Json): string {
  return value === null ? '<nil>' : inside(value);
}

function inside(value: Json): string {
  if (value === null) return 'interface {}(nil)';
  if (typeof value === 'string') return goQuote(value);
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return goFloat(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(inside).join(', ')}}`;
  if (isJsonObject(value)) return mapSyntax(value);
  const isUnsigned = typeof value === 'bigint' && BigInt.asIntN(64, value) !== value;
  return isUnsigned ? `0x${value.toString(16)}` : String(value);
}

function mapSyntax(map: { readonly [key: string]: Json | undefined }): string {
  const members = Object.keys(map)
    .sort()
    .map((key) => `${goQuote(key)}:${inside(map[key] ?? null)}`);
  return `map[interface {}]interface {}{${members.join(', ')}}`;
}

/** The shortest text of a double, as `%v` shows it. */
export function goFloat(value: number): string {
  if (Number.isFinite(value)) return withExponent(value.toExponential());
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}

/** A key that is no integer is written with the precision of a float of 32 bits. */
export function goFloat32(value: number): string {
  const single = Math.fround(value);
  if (Number.isNaN(single)) return '.nan';
  if (!Number.isFinite(single)) return single > 0 ? '.inf' : '-.inf';
  for (let digits = 0; ; digits++) {
    const text = single.toExponential(digits);
    if (Math.fround(Number(text)) === single) return withExponent(text);
  }
}

/** From 1e+06 on, and below 1e-04, there is an exponent, of at least two digits. */
function withExponent(text: string): string {
  const [mantissa, exponent] = text.split('e') as [string, string];
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(Number(text));
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}
