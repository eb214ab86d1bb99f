import type { ApiVersion } from '../model.ts';
import type { GeneratedText } from './generator.ts';

type Numbers = { readonly [field: string]: number };

/**
 * The protobuf numbers of the fields of a version, kept in a file beside the types. A number never changes and is never
 * given again: that of a field that is gone stays in the file.
 */
export class FieldNumbers {
  readonly #structs: ReadonlyMap<string, Numbers>;
  readonly path: string;

  constructor(version: ApiVersion, read: (path: string) => string | undefined) {
    this.path = `${version.folder}/field-numbers.json`;
    const known = parse(read(this.path));
    this.#structs = new Map([
      ...Object.entries(known),
      ...version.structs
        .filter(({ isList }) => !isList)
        .map(({ name, fields }): [string, Numbers] => [
          name,
          numbered(
            known[name] ?? {},
            fields.map((field) => field.name),
          ),
        ]),
    ]);
  }

  of(struct: string, field: string): number {
    const number = this.#structs.get(struct)?.[field];
    if (number === undefined) throw new Error(`${struct}.${field} has no number`);
    return number;
  }

  /** Those of fields that are gone. */
  reserved(struct: string, fields: readonly string[]): readonly (readonly [string, number])[] {
    return Object.entries(this.#structs.get(struct) ?? {}).filter(([name]) => !fields.includes(name));
  }

  file(): GeneratedText {
    const sorted = [...this.#structs].sort(([a], [b]) => (a < b ? -1 : 1));
    const lines = sorted.map(([name, numbers]) => {
      const fields = Object.entries(numbers).sort(([, a], [, b]) => a - b);
      const inner = fields.map(([field, number]) => `    ${JSON.stringify(field)}: ${number}`).join(',\n');
      return `  ${JSON.stringify(name)}: {${inner === '' ? '' : `\n${inner}\n  `}}`;
    });
    return { path: this.path, text: `{\n${lines.join(',\n')}\n}\n` };
  }
}

function numbered(known: Numbers, names: readonly string[]): Numbers {
  let last = Math.max(0, ...Object.values(known));
  const added = names.filter((name) => known[name] === undefined).map((name) => [name, next()] as const);
  return { ...known, ...Object.fromEntries(added) };
  function next(): number {
    last += 1;
    // Protobuf keeps these for itself.
    if (last === 19000) last = 20000;
    return last;
  }
}

function parse(text: string | undefined): { readonly [struct: string]: Numbers } {
  return text === undefined ? {} : (JSON.parse(text) as { readonly [struct: string]: Numbers });
}
