import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { define, definitionsPath } from './support/definitions.ts';
import { startTestServer } from './support/start-test-server.ts';

const group = 'parts.example.com';
const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
const definition = (storage: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `parts.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'parts', kind: 'Part' },
    versions: ['v1', 'v2'].map((name) => ({ name, served: true, storage: name === storage, schema })),
  },
});
const merge = { 'content-type': 'application/merge-patch+json' };
const at = (version: string): string => `/apis/${group}/${version}/namespaces/default/parts`;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pinnace-stored-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

it('a version in which objects are stored stays in the status, with their number, until they are written anew', async () => {
  const flags = { 'data-dir': directory, ephemeral: 'false' };
  {
    await using server = await startTestServer(flags);
    await define(server.client, definition('v1'));
    for (const name of ['a', 'b']) {
      await server.client.post(at('v1'), { apiVersion: `${group}/v1`, kind: 'Part', metadata: { name } });
    }
    const body = JSON.stringify({ spec: definition('v2').spec });
    await server.client.ask('PATCH', `${definitionsPath}/parts.${group}`, { headers: merge, body });
  }
  // Nobody has asked for the objects since the start.
  await using server = await startTestServer(flags);
  const { client } = server;
  const forget = () =>
    client.ask('PATCH', `${definitionsPath}/parts.${group}/status`, {
      headers: merge,
      body: JSON.stringify({ status: { storedVersions: ['v2'] } }),
    });
  const refused = await forget();
  expect([refused.status, refused.body.message]).toEqual([
    422,
    expect.stringMatching(/status\.storedVersions: .*must have v1: 2 objects are still stored in v1/),
  ]);
  for (const name of ['a', 'b']) {
    const { body } = await client.get(`${at('v2')}/${name}`);
    expect((await client.put(`${at('v2')}/${name}`, { ...body, anew: true })).status).toBe(200);
  }
  expect((await forget()).status).toBe(200);
});
