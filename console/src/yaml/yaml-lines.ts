import { isObject, type Json } from '../api/types.ts';

export type Path = readonly (string | number)[];

/** One line of an object's YAML, and which value of the object it shows. */
export interface YamlLine {
  readonly path: Path;
  readonly indent: number;
  /** The dashes of list items that begin in this line. */
  readonly dashes: string;
  /** Undefined for an item of a list, and for a further line of a text. */
  readonly key: string | undefined;
  /** '' where the value follows in the next lines. */
  readonly text: string;
}

/** The name of a path that tells it from all others. */
export const pathKey = (path: Path): string => JSON.stringify(path);

/** The lines of a value, as kubectl prints it. */
export function yamlLines(value: Json): readonly YamlLine[] {
  const lines: YamlLine[] = [];
  if (isObject(value) || Array.isArray(value)) {
    if (isEmpty(value)) return [{ path: [], indent: 0, dashes: '', key: undefined, text: scalar(value) }];
    children({ lines, path: [], indent: 0, dashes: '' }, value as Json);
  } else {
    lines.push({ path: [], indent: 0, dashes: '', key: undefined, text: scalar(value) });
  }
  return lines;
}

export function yamlText(value: Json): string {
  return yamlLines(value).map(lineText).join('\n').concat('\n');
}

export function lineText({ indent, dashes, key, text }: YamlLine): string {
  const head = `${' '.repeat(indent)}${dashes}`;
  if (key === undefined) return (head + text).trimEnd();
  return text === '' ? `${head}${key}:` : `${head}${key}: ${text}`;
}

interface Cursor {
  readonly lines: YamlLine[];
  readonly path: Path;
  readonly indent: number;
  /** Dashes that stand before the first line of what follows. */
  readonly dashes: string;
}

function children(cursor: Cursor, value: Json): void {
  const isList = Array.isArray(value);
  const entries: (readonly [string | number, Json])[] = isList
    ? [...(value as readonly Json[]).entries()]
    : Object.entries(value as object).filter(([, child]) => child !== undefined);
  for (const [at, [key, child]] of entries.entries()) {
    // The dashes of the outer list stand only before the first line.
    const outer = at === 0 ? cursor.dashes : '';
    const indent = at === 0 ? cursor.indent : cursor.indent + cursor.dashes.length;
    const here = { lines: cursor.lines, path: [...cursor.path, key], indent, dashes: outer };
    if (isList) item(here, child);
    else member(here, String(key), child);
  }
}

function item(cursor: Cursor, value: Json): void {
  const { lines, path, indent } = cursor;
  const dashes = `${cursor.dashes}- `;
  if (isNested(value)) children({ lines, path, indent, dashes }, value);
  else {
    const [first = '', ...rest] = scalarLines(value);
    lines.push({ path, indent, dashes, key: undefined, text: first });
    furtherLines(cursor, rest, indent + dashes.length);
  }
}

function member(cursor: Cursor, key: string, value: Json): void {
  const { lines, path, indent, dashes } = cursor;
  const inner = indent + dashes.length;
  if (isNested(value)) {
    lines.push({ path, indent, dashes, key: scalarKey(key), text: '' });
    // Lists stand below their key without another indentation, as kubectl writes them.
    children({ lines, path, indent: Array.isArray(value) ? inner : inner + 2, dashes: '' }, value);
    return;
  }
  const [first = '', ...rest] = scalarLines(value);
  lines.push({ path, indent, dashes, key: scalarKey(key), text: first });
  furtherLines(cursor, rest, inner + 2);
}

function furtherLines({ lines, path }: Cursor, texts: readonly string[], indent: number): void {
  for (const text of texts) lines.push({ path, indent: text === '' ? 0 : indent, dashes: '', key: undefined, text });
}

const isEmpty = (value: Json): boolean =>
  Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
const isNested = (value: Json): boolean => typeof value === 'object' && value !== null && !isEmpty(value);

/** A text of several lines is written as a block, so that it can be read. */
function scalarLines(value: Json): readonly string[] {
  if (typeof value !== 'string' || !canBeBlock(value)) return [scalar(value)];
  const keep = value.endsWith('\n\n') ? '+' : value.endsWith('\n') ? '' : '-';
  return [`|${keep}`, ...(value.endsWith('\n') ? value.slice(0, -1) : value).split('\n')];
}

function canBeBlock(text: string): boolean {
  // A block cannot begin with a space, and hides spaces at the ends of lines and what cannot be printed.
  return text.includes('\n') && !/^\s/.test(text) && !/[ \t](\n|$)/.test(text) && !unprintable.test(text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/;

function scalar(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return '[]';
  if (typeof value === 'object') return '{}';
  if (typeof value !== 'string') return String(value);
  return isPlain(value) ? value : JSON.stringify(value);
}

const scalarKey = (key: string): string => (isPlain(key) ? key : JSON.stringify(key));

/** Whether a reader of YAML takes the bare word for this very text. */
function isPlain(text: string): boolean {
  if (!/^[A-Za-z0-9_/][\w ./@+=,()*<>;~^%$-]*(:[\w./@+=,()*<>;~^%$-]+)*$/.test(text) || text.endsWith(' '))
    return false;
  if (/^(true|false|yes|no|on|off|null|y|n|~)$/i.test(text)) return false;
  // What might be a number or a time, in any version of YAML, is quoted.
  return !/^[0-9]/.test(text) || (startsLikeNumber.test(text) && !/^0[xob]/i.test(text));
}

/** Texts that begin with digits and are no number for anybody: `100m`, `0 3 * * *`. */
const startsLikeNumber = /^[0-9]+(([A-Za-z_-][\w.-]*)?[A-Za-z]| [^:]*)$/;
