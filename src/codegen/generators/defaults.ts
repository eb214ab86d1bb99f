import { type ApiField, type ApiStruct, type ApiType, type ApiVersion, structIn } from '../model.ts';
import { docComment, Imports, literal, moduleHead, property } from '../print/typescript.ts';
import { libraryOf } from './conversion.ts';
import type { Generator, GeneratorOptions } from './generator.ts';

/**
 * A function for every kind that fills in what was left out: what is written by hand for a struct
 * (`setDefaultsGear` in `defaults.ts`) before the `@default` of its fields, and a struct before what it holds.
 */
export const defaults: Generator = (model, options) => ({
  files: model.groups.flatMap(({ versions }) =>
    versions.map((version) => ({ path: `${version.folder}/defaults.gen.ts`, text: ofVersion(version, options) })),
  ),
  notes: [],
});

function ofVersion(version: ApiVersion, options: GeneratorOptions): string {
  const printer = new DefaultsPrinter(version, new Imports(version.folder, options));
  const kinds = version.structs.filter(({ kind }) => kind !== undefined);
  const functions = version.structs
    .filter((struct) => printer.hasDefaults(struct))
    .map((struct) => printer.structFunction(struct));
  const ofKinds = kinds.map((struct) => printer.kindFunction(struct));
  const body = [...ofKinds, printer.register(kinds), ...functions].join('\n');
  return `${moduleHead('defaults', options)}${printer.imports}\n${body}`;
}

class DefaultsPrinter {
  readonly imports: Imports;
  readonly #version: ApiVersion;
  readonly #having = new Map<string, boolean>();

  constructor(version: ApiVersion, imports: Imports) {
    this.#version = version;
    this.imports = imports;
  }

  /** Whether there is anything to fill in, in the struct or in what it holds. */
  hasDefaults(struct: ApiStruct): boolean {
    const known = this.#having.get(struct.name);
    if (known !== undefined) return known;
    this.#having.set(struct.name, false);
    const having =
      this.#byHand(struct) !== undefined ||
      struct.fields.some((field) => field.default !== undefined || this.#below(field.type) !== undefined);
    this.#having.set(struct.name, having);
    return having;
  }

  kindFunction(struct: ApiStruct): string {
    const type = this.imports.structType(this.#version, struct);
    const body = this.hasDefaults(struct) ? `  ${fillIn(struct)}(object);\n` : '';
    const name = body === '' ? '_object' : 'object';
    return `${docComment(`Fills in what was left out of a ${struct.name}. Changes what it is given.`)}export function ${objectDefaults(struct)}(${name}: ${type}): void {\n${body}}\n`;
  }

  structFunction(struct: ApiStruct): string {
    const type = this.imports.structType(this.#version, struct);
    const byHand = this.#byHand(struct);
    const lines = [
      ...(byHand === undefined ? [] : [`  ${byHand}(value);\n`]),
      ...struct.fields.flatMap((field) => this.#fieldLines(field)),
    ];
    return `function ${fillIn(struct)}(value: ${type}): void {\n${lines.join('')}}\n`;
  }

  register(kinds: readonly ApiStruct[]): string {
    const scheme = this.imports.type('pinnace/api', 'Scheme');
    const lines = kinds.map(
      (struct) =>
        `  scheme.addTypeDefaultingFunc(${libraryOf(this.imports, this.#version, struct.name)}, ${objectDefaults(struct)});\n`,
    );
    return `${docComment('Adds the defaults to a scheme.')}export function registerDefaults(scheme: ${scheme}): void {\n${lines.join('')}}\n`;
  }

  #byHand({ name }: ApiStruct): string | undefined {
    const wanted = `setDefaults${name}`;
    if (!this.#version.byHand.defaults.has(wanted)) return undefined;
    return this.imports.value(this.imports.file(`${this.#version.folder}/defaults.ts`), wanted);
  }

  #fieldLines(field: ApiField): readonly string[] {
    const { name, rules, type } = field;
    const value = property('value', name);
    const set = literal(field.default);
    const own =
      field.default === undefined
        ? []
        : [rules.nullable ? `  if (${value} === undefined) ${value} = ${set};\n` : `  ${value} ??= ${set};\n`];
    const below = this.#below(type);
    return below === undefined ? own : [...own, ...linesBelow(type, value, below, '  ')];
  }

  /** The function for the structs that a type holds. */
  #below(type: ApiType): string | undefined {
    if (type.shape === 'list') return this.#below(type.items);
    if (type.shape === 'map') return this.#below(type.values);
    const struct = type.shape === 'struct' ? structIn(this.#version, type.name) : undefined;
    return struct !== undefined && this.hasDefaults(struct) ? fillIn(struct) : undefined;
  }
}

/** Objects may be incomplete, whatever their type says: absent parts are skipped. */
function linesBelow(type: ApiType, value: string, fill: string, indent: string): readonly string[] {
  if (type.shape === 'list' || type.shape === 'map') {
    const item = indent.length > 2 ? `item${indent.length / 2 - 1}` : 'item';
    const all = type.shape === 'list' ? `${value} ?? []` : `Object.values(${value} ?? {})`;
    const inner = type.shape === 'list' ? type.items : type.values;
    if (inner.shape === 'struct') return [`${indent}for (const ${item} of ${all}) ${fill}(${item});\n`];
    return [
      `${indent}for (const ${item} of ${all}) {\n`,
      ...linesBelow(inner, item, fill, `${indent}  `),
      `${indent}}\n`,
    ];
  }
  return [`${indent}if (${value}) ${fill}(${value});\n`];
}

export const objectDefaults = ({ name }: ApiStruct): string => `setObjectDefaults${name}`;
const fillIn = ({ name }: ApiStruct): string => `fillIn${name}`;
