import { isJsonObject, type Json, type JsonObject } from '#meta';
import type { Shape } from '../discovery/protobuf-shapes.ts';

/** Any value travels as YAML text, in the form in which the real server writes it. */
export const anyValue: Shape = (writer, value) => writer.text(2, anyYaml(value));

/** As `anyValue`, with the members of objects in order of name. */
export const sortedAnyValue: Shape = (writer, value) => writer.text(2, anyYaml(sorted(value)));

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key] ?? null)]),
  );
}

/** Where a value stands: in which column its lines begin, and whether right behind a dash. */
interface YamlPosition {
  readonly indent: number;
  readonly inList: boolean;
}

export function anyYaml(value: Json): string {
  return `${node(value, { indent: -1, inList: false })}\n`;
}

/** Behind a dash everything is two columns further in, otherwise it is at the next multiple of four. */
function within({ indent, inList }: YamlPosition): number {
  if (indent < 0) return 0;
  return inList ? indent + 2 : 4 * Math.floor((indent + 4) / 4);
}

function node(value: Json, place: YamlPosition): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : list(value, place);
  if (isJsonObject(value)) return Object.keys(value).length === 0 ? '{}' : map(value, place);
  return typeof value === 'string' ? text(value, place) : String(value);
}

function list(items: readonly Json[], place: YamlPosition): string {
  const indent = within(place);
  return items.map((item) => `- ${node(item, { indent, inList: true })}`).join(`\n${' '.repeat(indent)}`);
}

function map(object: JsonObject, place: YamlPosition): string {
  const indent = within(place);
  const inner = { indent, inList: false };
  const lines = Object.entries(object).map(([key, value = null]) => `${text(key, undefined)}:${beside(value, inner)}`);
  return lines.join(`\n${' '.repeat(indent)}`);
}

/** A list or object begins on a line of its own. */
function beside(value: Json, place: YamlPosition): string {
  const written = node(value, place);
  const isBlock = typeof value === 'object' && value !== null && written !== '{}' && written !== '[]';
  return isBlock ? `\n${' '.repeat(within(place))}${written}` : ` ${written}`;
}

/** Texts that YAML would read as null, a boolean, a number or a time. */
const OTHER =
  /^(|~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)|[-+]?0[xX][0-9a-fA-F_]+|[-+]?0[oO][0-7_]+|[-+]?0[bB][01_]+|[-+]?[0-9][0-9_]*|[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ]\s*[0-9]{1,2}:.*)?)$/;
/** Texts that YAML would read as syntax when they begin with or contain these. */
const indicatorPattern = /^[,[\]{}#&*!|>'"%@`]|^[-?:](\s|$)|^(---|\.\.\.)|:(\s|$)|\s#/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unprintablePattern = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ud800-\udfff\ufeff\ufffe\uffff]/;

/** A text; without a position it is a key, which stays on one line. */
function text(value: string, place: YamlPosition | undefined): string {
  // Numbers may have underscores.
  if (OTHER.test(/^[-+.0-9]/.test(value) ? value.replaceAll('_', '') : value)) return quoted(value);
  if (value.includes('\n')) return place === undefined ? quoted(value) : literal(value, place);
  if (unprintablePattern.test(value)) return quoted(value);
  const plain = !indicatorPattern.test(value) && !/^\s|\s$/.test(value);
  return plain ? value : `'${value.replaceAll("'", "''")}'`;
}

function literal(value: string, place: YamlPosition): string {
  // Blanks at the end of a line, or of the whole, would be lost.
  if (unprintablePattern.test(value.replaceAll('\t', '')) || / (\n|$)/.test(value)) return quoted(value);
  const indent = ' '.repeat(place.indent < 0 ? 4 : within(place));
  const chomp = value.endsWith('\n\n') || value === '\n' ? '+' : value.endsWith('\n') ? '' : '-';
  const hint = /^[ \n]/.test(value) ? '4' : '';
  const lines = value.replace(/\n$/, '').split('\n');
  return `|${hint}${chomp}\n${lines.map((line) => (line === '' ? '' : indent + line)).join('\n')}`;
}

const shortEscapes: { readonly [character: string]: string } = {
  '\0': '0',
  '\x07': 'a',
  '\b': 'b',
  '\t': 't',
  '\n': 'n',
  '\v': 'v',
  '\f': 'f',
  '\r': 'r',
  '\x1b': 'e',
  '"': '"',
  '\\': '\\',
  '\x85': 'N',
  '\u2028': 'L',
  '\u2029': 'P',
};

function quoted(value: string): string {
  const escaped = [...value].map((character) => {
    const short = shortEscapes[character];
    if (short !== undefined) return `\\${short}`;
    return unprintablePattern.test(character) ? escapeCode(character.codePointAt(0) ?? 0) : character;
  });
  return `"${escaped.join('')}"`;
}

function escapeCode(code: number): string {
  const digits = code.toString(16).toUpperCase();
  if (code <= 0xff) return `\\x${digits.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}
