import type { ApiGroup, ApiKind, ApiStruct, ApiVersion } from '../model.ts';
import { camel, capital, docComment, Imports, lower, moduleHead, quoted } from '../print/typescript.ts';
import type { Generator, GeneratorOptions } from './generator.ts';

/**
 * A typed client, informers with their listers, and apply configurations for each version. Kinds with `@genclient` have
 * them; where no kind says so, all have.
 */
export const client: Generator = (model, options) => ({
  files: model.groups.flatMap((group) =>
    group.versions
      .filter((version) => clientKinds(version).length > 0)
      .map((version) => ({ path: `${version.folder}/client.gen.ts`, text: ofVersion(group, version, options) })),
  ),
  notes: [],
});

type Kind = ApiStruct & { readonly kind: ApiKind };

function clientKinds({ structs }: ApiVersion): readonly Kind[] {
  const kinds = structs.filter((struct): struct is Kind => struct.kind !== undefined);
  const marked = kinds.filter(({ kind }) => kind.client !== undefined);
  return marked.length > 0 ? marked : kinds;
}

function ofVersion(group: ApiGroup, version: ApiVersion, options: GeneratorOptions): string {
  const imports = new Imports(version.folder, options);
  const kinds = clientKinds(version).map((struct) => kindText(group, version, { struct, imports }));
  const whole = groupClient(group, version, imports);
  return `${moduleHead('client', options)}${imports}\n${plain}\n${kinds.join('\n')}\n${whole}`;
}

interface KindWork {
  readonly struct: Kind;
  readonly imports: Imports;
}

function kindText(group: ApiGroup, version: ApiVersion, { struct, imports }: KindWork): string {
  const { name, kind } = struct;
  const object = objectName(name);
  for (const value of ['Informer', 'resourceRef']) imports.value('pinnace/client', value);
  for (const type of ['ApplyConfiguration', 'Client', 'InformerOptions', 'ResourceClient'])
    imports.type('pinnace/client', type);
  const ref = [
    `  group: ${quoted(group.name)},\n`,
    `  version: ${quoted(version.name)},\n`,
    `  resource: ${quoted(kind.plural)},\n`,
    `  kind: ${quoted(name)},\n`,
    `  namespaced: ${kind.namespaced},\n`,
  ];
  return `${docComment(`A ${name} as clients read and write it.`)}export type ${object} = Plain<${imports.structType(version, struct)}>;
export type ${name}ApplyConfiguration = ApplyConfiguration<${object}>;

export const ${refName(struct)} = resourceRef<${object}>({
${ref.join('')}});

${docComment(clientComment(struct))}export function ${lower(name)}Client(client: Client${kind.namespaced ? ', namespace?: string' : ''}): ${clientType(struct)} {
${kind.namespaced ? `  const everywhere = client.resource(${refName(struct)});\n  return namespace === undefined ? everywhere : everywhere.inNamespace(namespace);\n` : `  return client.resource(${refName(struct)});\n`}}

${docComment(`Follows the ${kind.plural}; its lister has what it knows.`)}export function ${lower(name)}Informer(client: Client, options?: InformerOptions<${object}>): Informer<${object}> {
  return new Informer(client.resource(${refName(struct)}), options);
}
`;
}

const clientComment = ({ kind }: Kind): string =>
  kind.namespaced ? `Reads and writes ${kind.plural}, in one namespace or in all.` : `Reads and writes ${kind.plural}.`;

/** Without the calls that the kind does not have. */
function clientType({ name, kind }: Kind): string {
  const whole = `ResourceClient<${objectName(name)}>`;
  const noStatus = !kind.hasStatus || kind.client?.noStatus === true ? ['updateStatus', 'applyStatus'] : [];
  const skipped = [...new Set([...noStatus, ...(kind.client?.skipVerbs ?? [])])].sort();
  return skipped.length === 0 ? whole : `Omit<${whole}, ${skipped.map(quoted).join(' | ')}>`;
}

/** One object for all kinds of the version. */
function groupClient(group: ApiGroup, version: ApiVersion, imports: Imports): string {
  const name = `${capital(camel(group.name.split('.')[0] as string))}${capital(version.name)}Client`;
  imports.type('pinnace/client', 'Client');
  const methods = clientKinds(version).map((struct) => {
    const { name: kind, kind: facts } = struct;
    const parameter = facts.namespaced ? 'namespace?: string' : '';
    const call = facts.namespaced ? 'this.client, namespace' : 'this.client';
    return `\n  ${refName(struct)}(${parameter}): ${clientType(struct)} {\n    return ${lower(kind)}Client(${call});\n  }\n`;
  });
  return `${docComment(`Everything in ${group.name}/${version.name}.`)}export class ${name} {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }
${methods.join('')}}
`;
}

const objectName = (name: string): string => `${name}Object`;
/** `cronJobs`: the kind in the plural, as a word of code. */
function refName({ name, kind }: Kind): string {
  const word = lower(name);
  return kind.plural.startsWith(word.toLowerCase()) ? `${word}${kind.plural.slice(word.length)}` : camel(kind.plural);
}

const plain = `/** An interface as plain data, so that what holds for any object holds for it. */
type Plain<T> = unknown extends T
  ? Json
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { [Key in keyof T]: Plain<T[Key]> }
      : T;
type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json | undefined };
`;
