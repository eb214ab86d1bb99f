import { goTypeName } from '../go-words.ts';
import { isObject, type Json, membersOf } from '../json.ts';

/** `%q` */
export function goQuote(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  return `"${Array.from(text, quoteRune).join('')}"`;
}

const plain = /^[ !#-[\]-~]*$/;
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;
const named: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

function quoteRune(rune: string): string {
  const short = named[rune];
  if (short !== undefined) return short;
  if (printable.test(rune)) return rune;
  const code = rune.codePointAt(0) as number;
  if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** `%v` of a number or boolean. Whole numbers are integers, which take no exponent. */
export function goScalar(value: number | bigint | boolean): string {
  if (typeof value !== 'number' || Number.isInteger(value)) return String(value);
  const [mantissa, exponent] = value.toExponential().split('e') as [string, string];
  const power = Number(exponent);
  // Go takes an exponent much earlier than JavaScript does, and of two digits at least.
  if (power >= -4 && power < 6) return String(value);
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** `%#v` */
export function goSyntax(value: Json): string {
  if (value === null) return 'interface {}(nil)';
  if (typeof value === 'string') return goQuote(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (!isObject(value)) return goScalar(value);
  const members = membersOf(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${goTypeName(value)}{${members.map(([name, member]) => `${goQuote(name)}:${goSyntax(member)}`).join(', ')}}`;
}
