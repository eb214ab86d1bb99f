import { INTERNAL_VERSION } from '#machinery';
import { apiVersionOf } from '#meta';
import { type ApiGroup, type ApiVersion, groupHub } from '../model.ts';
import { docComment, Imports, moduleHead, property, propertyName, quoted } from '../print/typescript.ts';
import { type FieldPlan, planConversions, type StructPlan, type Way } from './conversion-plan.ts';
import { conversionTests } from './conversion-tests.ts';
import type { Generated, Generator, GeneratorOptions } from './generator.ts';

/**
 * A function for every struct of every version to and from the hub. Fields of one name and type are carried over. Where
 * a decision is missing, the generated code does not compile and says where to write it.
 */
export const conversion: Generator = (model, options) => {
  const parts = model.groups.flatMap((group) => {
    const hub = groupHub(group);
    const others = group.versions.filter((version) => version !== hub);
    const tests = options.tests && others.length > 0 ? [conversionTests(group, options)] : [];
    return [...others.map((version) => ofVersion({ group, hub, version }, options)), ...tests];
  });
  return { files: parts.flatMap(({ files }) => files), notes: parts.flatMap(({ notes }) => notes) };
};

interface Pair {
  readonly group: ApiGroup;
  readonly hub: ApiVersion;
  readonly version: ApiVersion;
}

function ofVersion({ hub, version }: Pair, options: GeneratorOptions): Generated {
  const plans = [
    ...planConversions({ from: version, to: hub, home: version }),
    ...planConversions({ from: hub, to: version, home: version }),
  ];
  const printer = new ConversionPrinter(new Imports(version.folder, options), version);
  const functions = plans.map((plan) => printer.functions(plan));
  const register = printer.register(plans);
  const body = [...functions, register, ...printer.helpers()].join('\n');
  return {
    files: [
      {
        path: `${version.folder}/conversion.gen.ts`,
        text: `${moduleHead('conversion', options)}${printer.imports}\n${body}`,
      },
    ],
    notes: plans.filter(({ isByHand }) => !isByHand).flatMap(sentences),
  };
}

/** What is to be decided, and in which function of which file. */
const sentences = ({ undecided, name, home }: StructPlan): readonly string[] =>
  undecided.map((why) => `${why}; decide it in ${name} of ${home.folder}/conversion.ts`);

class ConversionPrinter {
  readonly imports: Imports;
  readonly #version: ApiVersion;
  #hasUndecided = false;
  #hasMaps = false;

  constructor(imports: Imports, version: ApiVersion) {
    this.imports = imports;
    this.#version = version;
  }

  functions(plan: StructPlan): string {
    const { source, target, name, from, to, isByHand, missing } = plan;
    const [sourceType, targetType] = [this.imports.structType(from, source), this.imports.structType(to, target)];
    const scope = this.imports.type('pinnace/api', 'ConversionScope');
    const decided =
      missing.length === 0
        ? targetType
        : `Omit<${targetType}, ${missing.map(({ name: one }) => quoted(one)).join(' | ')}>`;
    const auto = autoName(name);
    const used = this.#usesScope(plan) ? 'scope' : '_scope';
    const carried = `${docComment(`Carries over what ${from.name} and ${to.name} have alike of a ${source.name}.`)}export function ${auto}(source: ${sourceType}, ${used}: ${scope}): ${decided} {
  return ${this.imports.value('pinnace/api', 'complete')}<${decided}>({
${this.#members(plan)}  });
}
`;
    if (isByHand) {
      this.imports.value(this.imports.file(`${this.#version.folder}/conversion.ts`), name);
      return carried;
    }
    return `${carried}\nexport function ${name}(source: ${sourceType}, scope: ${scope}): ${targetType} {\n${this.#body(plan, auto)}}\n`;
  }

