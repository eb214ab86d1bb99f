// Tests of the operator of examples/operator: vitest run. Each test has a server of its own, which is a fork of one.
import type { TestEnvironment } from 'pinnace/testing';
import { pinnaceTest } from 'pinnace/testing/vitest';
import { describe, expect } from 'vitest';
import { sites, WebV1Client } from '../operator/api/web.example.com/v1/client.gen.ts';
import { SiteController } from '../operator/site-controller.ts';

const test = pinnaceTest({ crds: [new URL('../operator/config/crd', import.meta.url).pathname] });

const site = (pages: { [name: string]: string }) => ({
  apiVersion: 'web.example.com/v1' as const,
  kind: 'Site' as const,
  metadata: { name: 's' },
  spec: { title: 'T', pages },
});

/** The operator, as long as the block runs. */
const operating = (env: TestEnvironment): Promise<SiteController> =>
  new SiteController(env.clientAs('site-controller')).start();

describe('a site', () => {
  test('gets a ConfigMap for each page', async ({ env }) => {
    await using _ = await operating(env);
    await new WebV1Client(env.client).sites('default').create(site({ a: 'one', b: 'two' }));
    await expect(env).toConverge();
    const { status } = await env.client.resource(sites).inNamespace('default').get('s');
    expect(status).toMatchObject({ pages: 2, observedGeneration: 1 });
  });

  test('is told of again after the watch of the operator was cut', async ({ env }) => {
    await using _ = await operating(env);
    env.fail('cut-watch', { userAgent: 'site-controller', resource: 'sites', times: 2 });
    await new WebV1Client(env.client).sites('default').create(site({ a: 'one' }));
    await expect(env).toConverge();
    expect(env.requests({ verb: 'patch', resource: 'configmaps', name: 's-a' })).not.toEqual([]);
  });

  test('gets its pages though the server refuses the first of them', async ({ env }) => {
    await using _ = await operating(env);
    const fault = env.fail(500, { verb: 'patch', resource: 'configmaps' });
    await new WebV1Client(env.client).sites('default').create(site({ a: 'one' }));
    await expect(env).toConverge({ quietMs: 300 });
    expect(fault.hits).toBe(1);
    const { items } = await env.client.resource(sites).inNamespace('default').list();
    expect(items.map(({ status }) => status?.pages)).toEqual([1]);
  });
});
