import { camel, capital, docComment, type Imports, lower, quoted } from './typescript.ts';

/** A kind that a typed client is written for. */
export interface ClientKind {
  readonly name: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** What the type of its objects is called in the module. */
  readonly object: string;
  /** Calls that it does not have: `updateStatus`. */
  readonly lacks: readonly string[];
}

interface ClientPlace {
  readonly group: string;
  readonly version: string;
}

/** References, clients and informers of kinds, and one client for all of them. */
export function clientModule(place: ClientPlace, kinds: readonly ClientKind[], imports: Imports): string {
  for (const value of ['Informer', 'resourceRef']) imports.value('pinnace/client', value);
  for (const type of ['ApplyConfiguration', 'Client', 'InformerOptions', 'ResourceClient'])
    imports.type('pinnace/client', type);
  return `${kinds.map((kind) => kindText(place, kind)).join('\n')}\n${groupClient(place, kinds)}`;
}

function kindText({ group, version }: ClientPlace, kind: ClientKind): string {
  const { name, plural, namespaced, object } = kind;
  const ref = refName(kind);
  return `export type ${name}ApplyConfiguration = ApplyConfiguration<${object}>;

export const ${ref} = resourceRef<${object}>({
  group: ${quoted(group)},
  version: ${quoted(version)},
  resource: ${quoted(plural)},
  kind: ${quoted(name)},
  namespaced: ${namespaced},
});

${docComment(clientComment(kind))}export function ${lower(name)}Client(client: Client${namespaced ? ', namespace?: string' : ''}): ${clientType(kind)} {
${namespaced ? `  const everywhere = client.resource(${ref});\n  return namespace === undefined ? everywhere : everywhere.inNamespace(namespace);\n` : `  return client.resource(${ref});\n`}}

${docComment(`Follows the ${plural}; its lister has what it knows.`)}export function ${lower(name)}Informer(client: Client, options?: InformerOptions<${object}>): Informer<${object}> {
  return new Informer(client.resource(${ref}), options);
}
`;
}

const clientComment = ({ plural, namespaced }: ClientKind): string =>
  namespaced ? `Reads and writes ${plural}, in one namespace or in all.` : `Reads and writes ${plural}.`;

/** Without the calls that the kind does not have. */
function clientType({ object, lacks }: ClientKind): string {
  const whole = `ResourceClient<${object}>`;
  const sorted = [...new Set(lacks)].sort();
  return sorted.length === 0 ? whole : `Omit<${whole}, ${sorted.map(quoted).join(' | ')}>`;
}

/** One object for all kinds of the version. */
function groupClient({ group, version }: ClientPlace, kinds: readonly ClientKind[]): string {
  const name = `${capital(camel(group.split('.')[0] || 'core'))}${capital(version)}Client`;
  const methods = kinds.map((kind) => {
    const parameter = kind.namespaced ? 'namespace?: string' : '';
    const call = kind.namespaced ? 'this.client, namespace' : 'this.client';
    return `\n  ${refName(kind)}(${parameter}): ${clientType(kind)} {\n    return ${lower(kind.name)}Client(${call});\n  }\n`;
  });
  const about = group === '' ? version : `${group}/${version}`;
  return `${docComment(`Everything in ${about}.`)}export class ${name} {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }
${methods.join('')}}
`;
}

/** `cronJobs`: the kind in the plural, as a word of code. */
function refName({ name, plural }: ClientKind): string {
  const word = lower(name);
  return plural.startsWith(word.toLowerCase()) ? `${word}${plural.slice(word.length)}` : camel(plural);
}