  #body(plan: StructPlan, auto: string): string {
    if (plan.undecided.length === 0) return `  return ${auto}(source, scope);\n`;
    this.#hasUndecided = true;
    const reasons = sentences(plan).map((sentence) => `    | ${quoted(sentence)}\n`);
    return `  return undecided<\n${reasons.join('')}  >(${auto}(source, scope));\n`;
  }

  #usesScope({ fields }: StructPlan): boolean {
    return fields.some(({ way }) => way.shape !== 'same');
  }

  #members(plan: StructPlan): string {
    return [...headMembers(plan), ...plan.fields.map((field) => this.#member(field))]
      .map((line) => `    ${line},\n`)
      .join('');
  }

  #member({ field, source, way }: FieldPlan): string {
    const value = property('source', source.name);
    const isMissing = source.optional || source.rules.nullable === true;
    const expression = this.#expression(way, value, 0);
    if (!isMissing || way.shape === 'same') return `${propertyName(field.name)}: ${expression}`;
    const guarded =
      way.shape === 'list' && !source.rules.nullable
        ? this.#expression(way, `${value}?`, 0)
        : `${value} && ${expression}`;
    return `${propertyName(field.name)}: ${guarded}`;
  }

  #expression(way: Way, value: string, depth: number): string {
    const item = depth === 0 ? 'item' : `item${depth}`;
    switch (way.shape) {
      case 'same':
        return value;
      case 'struct':
        return `${way.convert}(${value}, scope)`;
      case 'list':
        return `${value}.map((${item}) => ${this.#expression(way.each, item, depth + 1)})`;
      case 'map':
        this.#hasMaps = true;
        return `eachValue(${value}, (${item}) => ${this.#expression(way.each, item, depth + 1)})`;
    }
  }

  /** What a scheme is told of. By hand before generated is the order in which a scheme looks. */
  register(plans: readonly StructPlan[]): string {
    const scheme = this.imports.type('pinnace/api', 'Scheme');
    const lines = plans.map((plan) => {
      const { source, target, from, to, isByHand, name } = plan;
      const add = isByHand ? 'addConversionFunc' : 'addGeneratedConversionFunc';
      const types = [libraryOf(this.imports, from, source.name), libraryOf(this.imports, to, target.name)];
      return `  scheme.${add}(${types.join(', ')}, ${name});\n`;
    });
    return `${docComment('Adds the conversions to a scheme.')}export function registerConversions(scheme: ${scheme}): void {\n${lines.join('')}}\n`;
  }

  /** Helpers that only some modules use. */
  helpers(): readonly string[] {
    return [...(this.#hasMaps ? [eachValue] : []), ...(this.#hasUndecided ? [undecided] : [])];
  }
}

/** `v1beta1.type('Gear')` of the generated description. */
export function libraryOf(imports: Imports, version: ApiVersion, struct: string): string {
  const name = imports.value(
    imports.file(`${version.folder}/schema.gen.ts`),
    `${libraryName(version)} as ${libraryName(version)}Types`,
  );
  return `${name}.type(${quoted(struct)})`;
}

export const libraryName = ({ name }: ApiVersion): string => name;

const autoName = (name: string): string => `autoC${name.slice(1)}`;

/** `kind` and `apiVersion`, where the target's type has them. */
function headMembers({ source, target, to }: StructPlan): readonly string[] {
  return (['apiVersion', 'kind'] as const).flatMap((member) => {
    const written = target.head[member];
    if (written === undefined) return [];
    if (written === '' && source.head[member] !== undefined) return [`${member}: source.${member}`];
    const version = to.name === 'internal' ? INTERNAL_VERSION : to.name;
    const said = member === 'kind' ? target.name : apiVersionOf({ group: to.group, version });
    return [`${member}: ${quoted(written === '' ? said : written)}`];
  });
}

const eachValue = `function eachValue<From, To>(map: { [key: string]: From }, convert: (value: From) => To): { [key: string]: To } {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, convert(value)]));
}
`;

const undecided = `/** Does not compile: each text says what is to be decided, and where. */
function undecided<_Reasons extends never>(_carried: object): never {
  throw new Error('a conversion is not decided yet');
}
`;
