import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cborDocument, parseCbor } from '#machinery';
import type { Json } from '#meta';
import { allHeavy } from '../src/server/testing/house-with-clock.ts';
import { define } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';
import type { Wire } from './support/wire.ts';

const CBOR = 'application/cbor';
const gate = { 'feature-gates': 'CBORServingAndStorage=true' };
const configMaps = '/api/v1/namespaces/default/configmaps';
const configMap = (name: string, rest: object = {}): Json =>
  ({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name }, ...rest }) as Json;

interface Answered {
  readonly status: number;
  readonly type: string | undefined;
  readonly warning: string;
  readonly body: Wire;
}

/** Sends CBOR, or bytes as they are, and reads what comes. */
async function send(
  server: TestServer,
  method: string,
  path: string,
  sent?: Json | Buffer,
  type = CBOR,
): Promise<Answered> {
  const body = sent === undefined ? {} : { body: Buffer.isBuffer(sent) ? sent : cborDocument(sent) };
  const headers = { accept: CBOR, ...(sent !== undefined && { 'content-type': type }) };
  const response = await server.client.open(method, path, { ...body, headers });
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  const bytes = Buffer.concat(parts);
  const { 'content-type': answered, warning = '' } = response.headers;
  const isCbor = answered === CBOR;
  const value = isCbor ? parseCbor(bytes).value : JSON.parse(bytes.toString());
  if (isCbor) expect(bytes.subarray(0, 3).toString('hex')).toBe('d9d9f7');
  return { status: response.statusCode ?? 0, type: answered, warning: String(warning), body: value as Wire };
}

describe.each([
  ['here', undefined],
  ['in another thread', allHeavy],
])('with CBOR served %s', (_, limits) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(gate, limits === undefined ? {} : { limits });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it('objects are written and read in it', async () => {
    const sent = configMap('a', { data: { x: 'y' }, binaryData: { b: 'AQID' } });
    const created = await send(server, 'POST', configMaps, sent);
    expect([created.status, created.type]).toEqual([201, CBOR]);
    const { body } = await send(server, 'GET', `${configMaps}/a`);
    expect(body).toEqual((await server.client.get(`${configMaps}/a`)).body);
    expect(body).toMatchObject({ kind: 'ConfigMap', data: { x: 'y' }, binaryData: { b: 'AQID' } });
    const list = await send(server, 'GET', configMaps);
    expect(list.body).toEqual((await server.client.get(configMaps)).body);
    const partial = await server.client.open('GET', configMaps, {
      headers: { accept: `${CBOR};as=PartialObjectMetadataList;g=meta.k8s.io;v=v1` },
    });
    expect(partial.headers['content-type']).toBe(CBOR);
    partial.resume();
  });

  it('they are applied and deleted in it', async () => {
    const type = 'application/apply-patch+cbor';
    const path = `${configMaps}/applied`;
    const applied = await send(
      server,
      'PATCH',
      `${path}?fieldManager=me`,
      configMap('applied', { data: { x: '1' } }),
      type,
    );
    expect([applied.status, applied.body.data]).toEqual([201, { x: '1' }]);
    const gone = await send(server, 'DELETE', path, { kind: 'DeleteOptions', apiVersion: 'v1', dryRun: ['All'] });
    expect([gone.status, gone.body.status]).toEqual([200, 'Success']);
    expect((await send(server, 'GET', path)).status).toBe(200);
    const wrong = await send(server, 'PATCH', `${path}?fieldManager=me`, [1], type);
    expect(wrong.body.message).toBe(
      'error decoding YAML: cbor: cannot unmarshal array into Go value of type map[string]interface {}',
    );
  });

  it.each<[string, Json | Buffer, string]>([
    ['break', Buffer.from([0xff]), 'unable to determine group/version/kind: cbor: unexpected "break" code (ff)'],
    ['nothing', Buffer.alloc(0), 'unable to determine group/version/kind: EOF (<empty>)'],
    [
      'duplicate',
      Buffer.from('a2416101416102', 'hex'),
      'unable to determine group/version/kind: cbor: found duplicate map key "a" at map element index 1 (a2416101416102)',
    ],
    [
      'kind',
      { kind: 1 },
      'unable to determine group/version/kind: cbor: cannot unmarshal positive integer into Go struct field v1.TypeMeta.kind of type string (d9d9f7a1446b696e6401)',
    ],
  ])('what nobody can recognize is told: %s', async (_name, sent, message) => {
    const { status, body } = await send(server, 'POST', configMaps, sent);
    expect([status, body.message]).toEqual([
      400,
      `the object provided is unrecognized (must be of type ConfigMap): ${message}`,
    ]);
  });

  it('what does not fit, and what nobody knows, is told in the words for CBOR', async () => {
    const told = async (rest: object): Promise<string> => {
      const { body } = await send(server, 'POST', `${configMaps}?fieldValidation=Strict`, configMap('c', rest));
      return body.message.replace('ConfigMap in version "v1" cannot be handled as a ConfigMap: ', '');
    };
    expect(await told({ data: { x: 1 } })).toBe(
      'cbor: cannot unmarshal positive integer into Go struct field v1.ConfigMap.data of type string',
    );
    expect(await told({ foo: 1 })).toBe('strict decoding error: cbor: found unknown field at map element index 3');
    expect(await told({ metadata: { name: 'c', bar: 1 } })).toBe(
      'strict decoding error: cbor: found unknown field at map element index 1',
    );
    const warned = await send(server, 'POST', `${configMaps}?dryRun=All`, configMap('c', { foo: 1 }));
    expect(warned.warning).toBe('299 - "cbor: found unknown field at map element index 3"');
  });

  it('custom resources are written and read in it', async () => {
    const spec = { type: 'object', properties: { size: { type: 'integer' } } };
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
    await define(server.client, {
      metadata: { name: 'boxes.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'boxes', singular: 'box', kind: 'Box' },
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    });
    const boxes = '/apis/example.com/v1/namespaces/default/boxes';
    const box = (spec: object): Json =>
      ({ apiVersion: 'example.com/v1', kind: 'Box', metadata: { name: 'b' }, spec }) as Json;
    const created = await send(server, 'POST', boxes, box({ size: 7, lost: true }));
    expect([created.status, created.body.spec, created.warning]).toEqual([201, { size: 7 }, '']);
    const refused = await send(server, 'POST', boxes, box({ size: 'large' }));
    expect(refused.body.message).toContain('spec.size: Invalid value: "string"');
    const nothing = await send(server, 'POST', boxes, { kind: 1 });
    expect(nothing.body.message).toContain("Object 'Kind' is missing in '55799({'kind': 1})'");
    const list = await send(server, 'GET', boxes);
    expect(list.body).toEqual((await server.client.get(boxes)).body);
  });
});

