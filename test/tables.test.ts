import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const asTable = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
const named = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
const TWENTY_MINUTES = 1_200_000;

const ageIn = (table: object) => (table as { rows: { cells: unknown[] }[] }).rows[0]?.cells.at(-1);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

it('tells ages at the time of each look, in lists and in watches that go on', async () => {
  const { client, clock } = server;
  const { metadata } = (await client.post(configMaps, named('old'))).body as { metadata: { resourceVersion: string } };
  const from = { resourceVersion: metadata.resourceVersion };
  const watch = await client.watch(configMaps, from, asTable);
  clock.advance(TWENTY_MINUTES);
  await client.post(configMaps, named('new'));
  await client.put(`${configMaps}/old`, { ...named('old'), data: { a: 'b' } });
  const ages = (await watch.take(2)).map(({ object }) => ageIn(object));
  expect(ages).toEqual(['0s', '20m']);
  const age = async () => ageIn((await client.get(`${configMaps}/old`, {}, asTable)).body);
  expect(await age()).toBe('20m');
  clock.advance(TWENTY_MINUTES);
  expect(await age()).toBe('40m');
});

it.each([
  ['/apis/certificates.k8s.io/v1/certificatesigningrequests/none/approval', 406],
  ['/apis/certificates.k8s.io/v1/certificatesigningrequests/none/status', 404],
  ['/apis/apiextensions.k8s.io/v1/customresourcedefinitions/none/status', 406],
  ['/api/v1/namespaces/default/pods/none/resize', 406],
  ['/api/v1/namespaces/default/pods/none/status', 404],
])('are there for some parts of an object and not for others: %s', async (path, code) => {
  expect((await server.client.get(path, {}, asTable)).status).toBe(code);
});

it.each([
  ['/api/v1/namespaces/default/podtemplates', []],
  ['/apis/apiextensions.k8s.io/v1/customresourcedefinitions', null],
  ['/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas', 'some'],
])('of nothing have the rows of the real server: %s', async (path, rows) => {
  const table = (await server.client.get(path, {}, asTable)).body as { rows?: unknown[] | null };
  if (rows === 'some') expect(table.rows?.length).toBeGreaterThan(0);
  else expect(table.rows).toEqual(rows);
});
