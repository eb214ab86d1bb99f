import { get } from 'node:https';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseYaml, unwrapUnknown } from '#machinery';
import { TestWebhook } from './support/conversion-webhook.ts';
import { define } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';
import type { Wire } from './support/wire.ts';
import { good } from './verb-suite/subject.ts';

/** More than goes out in one piece. */
const COUNT = 36;
const filling = 'x'.repeat(40_000);
const configMaps = '/api/v1/namespaces/default/configmaps';
const crontabs = (version: string): string => `/apis/example.com/${version}/namespaces/default/crontabs`;
const as = (kind: string, media = 'json'): string => `application/${media};as=${kind};v=v1;g=meta.k8s.io`;
const PROTOBUF = 'vnd.kubernetes.protobuf';

const version = (name: string, properties: object) => ({
  name,
  served: true,
  storage: name === 'v1beta1',
  schema: { openAPIV3Schema: { type: 'object', properties } },
});
const definition = ({ url, caBundle }: TestWebhook) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'crontabs.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'crontabs', singular: 'crontab', kind: 'CronTab' },
    versions: [
      version('v1beta1', { hostPort: { type: 'string' } }),
      version('v1', { host: { type: 'string' }, port: { type: 'string' } }),
    ],
    conversion: {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1'], clientConfig: { url, caBundle } },
    },
  },
});

let server: TestServer;
let webhook: TestWebhook;
beforeAll(async () => {
  webhook = await TestWebhook.start();
  server = await startTestServer();
  await define(server.client, definition(webhook));
  await Promise.all(Array.from({ length: COUNT }, (_, at) => createPair(at)));
  // Tables tell the age of objects: after days it does not change while we look.
  server.clock.advance(3 * 86_400_000);
}, 60_000);

async function createPair(at: number): Promise<void> {
  const name = `c-${String(at).padStart(3, '0')}`;
  const labels = { half: at % 2 === 0 ? 'even' : 'odd' };
  const metadata = { name, labels, annotations: { odd: 'ü"\n{[,:' } };
  good(await server.client.post(configMaps, { metadata, data: { filling } }), 201);
  const custom = { apiVersion: 'example.com/v1beta1', kind: 'CronTab', metadata, hostPort: `${filling}:80` };
  good(await server.client.post(crontabs('v1beta1'), custom), 201);
}

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await webhook.stop();
});

interface Heard {
  readonly headers: { readonly [name: string]: unknown };
  readonly bytes: Buffer;
}

const ask = (path: string, headers: { readonly [name: string]: string } = {}): Promise<Heard> =>
  new Promise((resolve, reject) => {
    const authorization = `Bearer ${server.token}`;
    get(new URL(path, server.url), { ca: server.ca, headers: { authorization, ...headers } }, (response) => {
      const done = (parts: Buffer[]): void => resolve({ headers: response.headers, bytes: Buffer.concat(parts) });
      response.toArray().then(done, reject);
    }).on('error', reject);
  });
const json = async (path: string, accept = 'application/json'): Promise<Wire> =>
  JSON.parse((await ask(path, { accept })).bytes.toString()) as Wire;

/** The same list put together from pages that go out in one piece each. */
async function inPages(path: string, accept?: string): Promise<Wire> {
  const [items, pages] = [accept?.includes('Table') ? 'rows' : 'items', [] as Wire[]];
  let token = '';
  do {
    const page = await json(`${path}?limit=7${token && `&continue=${token}`}`, accept);
    pages.push(page);
    token = (page.metadata as { continue?: string }).continue ?? '';
  } while (token !== '');
  return { ...(pages.at(-1) as Wire), [items]: pages.flatMap((page) => page[items] as Wire[]) };
}