describe('a server that serves CBOR', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(gate);
    await send(server, 'POST', configMaps, configMap('seen'));
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it('tells of changes as a sequence of data items', async () => {
    const response = await server.client.open('GET', `${configMaps}?watch=true&resourceVersion=0`, {
      headers: { accept: CBOR },
    });
    expect(response.headers['content-type']).toBe('application/cbor-seq');
    const { value } = await response[Symbol.asyncIterator]().next();
    expect(parseCbor(value as Buffer).value).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'seen' } } });
    response.destroy();
  });

  it('lists its media types, and tells errors outside of resources in others', async () => {
    const accept = { accept: 'text/foo' };
    const refused = await server.client.get(configMaps, {}, accept);
    expect(refused.body.message).toContain('application/cbor, application/json;stream=watch');
    expect(refused.body.message).toMatch(/application\/cbor-seq$/);
    const sent = await server.client.ask('POST', configMaps, { body: 'x', headers: { 'content-type': 'text/foo' } });
    expect(sent.body.message).toMatch(/application\/vnd\.kubernetes\.protobuf, application\/cbor$/);
    const nowhere = await server.client.open('GET', '/api/v1/nothing', { headers: { accept: CBOR } });
    expect(nowhere.headers['content-type']).toBe('application/json');
    nowhere.resume();
    const resources = await send(server, 'GET', '/apis/apps/v1');
    expect([resources.type, resources.body.kind]).toEqual([CBOR, 'APIResourceList']);
    const { text } = await server.client.get('/openapi/v3/api/v1');
    expect(text).toContain('"application/apply-patch+cbor"');
  });
});

it('without the gate CBOR is a media type like any other that is not served', async () => {
  await using server = await startTestServer({});
  const sent = await server.client.ask('POST', configMaps, {
    body: cborDocument(configMap('a')),
    headers: { 'content-type': CBOR },
  });
  expect([sent.status, sent.body.message]).toEqual([
    415,
    'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf',
  ]);
  expect((await server.client.get(configMaps, {}, { accept: CBOR })).status).toBe(406);
  const patched = await server.client.ask('PATCH', `${configMaps}/a?fieldManager=me`, {
    body: cborDocument(configMap('a')),
    headers: { 'content-type': 'application/apply-patch+cbor' },
  });
  expect(patched.status).toBe(415);
  const { text } = await server.client.get('/openapi/v3/api/v1');
  expect(text).not.toContain('cbor');
});
