// Runs against servers in this process, one for each test: node --test.
import { deepEqual, equal, match } from 'node:assert/strict';
import { resourceRef } from 'pinnace/client';
import type { TestEnvironment } from 'pinnace/testing';
import { pinnaceTest } from 'pinnace/testing/node';
import { WebV1Client } from './api/web.example.com/v1/client.gen.ts';
import { SiteController } from './site-controller.ts';

const core = { group: '', version: 'v1', namespaced: true };
const configMaps = resourceRef({ ...core, resource: 'configmaps', kind: 'ConfigMap' });

const test = pinnaceTest({ crds: ['config/crd'] });

const makeSite = (env: TestEnvironment) =>
  new WebV1Client(env.client).sites('default').create({
    apiVersion: 'web.example.com/v1',
    kind: 'Site',
    metadata: { name: 's' },
    spec: { title: 'T', pages: { a: 'one', b: 'two' } },
  });

async function pagesIn({ client }: TestEnvironment): Promise<readonly string[]> {
  const { items } = await client.inDefaultNamespace(configMaps).list({ labelSelector: 'web.example.com/site=s' });
  return items.map(({ metadata }) => metadata.name ?? '').sort();
}

test('a site has its pages, also after somebody removed one', async ({ env }) => {
  await using controller = new SiteController(env.client);
  await controller.start();
  await makeSite(env);
  await env.converge();
  const { status } = await new WebV1Client(env.client).sites('default').get('s');
  deepEqual([status?.pages, status?.observedGeneration, status?.conditions?.[0]?.status], [2, 1, 'True']);
  deepEqual(await pagesIn(env), ['s-a', 's-b']);
  await env.client.inDefaultNamespace(configMaps).delete('s-a');
  await env.converge();
  const page = await env.client.inDefaultNamespace(configMaps).get('s-a');
  match(JSON.stringify(page.data), /<title>T<\/title>one/);
});

test('pages that are gone from a site are removed, and all of them with it', async ({ env }) => {
  await using controller = new SiteController(env.client);
  await controller.start();
  await makeSite(env);
  await env.converge();
  const sites = new WebV1Client(env.client).sites('default');
  await sites.edit('s', ({ spec }) => {
    spec.pages = { b: 'two' };
  });
  await env.converge();
  deepEqual(await pagesIn(env), ['s-b']);
  const { status } = await sites.get('s');
  equal(status?.pages, 1);
  await sites.delete('s');
  await env.converge();
  deepEqual(await pagesIn(env), []);
});
