import { isDeepStrictEqual } from 'node:util';
import { getOwn, isJsonObject, type JsonObject } from '#meta';
import type { RemoteSpec } from '../remote-apis.ts';
import type { DocumentV2 } from './document-v2.ts';
import { jsonText } from './json-text.ts';

type Entries = readonly (readonly [string, () => JsonObject])[];

const GVK = 'x-kubernetes-group-version-kind';

/**
 * The document with what other servers say of theirs. A path that is there already stays as it is; a definition that is
 * another one under a known name gets a new name. k8s: kube-openapi/pkg/aggregator mergeSpecs
 */
export function withSpecs(document: DocumentV2, specs: readonly RemoteSpec[]): DocumentV2 {
  return specs.reduce(withSpec, document);
}

function withSpec(document: DocumentV2, spec: RemoteSpec): DocumentV2 {
  const known = new Set(document.paths.map(([path]) => path));
  const paths = Object.entries(spec.paths).filter(([path, item]) => !known.has(path) && isJsonObject(item));
  if (paths.length === 0) return document;
  const renamed = renames(document.definitions, spec.definitions);
  const write = (value: unknown): JsonObject => withNames(inlined(value as JsonObject, spec.parameters), renamed);
  const taken = new Set(document.definitions.map(([name]) => name));
  const definitions = Object.entries(spec.definitions)
    .map(([name, schema]) => [renamed.get(name) ?? name, schema] as const)
    .filter(([name]) => !taken.has(name))
    .map(([name, schema]) => [name, () => write(schema)] as const);
  return {
    paths: inOrder([...document.paths, ...paths.map(([path, item]) => [path, () => write(item)] as const)]),
    definitions: inOrder([...document.definitions, ...definitions]),
    parameters: document.parameters,
  };
}

const inOrder = (entries: Entries): Entries => [...entries].sort(([a], [b]) => (a < b ? -1 : 1));

/** The new names of definitions that are others than ours of the same name. */
function renames(ours: Entries, theirs: JsonObject): ReadonlyMap<string, string> {
  const known = new Map(ours);
  const renamed = new Map<string, string>();
  for (const [name, schema] of Object.entries(theirs)) {
    let free = name;
    for (let at = 2; isAnother(known.get(free), schema as JsonObject); at++) free = `${name}_v${at}`;
    if (free !== name) renamed.set(name, free);
  }
  return renamed;
}

/** In which versions it may be sent, and how it is described, makes no difference. */
function isAnother(make: (() => JsonObject) | undefined, schema: JsonObject): boolean {
  return make !== undefined && !isDeepStrictEqual(substance(make()), substance(schema));
}

const substance = (schema: JsonObject): unknown =>
  JSON.parse(jsonText(schema), (name, value: unknown) =>
    name === GVK || (name === 'description' && typeof value === 'string') ? undefined : value,
  );

function withNames(value: JsonObject, renamed: ReadonlyMap<string, string>): JsonObject {
  if (renamed.size === 0) return value;
  const text = jsonText(value).replace(/"#\/definitions\/([^"]*)"/g, (whole, name: string) => {
    const other = renamed.get(name);
    return other === undefined ? whole : JSON.stringify(`#/definitions/${other}`);
  });
  return JSON.parse(text) as JsonObject;
}

const PARAMETER = '#/parameters/';

/** Shared parameters stand where they are used: their names are made of their content, and ours need not be the same. */
function inlined(item: JsonObject, shared: JsonObject): JsonObject {
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    if (!isJsonObject(value)) return value;
    const { $ref: reference } = value;
    const name =
      typeof reference === 'string' && reference.startsWith(PARAMETER) ? reference.slice(PARAMETER.length) : '';
    const parameter = getOwn(shared, name);
    if (isJsonObject(parameter)) return parameter;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replace(member)]));
  };
  return replace(item) as JsonObject;
}
