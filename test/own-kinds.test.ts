import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startServer } from 'pinnace';
import { HttpClient, resourceRef } from 'pinnace/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gadgets as ref } from '../examples/gadgets/api/gadgets.example.com/v1/client.gen.ts';
import { gadgets } from '../examples/gadgets/gadgets.ts';

const group = 'gadgets.example.com';
const definitions = resourceRef({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  resource: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  namespaced: false,
});

let folder: string;
let server: RunningServer;
let client: HttpClient;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-own-'));
  server = await startServer({ ephemeral: true, port: 0, shutdownGrace: 1000, dataDir: folder, logLevel: 'error' });
  client = HttpClient.fromKubeconfig(server.kubeconfigPath);
});
afterAll(async () => {
  client.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const define = (ofGroup: string) =>
  client.resource(definitions).create({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `things.${ofGroup}` },
    spec: {
      group: ofGroup,
      scope: 'Namespaced',
      names: { plural: 'things', kind: 'Thing' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  });

describe('kinds that are added to a running server', () => {
  it('are served from the next request on, beside what definitions define', async () => {
    await define('things.example.com');
    await server.settle();
    await expect(client.inDefaultNamespace(ref).list()).rejects.toMatchObject({ status: { code: 404 } });
    await server.addApis(gadgets);
    const made = await client.inDefaultNamespace(ref).create({
      apiVersion: `${group}/v1`,
      kind: 'Gadget',
      metadata: { name: 'g' },
      spec: { width: 1, height: 2 },
    });
    expect(made).toMatchObject({ metadata: { generation: 1 }, spec: { replicas: 1 } });
    const { groups } = (await client.request({ method: 'GET', path: '/apis' })) as unknown as {
      groups: { name: string }[];
    };
    expect(groups.map(({ name }) => name)).toEqual(expect.arrayContaining([group, 'things.example.com', 'apps']));
    const path = `/apis/apiregistration.k8s.io/v1/apiservices/v1.${group}`;
    expect(await client.request({ method: 'GET', path })).toMatchObject({ spec: { group } });
    const document = await client.request({ method: 'GET', path: `/openapi/v3/apis/${group}/v1` });
    expect(JSON.stringify(document)).toContain('com.example.gadgets.v1.Gadget');
  });

  it('take the place of those of the same name, and go on with what is stored', async () => {
    await server.addApis(gadgets);
    expect((await client.inDefaultNamespace(ref).get('g')).spec?.height).toBe(2);
  });

  it('are refused in a group that definitions serve', async () => {
    const other = { ...gadgets, group: 'things.example.com' };
    await expect(server.addApis(other)).rejects.toThrow(
      'gadgets: custom resource definitions serve the group things.example.com already',
    );
  });

  it('are deleted with their namespace', async () => {
    const namespaces = resourceRef({
      group: '',
      version: 'v1',
      resource: 'namespaces',
      kind: 'Namespace',
      namespaced: false,
    });
    await client.resource(namespaces).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'gone' } });
    const there = client.resource(ref).inNamespace('gone');
    await there.create({
      apiVersion: `${group}/v1`,
      kind: 'Gadget',
      metadata: { name: 'x' },
      spec: { width: 1, height: 1 },
    });
    await client.resource(namespaces).delete('gone');
    await server.settle();
    expect((await there.list()).items).toEqual([]);
  });
});
