import { apiVersionOf } from '#meta';
import {
  type ApiGroup,
  type ApiKind,
  type ApiVersion,
  groupHub,
  kindIn,
  kindNames,
  storedVersionOf,
  structIn,
} from '../model.ts';
import { docComment, Imports, literal, lower, moduleHead, quoted } from '../print/typescript.ts';
import { libraryOf } from './conversion.ts';
import { planConversions } from './conversion-plan.ts';
import { objectDefaults } from './defaults.ts';
import type { Generator, GeneratorOptions } from './generator.ts';

/** `addToScheme` for a group, its kinds with their versions, and what a server needs to know to serve them. */
export const register: Generator = (model, options) => ({
  files: model.groups.map((group) => ({
    path: `${group.folder}/register.gen.ts`,
    text: new RegisterPrinter(group, options).module(),
  })),
  notes: [],
});

class RegisterPrinter {
  readonly #group: ApiGroup;
  readonly #hub: ApiVersion;
  readonly #options: GeneratorOptions;
  readonly #imports: Imports;
  #hasConversions = false;

  constructor(group: ApiGroup, options: GeneratorOptions) {
    this.#group = group;
    this.#hub = groupHub(group);
    this.#options = options;
    this.#imports = new Imports(group.folder, options);
  }

  module(): string {
    const kinds = kindNames(this.#group);
    const described = kinds.map((kind) => this.#kind(kind));
    const body = [
      `/** The name of the group. */\nexport const groupName = ${quoted(this.#group.name)};\n`,
      ...(this.#hasConversions ? [this.#conversions()] : []),
      ...described,
      ...kinds.map((kind) => this.#rules(kind)),
      this.#addToScheme(kinds),
    ].join('\n');
    return `${moduleHead('register', this.#options)}${this.#imports}\n${body}`;
  }

  /** The kind with its hub and its versions. */
  #kind(kind: string): string {
    this.#imports.value('pinnace/api', 'describeKind');
    const having = this.#versionsOf(kind);
    const hub = structIn(this.#hub, kind) === undefined ? (having[0] as ApiVersion) : this.#hub;
    const versions = having.map((version) => this.#version(kind, hub, version));
    const stored = storedVersionOf(this.#group, kind);
    return `${docComment(`${kind} with all its versions.`)}export const ${kindConstant(kind)} = describeKind({
  group: groupName,
  kind: ${quoted(kind)},
  hub: ${libraryOf(this.#imports, hub, kind)},
})
${versions.join('')}  .storedAs(${quoted(stored.name)});
`;
  }

  #version(kind: string, hub: ApiVersion, version: ApiVersion): string {
    const struct = structIn(version, kind);
    if (struct === undefined) throw new Error(`${version.name} has no ${kind}`);
    const fill = this.#imports.value(
      this.#imports.file(`${version.folder}/defaults.gen.ts`),
      `${objectDefaults(struct)} as ${alias(objectDefaults(struct), version)}`,
    );
    const lines = [`    type: ${libraryOf(this.#imports, version, kind)},\n`, `    default: ${fill},\n`];
    const isConverted =
      version !== hub &&
      planConversions({ from: version, to: hub, home: version }).some(({ source }) => source.name === kind);
    if (isConverted) {
      lines.push(`    toHub: ${this.#conversion(kind, version, hub)},\n`);
      lines.push(`    fromHub: ${this.#conversion(kind, hub, version)},\n`);
    }
    return `  .version(${quoted(version.name)}, {\n${lines.join('')}  })\n`;
  }

  #conversion(kind: string, from: ApiVersion, to: ApiVersion): string {
    this.#hasConversions = true;
    return `conversionOf(${libraryOf(this.#imports, from, kind)}, ${libraryOf(this.#imports, to, kind)})`;
  }

  /** The conversions of all structs, for those of the kinds, which go through them. */
  #conversions(): string {
    this.#imports.value('pinnace/api', 'Scheme');
    for (const type of ['Conversion', 'Described']) this.#imports.type('pinnace/api', type);
    const calls = this.#registrations().map((name) => `${name}(conversions);\n`);
    return `const conversions = new Scheme();
${calls.join('')}
function conversionOf<From, To>(from: Described<From>, to: Described<To>): Conversion<From, To> {
  return { from, to, convert: (object) => conversions.convertStruct(object, { from, to }), faults: () => [], lost: [] };
}
`;
  }

  #registrations(): readonly string[] {
    return this.#group.versions
      .filter((version) => version !== this.#hub)
      .map((version) =>
        this.#imports.value(
          this.#imports.file(`${version.folder}/conversion.gen.ts`),
          `registerConversions as ${alias('registerConversions', version)}`,
        ),
      );
  }

  /** Plural, names, scope and the rest, for `apiResource`. */
  #rules(kind: string): string {
    const facts = kindIn(storedVersionOf(this.#group, kind), kind) as ApiKind;
    const rules = {
      resource: facts.plural,
      namespaced: facts.namespaced,
      ...(facts.shortNames.length === 0 ? {} : { shortNames: facts.shortNames }),
      ...(facts.categories.length === 0 ? {} : { categories: facts.categories }),
      strategy: { tracksGeneration: true },
      ...(facts.hasStatus ? { subresources: [{ name: 'status' }] } : {}),
      ...this.#declaredPaths(kind),
      ...this.#deprecations(kind),
    };
    const head = `export const ${kindConstant(kind)}Rules = `;
    // A type of its own instead of that of all rules, so that it fits the type of any kind.
    const tail = ` satisfies ${this.#imports.type('pinnace/api', 'ResourceRules')};\n`;
    const comment = `What a server needs to know besides: apiResource(${kindConstant(kind)}, ${kindConstant(kind)}Rules).`;
    return `${docComment(comment)}${head}${literal(rules, { before: head.length })}${tail}`;
  }

  /** What each version says by paths into its objects. */
  #declaredPaths(kind: string): object {
    const said = this.#versionsOf(kind).flatMap((version) => {
      const { columns, selectableFields, scale, served } = kindIn(version, kind) as ApiKind;
      const paths = {
        ...(served ? {} : { served }),
        ...(columns.length === 0 ? {} : { columns }),
        ...(selectableFields.length === 0 ? {} : { selectableFields }),
        ...(scale === undefined ? {} : { scale }),
      };
      return Object.keys(paths).length === 0 ? [] : [[version.name, paths]];
    });
    return said.length === 0 ? {} : { versions: Object.fromEntries(said) };
  }

  #deprecations(kind: string): object {
    const said = this.#versionsOf(kind).flatMap((version) => {
      const { deprecated } = kindIn(version, kind) as ApiKind;
      const usual = `${apiVersionOf({ group: this.#group.name, version: version.name })} ${kind} is deprecated`;
      return deprecated === undefined ? [] : [[version.name, deprecated === '' ? usual : deprecated]];
    });
    return said.length === 0 ? {} : { deprecated: Object.fromEntries(said) };
  }

  #versionsOf(kind: string): readonly ApiVersion[] {
    return this.#group.versions.filter((version) => kindIn(version, kind) !== undefined);
  }

  #addToScheme(kinds: readonly string[]): string {
    const builder = this.#imports.value('pinnace/api', 'SchemeBuilder');
    const scheme = this.#imports.type('pinnace/api', 'Scheme');
    const conversions = this.#registrations();
    return `function addKinds(scheme: ${scheme}): void {
${kinds.map((kind) => `  scheme.addKind(${kindConstant(kind)});\n`).join('')}}

/** Collects what the group adds to a scheme; register more with it. */
export const localSchemeBuilder = new ${builder}(${['addKinds', ...conversions].join(', ')});

/** Adds the kinds of the group, their defaults and their conversions to a scheme. */
export const addToScheme = localSchemeBuilder.addToScheme;
`;
  }
}

const alias = (name: string, { name: version }: ApiVersion): string =>
  `${name}${version.charAt(0).toUpperCase()}${version.slice(1)}`;

/** `cronJob`, what a kind is called in code. */
const kindConstant = (kind: string): string => `${lower(kind)}Kind`;
