import { posix } from 'node:path';
import type { ApiStruct, ApiVersion } from '../model.ts';

/** How generated modules name other files: `./types.js`, `./types.ts`, `./types`. */
export type ImportEnding = '.js' | '.ts' | '';

export interface PrintOptions {
  /** What stands above all that is generated, as a comment; from `--header-file`. */
  readonly header: string;
  readonly importEnding: ImportEnding;
}

const WIDTH = 120;

/** The first lines of a generated module. */
export function moduleHead(generator: string, { header }: PrintOptions): string {
  return `${header === '' ? '' : `${header.trimEnd()}\n\n`}// Made by 'pinnace gen ${generator}'. Change the types, not this.\n`;
}

/** A comment of one or more lines, with the indentation that is wanted. */
export function docComment(text: string, indent = ''): string {
  if (text === '') return '';
  const safe = text.replaceAll('*/', '* /');
  if (!safe.includes('\n') && indent.length + safe.length + 7 <= WIDTH) return `${indent}/** ${safe} */\n`;
  const lines = safe.split('\n').flatMap((line) => wrap(line, WIDTH - indent.length - 3));
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) as string;
    if (last !== '' && last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

const identifier = /^[A-Za-z_$][\w$]*$/;

export const propertyName = (name: string): string => (identifier.test(name) ? name : quoted(name));
export const property = (object: string, name: string): string =>
  identifier.test(name) ? `${object}.${name}` : `${object}[${quoted(name)}]`;

/** With single quotes. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
export const lower = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1);

/** `batch.example.com` and `core/v1` as a word of a program. */
export const camel = (text: string): string =>
  lower(
    text
      .split(/[^A-Za-z0-9]+/)
      .map(capital)
      .join(''),
  ).replace(/^(\d)/, '_$1');

/** A JSON value as an expression; in lines of its own where it is too long for one. */
export function literal(value: unknown, { indent = '', before = 0 }: LiteralPlace = {}): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return String(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  const parts = (place: LiteralPlace): readonly string[] =>
    Array.isArray(value)
      ? value.map((item) => literal(item, place))
      : Object.entries(value).map(([name, inner]) => {
          const key = `${propertyName(name)}: `;
          return `${key}${literal(inner, { ...place, before: key.length })}`;
        });
  const endless = { indent: '', before: Number.NEGATIVE_INFINITY };
  const line = `${open}${parts(endless).join(', ')}${close}`;
  if (line === '{  }') return '{}';
  if (indent.length + before + line.length + 1 <= WIDTH) return line;
  const lines = parts({ indent: `${indent}  `, before: 0 }).map((part) => `${indent}  ${part},\n`);
  return `${open.trim()}\n${lines.join('')}${indent}${close.trim()}`;
}

interface LiteralPlace {
  /** Of the line that it begins in. */
  readonly indent?: string;
  /** How many characters stand before it in its line. */
  readonly before?: number;
}

/** The imports of one module that is written, collected while it is. */
export class Imports {
  readonly #folder: string;
  readonly #ending: ImportEnding;
  readonly #values = new Map<string, Set<string>>();
  readonly #types = new Map<string, Set<string>>();
  readonly #namespaces = new Map<string, string>();

  /** For a module in a folder: `api/batch/v1`. */
  constructor(folder: string, { importEnding }: Pick<PrintOptions, 'importEnding'>) {
    this.#folder = folder;
    this.#ending = importEnding;
  }

  value(module: string, name: string): string {
    add(this.#values, module, name);
    return name.split(' as ').at(-1) as string;
  }

  type(module: string, name: string): string {
    add(this.#types, module, name);
    return name.split(' as ').at(-1) as string;
  }

  /** A file of the project, without its ending, as a module of this one. */
  file(path: string): string {
    const way = posix.relative(this.#folder, path.replace(/\.ts$/, ''));
    return `${way.startsWith('.') ? '' : './'}${way}${this.#ending}`;
  }

  /** The user's type for a struct: `v1.Gear`, or another word where that one is taken. */
  structType(version: ApiVersion, struct: ApiStruct, own = camel(version.name)): string {
    const isOwn = struct.place.file === `${version.folder}/types.ts`;
    const module = struct.module ?? this.file(struct.place.file);
    const name = isOwn ? own : camel(posix.basename(module, posix.extname(module)));
    this.#namespaces.set(module, name);
    return `${name}.${struct.name}`;
  }

  /** Types and values of one module stand together; packages come first. */
  toString(): string {
    const modules = [...new Set([...this.#values.keys(), ...this.#types.keys()])];
    const named = modules.map(
      (module) => [module, importLine(module, this.#values.get(module), this.#types.get(module))] as const,
    );
    const namespaces = [...this.#namespaces].map(
      ([module, name]) => [module, `import type * as ${name} from '${module}';`] as const,
    );
    const rank = (module: string): string =>
      `${module.startsWith('.') ? (module.startsWith('..') ? 1 : 2) : 0}${module}`;
    return [...named, ...namespaces]
      .sort(([a, one], [b, other]) => compare(rank(a), rank(b)) || compare(other, one))
      .map(([, line]) => `${line}\n`)
      .join('');
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function add(map: Map<string, Set<string>>, module: string, name: string): void {
  map.set(module, (map.get(module) ?? new Set()).add(name));
}

function importLine(
  module: string,
  values: ReadonlySet<string> = new Set(),
  types: ReadonlySet<string> = new Set(),
): string {
  const onlyTypes = values.size === 0;
  const names = [
    ...[...types].filter((name) => !values.has(name)).map((name) => [name, onlyTypes ? name : `type ${name}`] as const),
    ...[...values].map((name) => [name, name] as const),
  ]
    .sort(([a], [b]) => compare(a.toLowerCase(), b.toLowerCase()))
    .map(([, text]) => text);
  const begin = onlyTypes ? 'import type' : 'import';
  const line = `${begin} { ${names.join(', ')} } from '${module}';`;
  if (line.length <= WIDTH) return line;
  return `${begin} {\n${names.map((name) => `  ${name},\n`).join('')}} from '${module}';`;
}
