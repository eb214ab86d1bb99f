import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { protobufCodec, unwrapUnknown, wrapUnknown } from '#machinery';
import type { Json, JsonObject } from '#meta';
import { metaV1 } from '#schema';
import { checkConversion, checkEncodings, isConverted, versions } from '../src/apis/testing/golden-checks.ts';
import { type GoldenObject, readGoldenObjects } from '../src/apis/testing/golden-objects.ts';
import { type RegisteredResource, readRegisteredResources } from '../src/apis/testing/registered-resources.ts';

/** What was recorded from another implementation. It is no part of the project: our own golden files are. */
const recorded = new URL('../../shared/', import.meta.url);
const objects = new URL('oracle/api-testdata/', recorded);
const facts = new URL('facts/', recorded);
const isThere = existsSync(objects) && existsSync(facts);

const golden = readGoldenObjects();
const theirs: readonly GoldenObject[] = (isThere ? readdirSync(objects) : [])
  .map((name) => name.replace(/\.json$/, ''))
  .filter((name) => versions.has(name))
  .map((name) => ({
    name,
    json: readJson<JsonObject>(objects, `${name}.json`),
    protobuf: Buffer.from(unwrapUnknown(readFileSync(new URL(`${name}.pb`, objects))).raw).toString('base64'),
  }));

function readJson<T>(folder: URL, name: string): T {
  return JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as T;
}

/** `.spec.containers[].name`: what is in it, without the values, keys of maps and insides of free JSON. */
function fieldsOf(value: Json, at = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsOf(item, `${at}[]`));
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([key, child]) =>
    fieldsOf(child as Json, /Key$/.test(key) ? `${at}{}` : `${at}.${key}`),
  );
}

it.skipIf(!isThere)('compares with files that are no part of the project', () => {
  expect(theirs.length).toBeGreaterThan(90);
});

describe.runIf(isThere)('golden objects of another implementation', () => {
  it.each(theirs)('$name is read and written as it is', checkEncodings);

  it.each(theirs.filter(isConverted))('$name goes through its hub without loss', checkConversion);

  it.each(theirs)('$name has no field that our own lacks', ({ name, json }) => {
    const own = golden.find((object) => object.name === name) as GoldenObject;
    const known = new Set(fieldsOf(own.json));
    const free = /\.(data|parameters)\.(apiVersion|kind|spec|status)\b/;
    expect(fieldsOf(json).filter((field) => !known.has(field) && !free.test(field))).toEqual([]);
  });

  const kinds = [
    'Status',
    'APIGroup',
    'APIVersions',
    'DeleteOptions',
    'CreateOptions',
    'PatchOptions',
    'UpdateOptions',
  ];
  it.each(kinds)('%s, which all groups share, is the same in JSON and in protobuf', (kind) => {
    const json = readJson<JsonObject>(objects, `core.v1.${kind}.json`);
    const bytes = readFileSync(new URL(`core.v1.${kind}.pb`, objects));
    const codec = protobufCodec(metaV1.type(kind as 'Status'), { kind, apiVersion: 'v1' });
    const written = wrapUnknown({ apiVersion: 'v1', kind, raw: codec.encode(json) });
    expect(Buffer.from(written).toString('hex')).toBe(bytes.toString('hex'));
    expect(codec.decode(unwrapUnknown(bytes).raw)).toEqual(json);
  });
});

interface Named {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}
interface ResourceFact extends Named, Pick<RegisteredResource, 'kind' | 'scope' | 'singular' | 'verbs'> {
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly { subresource: string; verbs: readonly string[]; responseKind: { kind: string } }[];
}
interface ColumnFact extends Named, Pick<RegisteredResource, 'columns'> {}

const nameOf = ({ group, version, resource }: Named): string => `${group}/${version}/${resource}`;

function factsAboutResources(): readonly RegisteredResource[] {
  const columns = new Map(
    readJson<ColumnFact[]>(facts, 'builtin-columns.json').map((fact) => [nameOf(fact), fact.columns]),
  );
  return readJson<{ resources: ResourceFact[] }>(facts, 'builtin-resources.json').resources.map((fact) => ({
    resource: nameOf(fact),
    kind: fact.kind,
    scope: fact.scope,
    singular: fact.singular,
    verbs: [...fact.verbs].sort(),
    shortNames: fact.shortNames ?? [],
    categories: fact.categories ?? [],
    subresources: (fact.subresources ?? []).map(({ subresource, verbs, responseKind }) => ({
      name: subresource,
      kind: responseKind.kind,
      verbs: [...verbs].sort(),
    })),
    columns: columns.get(nameOf(fact)) ?? [],
  }));
}

describe.runIf(isThere)('what is registered', () => {
  it('is what the other implementation registers, and one version more', () => {
    const known = new Map(factsAboutResources().map((fact) => [fact.resource, fact]));
    const shared = readRegisteredResources().filter(
      ({ resource }) => resource !== 'apiextensions.k8s.io/v1beta1/customresourcedefinitions',
    );
    expect(shared.map(({ resource }) => resource).sort()).toEqual([...known.keys()].sort());
    const columnsKnown = ({ resource }: RegisteredResource) => known.get(resource)?.columns.length !== 0;
    const compared = shared.map(({ storedAs: _unrecorded, ...resource }) =>
      columnsKnown(resource) ? resource : { ...resource, columns: [] },
    );
    expect(compared).toEqual(compared.map(({ resource }) => known.get(resource)));
  });
});
