import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

describe('an object against a definition that is not there', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const integer = { type: 'integer' };
  const rule = (text: string, more = {}) => ({ 'x-kubernetes-validations': [{ rule: text, ...more }] });
  const pool = { type: 'object', properties: { min: integer, max: integer }, ...rule('self.min <= self.max') };
  const spec = {
    type: 'object',
    properties: { pools: { type: 'array', items: pool }, mode: { type: 'string', default: 'a' } },
  };
  const definition = {
    spec: {
      group: 'example.com',
      versions: [{ name: 'v1', schema: { openAPIV3Schema: { type: 'object', properties: { spec } } } }],
    },
  };
  const tried = async (object: object, given: object = definition) =>
    server.client.post('/pinnace/trials', { definition: given, object });
  const widget = (content: object) => ({
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name: 'w' },
    spec: content,
  });

  it('is pruned, filled in and held against the rules, each told part by part', async () => {
    const { status, body } = await tried(
      widget({
        pools: [
          { min: 1, max: 2 },
          { min: 5, max: 3 },
        ],
        color: 'red',
      }),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: 'v1',
      removed: ['spec.color'],
      object: { spec: { mode: 'a' } },
      faults: [
        {
          type: 'FieldValueInvalid',
          field: 'spec.pools[1]',
          message: expect.stringContaining('failed rule: self.min <= self.max'),
        },
      ],
      rules: [
        { field: 'spec.pools[0]', value: 'true' },
        {
          field: 'spec.pools[1]',
          rule: 'self.min <= self.max',
          value: 'false',
          parts: [
            { expression: 'self.min <= self.max', values: ['false'], depth: 0 },
            { expression: 'self.min', values: ['5'], depth: 1 },
            { expression: 'self.max', values: ['3'], depth: 1 },
          ],
        },
      ],
    });
  });
  it('says what is wrong with the definition or its version, and stores nothing', async () => {
    const other = await tried({ apiVersion: 'example.com/v2', kind: 'Widget' });
    expect([other.status, other.body.message]).toEqual([
      400,
      'the object is example.com/v2; the definition has: example.com/v1',
    ]);
    const broken = { ...pool, ...rule('self.nothing') };
    const given = {
      spec: {
        group: 'example.com',
        versions: [{ name: 'v1', schema: { openAPIV3Schema: { type: 'object', properties: { spec: broken } } } }],
      },
    };
    const { body } = await tried(widget({ min: 1 }), given);
    expect(body).toMatchObject({ rules: [{ field: 'spec', error: expect.stringContaining('undefined field') }] });
    expect((await server.client.get('/apis/example.com')).status).toBe(404);
  });
  it('is refused or answered, and never a fault of the server', async () => {
    const schema = { openAPIV3Schema: { properties: 7, items: 'x' } };
    const nonsense = { spec: { group: 'example.com', versions: [{ name: 'v1', schema }] } };
    expect((await tried(widget({}), nonsense)).status).toBe(200);
    expect((await server.client.post('/pinnace/trials', [])).status).toBe(400);
  });
  it('is for those alone who may post to the path', async () => {
    const headers = { 'impersonate-user': 'jane' };
    const { status } = await server.client.ask('POST', '/pinnace/trials', { body: {}, headers });
    expect(status).toBe(403);
  });

  describe('with rules that convert', () => {
    const text = { type: 'string' };
    const version = (name: string, properties: object) => ({
      name,
      schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
    });
    const given = {
      metadata: { name: 'widgets.example.com' },
      spec: {
        group: 'example.com',
        versions: [version('v1', { colour: text, debug: text }), version('v2', { color: text })],
      },
    };
    const policy = (...rules: object[]) => ({
      spec: { definition: 'widgets.example.com', conversions: [{ from: 'v1', to: 'v2', rules }] },
    });
    const converted = async (...rules: object[]) => {
      const object = widget({ colour: 'red', debug: 'x' });
      const { body } = await server.client.post('/pinnace/trials', {
        definition: given,
        object,
        policy: policy(...rules),
      });
      return body.conversion as object;
    };
    const rename = { rename: { from: 'spec.colour', to: 'spec.color' } };

    it('tells the object in other versions, the rule of each field, and what is lost on the way back', async () => {
      const drop = { delete: { path: 'spec.debug', in: 'v1', reason: 'nobody used it' } };
      expect(await converted(rename, drop)).toMatchObject({
        faults: [],
        problems: [],
        versions: [
          {
            version: 'v2',
            object: { apiVersion: 'example.com/v2', spec: { color: 'red' } },
            rules: [{ from: 'v1', to: 'v2', taken: ['spec.colour'], made: ['spec.color'] }, { taken: ['spec.debug'] }],
            lost: ['spec.debug'],
          },
        ],
      });
    });
    it('tells why rules would not be in force, and what is wrong with them, where it is', async () => {
      expect(await converted(rename)).toMatchObject({ problems: [expect.stringContaining('spec.debug of v1')] });
      expect(await converted({ shrink: {} })).toMatchObject({
        faults: [{ field: 'spec.conversions[0].rules[0]', message: expect.stringContaining('must be one of') }],
      });
    });
  });
});
