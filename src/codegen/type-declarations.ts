import type { FieldDescription, ScalarName, StructType, TypeDescription, TypeLibrary } from '#schema';

/** Where the declarations of a library's types are found by those of another. */
export interface DeclaredAt {
  /** What to import the `Types` of the library from. */
  readonly module: string;
  /** What they are called there. */
  readonly exported: string;
}

interface DeclarationOptions {
  /** `types.ts`, for the first line. */
  readonly source: string;
  /** By package: `io.k8s.api.core.v1`. */
  declaredAt(name: string): DeclaredAt;
  /** What to import `ObjectMeta` and `Json` from, if not from the room. */
  readonly meta?: string;
}

const WIDTH = 120;
const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

/**
 * The TypeScript types of all types of a library, as a module. All fields are optional, because objects that are
 * incomplete are converted too (what somebody applied); a field that is written though empty may be null.
 *
 * They are aliases and not interfaces, so that a typed object is also a `KubeObject`.
 */
export function typeDeclarations(library: TypeLibrary, options: DeclarationOptions): string {
  const structs: StructType[] = library.names().map((name) => library.type(name));
  const inherited = inheritedOf(library);
  const writer = new Writer(library, inherited, options);
  const own = structs.filter(({ name }) => !inherited.has(name));
  const declarations = [...own.map((struct) => writer.declare(struct)), ...writer.inherited(structs)];
  const table = writer.table(own);
  return [
    `// Made from ${options.source} by 'npm run gen'. Change that, not this.`,
    ...writer.imports(),
    ...declarations,
    `/** All of them by name. */\nexport type Types = ${table};\n`,
  ].join('\n');
}

/** Names of the types that are the same, down to the last field, in the library that this one is `like`. */
function inheritedOf(library: TypeLibrary): ReadonlySet<string> {
  const { like } = library.source;
  const own = library.written().structs;
  const before = like?.written().structs;
  const others = new Set<string>();
  const differs = (struct: StructType, above: readonly StructType[]): boolean => {
    if (packageOf(struct.name) !== library.source.package || above.includes(struct)) return false;
    const name = shortName(struct);
    return (
      others.has(struct.name) ||
      own.get(name) !== before?.get(name) ||
      struct.fields.some(({ type }) => structsIn(type).some((part) => differs(part, [...above, struct])))
    );
  };
  const all: StructType[] = library.names().map((name) => library.type(name));
  for (const struct of all) if (differs(struct, [])) others.add(struct.name);
  return new Set(all.map(({ name }) => name).filter((name) => !others.has(name)));
}

function structsIn(type: TypeDescription): readonly StructType[] {
  switch (type.shape) {
    case 'struct':
      return [type];
    case 'choice':
      return [type.forms];
    case 'list':
      return structsIn(type.items);
    case 'map':
      return structsIn(type.values);
    default:
      return [];
  }
}

class Writer {
  readonly #package: string;
  /** The package of the library that this one is `like`, whose equal types are imported. */
  readonly #like: string;
  readonly #inherited: ReadonlySet<string>;
  readonly #options: DeclarationOptions;
  /** Names of `#meta` that are used. */
  readonly #meta = new Set<string>();
  /** Packages that are used. */
  readonly #used = new Set<string>();

