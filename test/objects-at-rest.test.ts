import { afterAll, beforeAll, expect, it } from 'vitest';
import { define, redefine } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';
import type { Wire } from './support/wire.ts';
import { good } from './verb-suite/subject.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ controllers: '*' });
});
afterAll(() => server[Symbol.asyncDispose]());

const name = 'lamps.rest.example.com';
const text = { type: 'string' };
const definition = (properties: object) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name },
  spec: {
    group: 'rest.example.com',
    scope: 'Namespaced',
    names: { plural: 'lamps', kind: 'Lamp' },
    versions: ['v1', 'v2'].map((version) => ({
      name: version,
      served: true,
      storage: version === 'v1',
      schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
    })),
  },
});

const reshape = (properties: object): Promise<Wire> =>
  redefine(server.client, name, (spec) => Object.assign(spec, { versions: definition(properties).spec.versions }));

it('shows an object as the schema of the moment has it, in lists and alone, whatever lies in the store', async () => {
  const path = (version: string) => `/apis/rest.example.com/${version}/namespaces/default/lamps`;
  const specs = async (): Promise<unknown[]> => {
    const shown: unknown[] = [];
    for (const version of ['v1', 'v2']) {
      const [first] = good(await server.client.get(path(version))).items as Wire[];
      const one = good(await server.client.get(`${path(version)}/a`));
      expect([first?.apiVersion, one.apiVersion]).toEqual(new Array(2).fill(`rest.example.com/${version}`));
      shown.push(first?.spec, one.spec);
    }
    return shown;
  };
  const always = (spec: object): unknown[] => new Array(4).fill(spec);
  await define(server.client, definition({ size: text, color: text }));
  const lamp = { apiVersion: 'rest.example.com/v1', kind: 'Lamp', metadata: { name: 'a' } };
  good(await server.client.post(path('v1'), { ...lamp, spec: { size: 'big', color: 'red' } }), 201);
  expect(await specs()).toEqual(always({ size: 'big', color: 'red' }));
  await reshape({ size: text, shape: { ...text, default: 'round' } });
  expect(await specs()).toEqual(always({ size: 'big', shape: 'round' }));
  await reshape({ size: text, color: text });
  expect(await specs()).toEqual(always({ size: 'big', color: 'red' }));
});

it('answers a dry run with the defaults that reading from the store would fill in', async () => {
  const group = 'dry.example.com';
  const status = { type: 'object', default: { phase: 'New' }, properties: { phase: text } };
  const openAPIV3Schema = { type: 'object', properties: { spec: { type: 'object' }, status } };
  await define(server.client, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `drops.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'drops', kind: 'Drop' },
      versions: [
        { name: 'v1', served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema } },
      ],
    },
  });
  const path = `/apis/${group}/v1/namespaces/default/drops`;
  const drop = { apiVersion: `${group}/v1`, kind: 'Drop', metadata: { name: 'a' } };
  for (const query of [{ dryRun: 'All' }, {}]) {
    expect(good(await server.client.post(path, drop, query), 201).status).toEqual({ phase: 'New' });
  }
  const { metadata } = good(await server.client.get(`${path}/a`));
  const put = await server.client.put(`${path}/a/status`, { ...drop, metadata, status: null }, { dryRun: 'All' });
  expect(good(put).status).toEqual({ phase: 'New' });
});
