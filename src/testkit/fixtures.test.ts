import { runInNewContext } from 'node:vm';
import { pinnaceTest } from 'pinnace/testing/vitest';
import { describe, expect } from 'vitest';
import { resourceRef } from '#client';
import type { KubeObject } from '#meta';
import { stableObjects } from './stable-objects.ts';

const configMaps = resourceRef({
  group: '',
  version: 'v1',
  namespaced: true,
  resource: 'configmaps',
  kind: 'ConfigMap',
});
const configMap: KubeObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { generateName: 'c-', namespace: 'default' },
};

const test = pinnaceTest({
  controllers: [],
  prepare: async (env) => void (await env.client.resource(configMaps).create(configMap)),
});

describe('a test with an environment', () => {
  test.for([1, 2])('has a fork of its own (%i)', async (_, { env }) => {
    await env.client.resource(configMaps).create(configMap);
    expect((await env.client.resource(configMaps).inNamespace('default').list()).items).toHaveLength(2);
  });

  test('shows objects in snapshots without what is other in each run', async ({ env }) => {
    expect(await env.client.resource(configMaps).create(configMap)).toMatchInlineSnapshot(`
      {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {
          "creationTimestamp": "<time>",
          "generateName": "c-",
          "name": "c-<suffix>",
          "namespace": "default",
          "resourceVersion": "<resourceVersion>",
          "uid": "<uid>",
        },
      }
    `);
  });

  test('takes objects of another realm for objects too', () => {
    const object = runInNewContext(`({ kind: 'ConfigMap', metadata: { uid: 'u', resourceVersion: '7' } })`);
    expect(stableObjects(object)).toEqual({
      kind: 'ConfigMap',
      metadata: { uid: '<uid>', resourceVersion: '<resourceVersion>' },
    });
  });

  test('waits until nobody writes', async ({ env }) => {
    await env.client.resource(configMaps).create(configMap);
    await expect(env).toConverge({ quietMs: 5 });
    expect(await env.writes()).toHaveLength(1);
  });
});