  constructor({ source }: TypeLibrary, inherited: ReadonlySet<string>, options: DeclarationOptions) {
    this.#package = source.package;
    this.#like = source.like?.source.package ?? '';
    this.#inherited = inherited;
    this.#options = options;
  }
  /** Those of its own by name, together with what it inherits. */
  table(own: readonly StructType[]): string {
    const members = own.map((struct) => `  ${shortName(struct)}: ${shortName(struct)};\n`).join('');
    if (this.#inherited.size === 0) return `{\n${members}}`;
    this.#used.add(this.#like);
    const others = aliasOf(this.#like);
    if (own.length === 0) return others;
    const names = own.map((struct) => `'${shortName(struct)}'`).join(' | ');
    return `Omit<${others}, ${names}> & {\n${members}}`;
  }
  /** Those that are as they are elsewhere, by their names. */
  inherited(structs: readonly StructType[]): readonly string[] {
    return structs
      .filter(({ name }) => this.#inherited.has(name))
      .map(
        (struct) => `${comment(struct.description, '')}export type ${shortName(struct)} = ${this.reference(struct)};\n`,
      );
  }
  imports(): readonly string[] {
    const others = [...this.#used].sort().map((name) => {
      const { module, exported } = this.#options.declaredAt(name);
      const alias = aliasOf(name);
      return `import type { ${exported === alias ? alias : `${exported} as ${alias}`} } from '${module}';`;
    });
    const meta = [...this.#meta].sort().join(', ');
    const { meta: room = '#meta' } = this.#options;
    return [...(meta === '' ? [] : [`import type { ${meta} } from '${room}';`]), ...others, ''];
  }
  declare(struct: StructType): string {
    const name = shortName(struct);
    const { description } = struct;
    // The metadata that every room knows.
    if (struct.name === OBJECT_META) {
      return `${comment(description, '')}export type ${name} = import('#meta').ObjectMeta;\n`;
    }
    if (isChoice(struct)) {
      const forms = struct.fields.map(({ type }) => this.#valueType(type));
      return `${comment(description, '')}export type ${name} = ${forms.join(' | ')};\n`;
    }
    const members = [...headOf(struct), ...this.#members(struct)];
    const body = members.length === 0 ? 'Record<never, never>' : `{\n${members.join('')}}`;
    return `${comment(description, '')}export type ${name} = ${body};\n`;
  }
  #members(struct: StructType): string[] {
    return membersOf(struct).map((field) => {
      const always = struct.kind !== undefined && field.name === 'metadata';
      const type = this.#valueType(field.type) + (mayBeNull(field) ? ' | null' : '');
      return `${comment(field.description, '  ')}  ${propertyName(field.name)}${always ? '' : '?'}: ${type};\n`;
    });
  }
  #valueType(type: TypeDescription): string {
    switch (type.shape) {
      case 'struct':
        return this.reference(type);
      case 'choice':
        return this.reference(type.forms);
      case 'list': {
        const items = this.#valueType(type.items);
        return items.includes(' ') ? `(${items})[]` : `${items}[]`;
      }
      case 'map':
        return `{ [key: string]: ${this.#valueType(type.values)} }`;
      default:
        if (type.shape === 'json') this.#meta.add('Json');
        return scalarTypes[type.shape];
    }
  }
  reference(struct: StructType): string {
    const from = this.#inherited.has(struct.name) ? this.#like : packageOf(struct.name);
    if (struct.name === OBJECT_META && from !== this.#package) {
      this.#meta.add('ObjectMeta');
      return 'ObjectMeta';
    }
    if (from === this.#package) return shortName(struct);
    this.#used.add(from);
    return `${aliasOf(from)}['${shortName(struct)}']`;
  }
}

const scalarTypes: { readonly [shape in ScalarName]: string } = {
  string: 'string',
  bool: 'boolean',
  int32: 'number',
  int64: 'number | bigint',
  double: 'number',
  bytes: 'string',
  time: 'string',
  microTime: 'string',
  quantity: 'string',
  intOrString: 'number | string',
  json: 'Json',
};

const nullWhenEmpty: ReadonlySet<string> = new Set(['list', 'map', 'bytes', 'time', 'microTime', 'choice']);
const filledUnlessSaid: ReadonlySet<string> = new Set(['time', 'microTime', 'choice']);

/** Whether the canonical form has a null for a field that is not there. */
function mayBeNull({ type, pointer, whenEmpty }: FieldDescription): boolean {
  if (pointer) return whenEmpty === 'always';
  if (!nullWhenEmpty.has(type.shape)) return false;
  return filledUnlessSaid.has(type.shape) ? whenEmpty !== 'omitZero' : whenEmpty === 'always';
}

/** The fields as JSON has them: those of inline structs stand among the others. */
function membersOf(struct: StructType): readonly FieldDescription[] {
  return struct.fields.flatMap((field) =>
    field.inline && field.type.shape === 'struct' ? membersOf(field.type) : [field],
  );
}

function isChoice(struct: StructType & { readonly choice?: unknown }): boolean {
  return struct.choice !== undefined;
}

const headOf = ({ kind }: StructType): readonly string[] =>
  kind === undefined ? [] : ['  apiVersion: string;\n', '  kind: string;\n'];

const packageOf = (name: string): string => name.slice(0, name.lastIndexOf('.'));
const shortName = ({ name }: StructType): string => name.slice(name.lastIndexOf('.') + 1);

/** `io.k8s.api.core.v1` becomes `CoreV1Types`. */
const aliasOf = (name: string): string => `${name.split('.').slice(-2).map(capital).join('')}Types`;
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const propertyName = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`);

function comment(text: string, indent: string): string {
  if (text === '') return '';
  const safe = text.replaceAll('*/', '* /');
  if (indent.length + safe.length + 7 <= WIDTH) return `${indent}/** ${safe} */\n`;
  const lines = wrap(safe, WIDTH - indent.length - 3).map((line) => `${indent} * ${line}\n`);
  return `${indent}/**\n${lines.join('')}${indent} */\n`;
}

function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