describe.each([
  ['of a built-in kind', configMaps],
  ['of a custom resource as it is stored', crontabs('v1beta1')],
  ['that a webhook converts', crontabs('v1')],
])('a long list %s', (_, path) => {
  it.each([['application/json'], [as('Table')], [as('PartialObjectMetadataList')]])(
    'is what its pages are, as %s',
    async (accept) => {
      const { headers, bytes } = await ask(path, { accept });
      expect(headers['transfer-encoding']).toBe('chunked');
      expect(JSON.parse(bytes.toString())).toEqual(await inPages(path, accept));
    },
  );
  it.each(['application/json', as('Table'), as('PartialObjectMetadataList')])(
    'says the same in YAML, indented and compressed, as %s',
    async (accept) => {
      const plain = (await ask(path, { accept })).bytes;
      const value = JSON.parse(plain.toString()) as object;
      const yaml = (await ask(path, { accept: accept.replace('json', 'yaml') })).bytes;
      expect(parseYaml(yaml, { duplicates: false }).value).toEqual(value);
      const pretty = (await ask(`${path}?pretty=true`, { accept })).bytes;
      expect(pretty.toString()).toBe(JSON.stringify(value, null, 2));
      const zipped = await ask(path, { accept, 'accept-encoding': 'gzip' });
      expect(zipped.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(zipped.bytes).equals(plain)).toBe(true);
    },
  );
  it('begins its watches with the same objects', async () => {
    const listed = (await json(path)).items.map(({ metadata }) => metadata);
    const watch = await server.client.watch(path, { allowWatchBookmarks: true });
    const events = await watch.until(({ type }) => type === 'BOOKMARK');
    expect(events.slice(0, -1).map(({ object }) => object.metadata)).toEqual(listed);
    watch.close();
  });
  it('may show few objects, or none', async () => {
    const names = async (selector: string): Promise<string[]> =>
      (await json(`${path}?${selector}`)).items.map(({ metadata }) => metadata.name);
    expect(await names('labelSelector=half%3Dodd')).toHaveLength(COUNT / 2);
    expect(await names('labelSelector=half%3Dnone')).toEqual([]);
    expect(await names('fieldSelector=metadata.name%3Dc-031')).toEqual(['c-031']);
  });
});

describe('a long list as protobuf', () => {
  it('holds each object as it is alone', async () => {
    const { bytes } = await ask(configMaps, { accept: `application/${PROTOBUF}` });
    const { apiVersion, kind, raw } = unwrapUnknown(bytes);
    expect([apiVersion, kind]).toEqual(['v1', 'ConfigMapList']);
    const [meta, ...items] = fieldsOf(raw);
    expect([meta?.number, items.length]).toEqual([1, COUNT]);
    for (const at of [0, 31, COUNT - 1]) {
      const name = `c-${String(at).padStart(3, '0')}`;
      const alone = await ask(`${configMaps}/${name}`, { accept: `application/${PROTOBUF}` });
      expect(items[at]?.bytes.equals(Buffer.from(unwrapUnknown(alone.bytes).raw))).toBe(true);
    }
  });
  it('holds metadata alone too, and can be compressed', async () => {
    const accept = as('PartialObjectMetadataList', PROTOBUF);
    const { bytes } = await ask(`${crontabs('v1')}`, { accept });
    expect(unwrapUnknown(bytes).kind).toBe('PartialObjectMetadataList');
    expect(fieldsOf(unwrapUnknown(bytes).raw).length).toBe(COUNT + 1);
    const zipped = await ask(crontabs('v1'), { accept, 'accept-encoding': 'gzip' });
    expect(gunzipSync(zipped.bytes).equals(bytes)).toBe(true);
  });
});

it('a list that cannot be converted in the middle is broken off', async () => {
  const { client } = server;
  await client.ask('PUT', `${crontabs('v1beta1')}/c-034`, {
    body: { ...good(await client.get(`${crontabs('v1beta1')}/c-034`)), hostPort: `${filling}no port` },
  });
  await expect(ask(`${crontabs('v1')}?resourceVersion=0`)).rejects.toThrow(/aborted|hang up/);
  // What fails on the first page is a whole answer.
  await client.ask('PUT', `${crontabs('v1beta1')}/c-001`, {
    body: { ...good(await client.get(`${crontabs('v1beta1')}/c-001`)), hostPort: `${filling}no port` },
  });
  expect((await client.get(crontabs('v1'))).status).toBe(500);
});

/** The fields of a message that has only fields of bytes. */
function fieldsOf(message: Uint8Array): { readonly number: number; readonly bytes: Buffer }[] {
  const fields = [];
  const all = Buffer.from(message);
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = all[at++] as number;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < all.length) {
    const number = varint() >> 3;
    const length = varint();
    fields.push({ number, bytes: all.subarray(at, at + length) });
    at += length;
  }
  return fields;
}
