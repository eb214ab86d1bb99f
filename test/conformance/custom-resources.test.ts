import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { define, definitionsPath, redefine } from '../support/definitions.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';
import { namesOf, type Wire } from '../support/wire.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({});
});
afterAll(() => server[Symbol.asyncDispose]());

const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const typed = {
  type: 'object',
  properties: {
    spec: { type: 'object', description: 'Specification of Foo', properties: { bars: { type: 'integer' } } },
  },
};

const version = (name: string, schema: object = open, storage = true) => ({
  name,
  served: true,
  storage,
  schema: { openAPIV3Schema: schema },
  subresources: { status: {} },
});
function definition(word: string, versions: readonly object[], group = 'conformance.example.com') {
  const plural = `${word.toLowerCase()}s`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}`, labels: { of: 'test' } },
    spec: { group, scope: 'Namespaced', names: { plural, kind: word, listKind: `${word}List` }, versions },
  };
}
const at = (word: string, of = 'v1', group = 'conformance.example.com') =>
  `/apis/${group}/${of}/namespaces/default/${word.toLowerCase()}s`;
const object = (word: string, content: object = {}, group = 'conformance.example.com') => ({
  apiVersion: `${group}/v1`,
  kind: word,
  metadata: { name: 'a' },
  ...content,
});
const patch = (path: string, body: object) =>
  server.client.ask('PATCH', path, { body, headers: { 'content-type': 'application/merge-patch+json' } });
type Schemas = Record<string, Record<string, unknown>>;
const published = async (): Promise<Schemas> =>
  ((await server.client.get('/openapi/v2')).body as unknown as { definitions: Schemas }).definitions;
const nameIn2 = (word: string, of = 'v1', group = 'conformance.example.com') =>
  `${group.split('.').reverse().join('.')}.${of}.${word}`;

describe('a definition', () => {
  it('is listed and goes with others by its labels', async () => {
    for (const word of ['Listed', 'Counted']) await define(server.client, definition(word, [version('v1')]));
    const labelSelector = 'of=test';
    const { body } = await server.client.get(definitionsPath, { labelSelector });
    expect(namesOf(body)).toEqual(['counteds.conformance.example.com', 'listeds.conformance.example.com']);
    expect((await server.client.delete(definitionsPath, undefined, { labelSelector })).status).toBe(200);
    await server.running.settle();
    expect((await server.client.get(definitionsPath, { labelSelector })).body.items).toEqual([]);
  });

  it('has a status that is read, patched and replaced on its own', async () => {
    await define(server.client, definition('Reported', [version('v1')]));
    const path = `${definitionsPath}/reporteds.conformance.example.com/status`;
    const { body } = await server.client.get(path);
    const status = body.status as { conditions: object[] };
    const mine = { type: 'StatusUpdate', status: 'True', reason: 'Test', message: 'm' };
    const changed = { ...body, status: { ...status, conditions: [...status.conditions, mine] } };
    expect((await server.client.put(path, changed)).body.status).toMatchObject({
      conditions: expect.arrayContaining([expect.objectContaining(mine)]),
    });
    const annotations = { patched: 'yes' };
    expect((await patch(path, { metadata: { annotations } })).status).toBe(200);
  });

  it('is found in the discovery of its group and version, and gone when it is deleted', async () => {
    await define(server.client, definition('Found', [version('v1')], 'found.example.com'));
    const groups = async () => namesIn((await server.client.get('/apis')).body, 'groups');
    expect(await groups()).toContain('found.example.com');
    expect(namesIn((await server.client.get('/apis/found.example.com/v1')).body, 'resources')).toEqual([
      'founds',
      'founds/status',
    ]);
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
    const { body } = await server.client.get('/apis', {}, { accept });
    const found = body.items.find(({ metadata }) => metadata.name === 'found.example.com');
    expect(found).toMatchObject({ versions: [{ version: 'v1', resources: [{ resource: 'founds' }] }] });
    await server.client.delete(`${definitionsPath}/founds.found.example.com`);
    await server.running.settle();
    expect(await groups()).not.toContain('found.example.com');
  });
});

const namesIn = (body: Wire, list: 'groups' | 'resources'): string[] =>
  (body as unknown as Record<string, { name: string }[]>)[list]?.map(({ name }) => name) ?? [];

describe('a custom resource', () => {
  beforeAll(async () => {
    await define(server.client, definition('Strict', [version('v1', typed)]));
  });

  it('with numbers that no double can hold is watched and deleted like any other', async () => {
    await define(server.client, definition('Huge', [version('v1')]));
    const headers = { 'content-type': 'application/json' };
    const text = JSON.stringify(object('Huge', { num: { num1: 1, num2: 1000000 } })).replace(
      '"num1":1',
      '"num1":9223372036854775807',
    );
    const watch = await server.client.watch(at('Huge'));
    expect((await server.client.ask('POST', at('Huge'), { body: text, headers })).text).toContain(
      '"num1":9223372036854775807',
    );
    expect((await patch(`${at('Huge')}/a`, { dummy: 'test' })).text).toContain('"num1":9223372036854775807');
    expect((await server.client.delete(`${at('Huge')}/a`)).status).toBe(200);
    expect((await watch.take(3)).map(({ type }) => type)).toEqual(['ADDED', 'MODIFIED', 'DELETED']);
    server.client.endWatches();
  });

  it('gets defaults when it is written, and when it is read from the store', async () => {
    const withDefault = (fields: object) => ({ type: 'object', properties: { ...fields } });
    await define(
      server.client,
      definition('Default', [version('v1', withDefault({ a: { type: 'string', default: 'A' } }))]),
    );
    expect((await server.client.post(at('Default'), object('Default'))).body).toMatchObject({ a: 'A' });
    await redefine(server.client, 'defaults.conformance.example.com', (spec) => {
      const fields = { a: { type: 'string' }, b: { type: 'string', default: 'B' } };
      Object.assign(spec, { versions: [version('v1', withDefault(fields))] });
    });
    expect((await server.client.get(`${at('Default')}/a`)).body).toMatchObject({ a: 'A', b: 'B' });
  });

  it.each([
    ['metadata', { metadata: { name: 'a', unknownMeta: 1 } }, 'unknown field "metadata.unknownMeta"'],
    ['its content', { spec: { bars: 1, extra: 2 } }, 'unknown field "spec.extra"'],
  ])('with an unknown field in %s is refused if its client is strict', async (_, content, message) => {
    const strict = { fieldValidation: 'Strict', dryRun: 'All' };
    const refused = await server.client.post(at('Strict'), object('Strict', content), strict);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain(message);
    const good = await server.client.post(at('Strict'), object('Strict', { spec: { bars: 1 } }), strict);
    expect(good.status).toBe(201);
  });

  it('that keeps unknown fields takes them from a strict client, and still no field twice', async () => {
    await define(server.client, definition('Loose', [version('v1')]));
    const strict = { fieldValidation: 'Strict' };
    expect((await server.client.post(at('Loose'), object('Loose', { any: { thing: 1 } }), strict)).status).toBe(201);
    const text = JSON.stringify(object('Loose')).replace('{', '{"x":1,"x":2,');
    const headers = { 'content-type': 'application/json' };
    const refused = await server.client.ask('POST', at('Loose'), { body: text, headers, query: strict });
    expect(refused.body.message).toContain('strict decoding error: duplicate field "x"');
  });
});

describe('the OpenAPI document of old clients', () => {
  it('tells the schema of a custom resource', async () => {
    await define(server.client, definition('Told', [version('v1', typed)]));
    expect((await published())[nameIn2('Told')]).toMatchObject({
      type: 'object',
      properties: { spec: { description: 'Specification of Foo' }, metadata: { $ref: expect.anything() } },
    });
  });

  it('tells no fields of a kind that takes any', async () => {
    await define(server.client, definition('Open', [version('v1')]));
    const { 'x-kubernetes-group-version-kind': kinds, ...rest } = (await published())[nameIn2('Open')] ?? {};
    expect(kinds).toEqual([{ group: 'conformance.example.com', version: 'v1', kind: 'Open' }]);
    expect(rest).toEqual({ type: 'object' });
  });

  it('tells of an embedded object that takes any fields, beside those that are known', async () => {
    const spec = { ...open, 'x-kubernetes-embedded-resource': true };
    await define(server.client, definition('Embedding', [version('v1', { type: 'object', properties: { spec } })]));
    const { properties = {} } = (await published())[nameIn2('Embedding')] as { properties?: Schemas };
    expect(properties.spec).toMatchObject({ 'x-kubernetes-preserve-unknown-fields': true });
    expect(properties.spec).not.toHaveProperty('properties');
  });

  it('holds the kinds of several definitions, of one group or many', async () => {
    await define(server.client, definition('One', [version('v1', typed)], 'one.example.com'));
    await define(server.client, definition('Other', [version('v1', typed)], 'one.example.com'));
    await define(server.client, definition('Two', [version('v1', typed)], 'two.example.com'));
    const names = Object.keys(await published());
    for (const [word, group] of [
      ['One', 'one'],
      ['Other', 'one'],
      ['Two', 'two'],
    ] as const) {
      expect(names).toContain(nameIn2(word, 'v1', `${group}.example.com`));
    }
  });

  it('follows versions that are added, renamed and not served any more', async () => {
    const both = [version('v2', typed), version('v3', typed, false)];
    await define(server.client, definition('Moving', both));
    const names = async () =>
      Object.keys(await published())
        .filter((name) => name.endsWith('.Moving'))
        .sort();
    expect(await names()).toEqual(['v2', 'v3'].map((of) => nameIn2('Moving', of)));
    const name = 'movings.conformance.example.com';
    await redefine(server.client, name, (spec) => {
      Object.assign(spec, { versions: [version('v2', typed), version('v4', typed, false)] });
    });
    expect(await names()).toEqual(['v2', 'v4'].map((of) => nameIn2('Moving', of)));
    await redefine(server.client, name, (spec) => {
      Object.assign(spec, { versions: [version('v2', typed), { ...version('v4', typed, false), served: false }] });
    });
    expect(await names()).toEqual([nameIn2('Moving', 'v2')]);
  });
});

describe('what is served', () => {
  it('is told by every group, whose preferred version is one of its versions and has resources', async () => {
    interface Group {
      readonly name: string;
      readonly preferredVersion: { readonly groupVersion: string };
      readonly versions: readonly { readonly groupVersion: string }[];
    }
    const { groups } = (await server.client.get('/apis')).body as unknown as { groups: readonly Group[] };
    for (const { name, preferredVersion, versions } of groups) {
      expect(versions).toContainEqual(expect.objectContaining({ groupVersion: preferredVersion.groupVersion }));
      expect((await server.client.get(`/apis/${name}`)).body).toMatchObject({ preferredVersion });
      const { body } = await server.client.get(`/apis/${preferredVersion.groupVersion}`);
      expect(namesIn(body, 'resources').length).toBeGreaterThan(0);
    }
  });

  it('is told in one document to those who ask for it', async () => {
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
    for (const [path, group] of [
      ['/api', ''],
      ['/apis', 'apps'],
    ] as const) {
      const { body, headers } = await server.client.get(path, {}, { accept });
      expect(headers['content-type']).toBe(accept);
      const found = body.items.find(({ metadata }) => (metadata.name ?? '') === group);
      expect(found).toMatchObject({ versions: [{ version: 'v1' }] });
    }
  });
});

it('unknown and repeated fields of a built-in kind are told in the order of the text', async () => {
  const body =
    '{"metadata":{"name":"d","unknownMeta":1},"spec":{"unknownField":"foo","replicas":2,"replicas":3,"selector":{},"template":{}}}';
  const headers = { 'content-type': 'application/json' };
  const query = { fieldValidation: 'Strict' };
  const path = '/apis/apps/v1/namespaces/default/deployments';
  const refused = await server.client.ask('POST', path, { body, headers, query });
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain(
    'strict decoding error: unknown field "metadata.unknownMeta", unknown field "spec.unknownField", duplicate field "spec.replicas"',
  );
});
