import { goQuote, isJsonObject, type Json } from '#meta';
import { goTypeName } from '../go-words.ts';
import { membersOf } from '../json.ts';

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
  if (!isJsonObject(value)) return goScalar(value);
  const members = membersOf(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${goTypeName(value)}{${members.map(([name, member]) => `${goQuote(name)}:${goSyntax(member)}`).join(', ')}}`;
}
