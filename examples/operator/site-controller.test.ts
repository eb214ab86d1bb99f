// Runs against a server in this process: node --test.
import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type RunningServer, startServer } from 'pinnace';
import { type KubeObject, parseYaml } from 'pinnace/api';
import { HttpClient, resourceRef } from 'pinnace/client';
import { WebV1Client } from './api/web.example.com/v1/client.gen.ts';
import { SiteController } from './site-controller.ts';

const core = { group: '', version: 'v1', namespaced: true };
const configMaps = resourceRef({ ...core, resource: 'configmaps', kind: 'ConfigMap' });
const definitions = resourceRef({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  resource: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  namespaced: false,
});

let server: RunningServer;
let client: HttpClient;
let controller: SiteController;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sites-'));
  server = await startServer({ ephemeral: true, port: 0, shutdownGrace: 1000, dataDir: folder, logLevel: 'error' });
  client = HttpClient.fromKubeconfig(server.kubeconfigPath);
  const file = await readFile('config/crd/web.example.com_sites.yaml');
  const definition = parseYaml(file, { duplicates: false }).value as KubeObject;
  await client.resource(definitions).create(definition);
  await server.settle();
  controller = await new SiteController(client).start();
});
after(async () => {
  await controller[Symbol.asyncDispose]();
  client.close();
  await server.stop();
  await rm(folder, { recursive: true });
});

/** Waits until the world is as it should be. */
async function until<T>(look: () => Promise<T>, good: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await look();
    if (good(found)) return found;
    await new Promise((done) => setTimeout(done, 20));
  }
}

const pages = async (): Promise<readonly string[]> => {
  const { items } = await client.inDefaultNamespace(configMaps).list({ labelSelector: 'web.example.com/site=s' });
  return items.map(({ metadata }) => metadata.name ?? '').sort();
};

test('a site has its pages, also after somebody removed one', async () => {
  const sites = new WebV1Client(client).sites('default');
  await sites.create({
    apiVersion: 'web.example.com/v1',
    kind: 'Site',
    metadata: { name: 's' },
    spec: { title: 'T', pages: { a: 'one', b: 'two' } },
  });
  const told = await until(
    () => sites.get('s'),
    ({ status }) => status?.pages === 2,
  );
  deepEqual([told.status?.observedGeneration, told.status?.conditions?.[0]?.status], [1, 'True']);
  deepEqual(await pages(), ['s-a', 's-b']);
  await client.inDefaultNamespace(configMaps).delete('s-a');
  await until(pages, (names) => names.length === 2);
  const page = await client.inDefaultNamespace(configMaps).get('s-a');
  match(JSON.stringify(page.data), /<title>T<\/title>one/);
});

test('pages that are gone from a site are removed, and all of them with it', async () => {
  const sites = new WebV1Client(client).sites('default');
  await sites.edit('s', ({ spec }) => {
    spec.pages = { b: 'two' };
  });
  await until(pages, (names) => names.length === 1);
  const told = await until(
    () => sites.get('s'),
    ({ status }) => status?.observedGeneration === 2,
  );
  equal(told.status?.pages, 1);
  await sites.delete('s');
  await until(pages, (names) => names.length === 0);
});
