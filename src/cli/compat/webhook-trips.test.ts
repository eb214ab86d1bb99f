import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exampleDefinition, readDefinition } from '#compat';
import { Cluster } from './cluster.ts';
import { webhookLosses } from './webhook-trips.ts';

const conversion = {
  strategy: 'Webhook',
  webhook: {
    clientConfig: { service: { name: 'hook', namespace: 'there', port: 8443, path: '/convert' } },
    conversionReviewVersions: ['v1'],
  },
};
const spec = { color: { type: 'string', description: 'Color.' }, size: { type: 'integer', description: 'Size.' } };
const made = exampleDefinition({ spec, definition: { conversion } }) as { spec: { versions: object[] } };
made.spec.versions.push({ ...made.spec.versions[0], name: 'v2', storage: false });

/** The way to a service that every API server has, and behind it a webhook that forgets colors and refuses sizes over 5. */
const proxy = '/api/v1/namespaces/there/services/https:hook:8443/proxy/convert';
const stored = [
  { metadata: { name: 'a', namespace: 'x' }, spec: { color: 'red', size: 1 } },
  { metadata: { name: 'b', namespace: 'x' }, spec: { color: 'a', size: 1 } },
  { metadata: { name: 'c', namespace: 'x' }, spec: { color: 'blue', size: 9 } },
];
const asked: string[] = [];
let isDown = false;
async function answer(request: IncomingMessage): Promise<object> {
  asked.push(`${request.method} ${request.url}`);
  if (request.url?.startsWith('/apis/apiextensions.k8s.io/')) return made;
  if (request.url !== proxy) return { items: stored };
  const review = (await json(request)) as { request: { uid: string; objects: Stored[]; desiredAPIVersion: string } };
  const { uid, objects, desiredAPIVersion } = review.request;
  if (objects.some((object) => (object.spec?.size ?? 0) > 5))
    return { response: { uid, result: { status: 'Failure' } } };
  const convertedObjects = objects.map(({ spec: { color: _, ...kept } = {}, ...rest }) => ({
    ...rest,
    apiVersion: desiredAPIVersion,
    spec: kept,
  }));
  return { response: { uid, result: { status: 'Success' }, convertedObjects } };
}
interface Stored {
  readonly spec?: { readonly color?: string; readonly size?: number };
}

let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (isDown && request.method === 'POST') response.writeHead(503).end('nobody is there');
    else void answer(request).then((body) => response.end(JSON.stringify(body)));
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const cluster = () => new Cluster({ server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });

it('asks a webhook that is a service through the server, and tells what it loses of which objects', async () => {
  const found = await webhookLosses(readDefinition(made as never, { origin: 'kube:', line: 1 }), cluster());
  expect(asked).toContain(`POST ${proxy}`);
  const colors = found.filter(({ path }) => path === 'spec.color');
  expect(colors.map(({ version, touched }) => [version, touched])).toEqual([
    ['v1, v2', undefined],
    ['v1, v2', { count: 2, of: 3, examples: ['x/a', 'x/b'] }],
    ['v2, v1', undefined],
    ['v2, v1', { count: 2, of: 3, examples: ['x/a', 'x/b'] }],
  ]);
  // The smallest stored object that loses it; what the webhook refuses is no loss.
  expect(colors[1]?.evidence).toMatchObject([{ metadata: { name: 'b' } }]);
  expect(found.filter(({ path }) => path === 'spec.size')).toEqual([]);
});

it('tells that a webhook does not answer', async () => {
  const definition = readDefinition(made as never, { origin: 'kube:', line: 1 });
  isDown = true;
  const [found, ...others] = await webhookLosses(definition, cluster());
  expect(others).toEqual([]);
  expect(found).toMatchObject({ severity: 'warning', undecided: true, message: expect.stringContaining('status 503') });
});
