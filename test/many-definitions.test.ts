import { afterAll, beforeAll, expect, it } from 'vitest';
import { conditionOf, definitionsPath } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';
import { good } from './verb-suite/subject.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ controllers: '*' });
});
afterAll(() => server[Symbol.asyncDispose]());

const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
const definition = (plural: string, { group = 'many.example.com', kind = plural } = {}) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural, kind },
    versions: [{ name: 'v1', served: true, storage: true, schema }],
  },
});
const define = async (...definitions: readonly object[]): Promise<void> => {
  await Promise.all(definitions.map(async (one) => good(await server.client.post(definitionsPath, one), 201)));
  await server.running.settle();
};
const accepted = async (plural: string): Promise<boolean> => {
  const { body } = await server.client.get(`${definitionsPath}/${plural}.many.example.com`);
  return conditionOf(body, 'NamesAccepted')?.status === 'True';
};

it('gives a name that several want at once to one of them, and to the next when that one goes', async () => {
  const plurals = ['ones', 'twos', 'threes', 'fours'];
  await define(...plurals.map((plural) => definition(plural, { kind: 'Wanted' })));
  const first = await Promise.all(plurals.map(accepted));
  expect(first.filter(Boolean)).toHaveLength(1);
  await server.client.delete(`${definitionsPath}/${plurals[first.indexOf(true)]}.many.example.com`);
  await server.running.settle();
  const left = plurals.filter((_, at) => !first[at]);
  expect((await Promise.all(left.map(accepted))).filter(Boolean)).toHaveLength(1);
});

it('takes all objects along when a definition goes, and lets another of the same name begin anew', async () => {
  const path = '/apis/other.example.com/v1/namespaces/default/things';
  const thing = (n: number) => ({ apiVersion: 'other.example.com/v1', kind: 'things', metadata: { name: `t${n}` } });
  for (let round = 0; round < 2; round++) {
    await define(definition('things', { group: 'other.example.com' }));
    expect((await server.client.get(path)).body.items).toEqual([]);
    await Promise.all(Array.from({ length: 30 }, async (_, n) => good(await server.client.post(path, thing(n)), 201)));
    await server.client.delete(`${definitionsPath}/things.other.example.com`);
    await server.running.settle();
    expect((await server.client.get(path)).status).toBe(404);
    expect((await server.client.get(`${definitionsPath}/things.other.example.com`)).status).toBe(404);
  }
});

it('deletes many definitions at once', async () => {
  await define(...Array.from({ length: 40 }, (_, n) => definition(`kind${n}s`, { group: `g${n % 4}.example.com` })));
  expect((await server.client.get('/apis/g3.example.com/v1')).body.resources).toHaveLength(10);
  await server.client.delete(definitionsPath);
  await server.running.settle();
  expect((await server.client.get(definitionsPath)).body.items).toEqual([]);
  expect((await server.client.get('/apis/g3.example.com/v1')).status).toBe(404);
});
