import { readFile, stat } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient, resourceRef } from '#client';
import type { KubeObject } from '#meta';
import type { TestEnvironment } from './environment.ts';
import { startPinnace } from './start-pinnace.ts';

const core = { group: '', version: 'v1', namespaced: true };
const configMaps = resourceRef({ ...core, resource: 'configmaps', kind: 'ConfigMap' });
const configMap = (name: string, data = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default' },
  data,
});
const widgets = resourceRef({
  group: 'example.com',
  version: 'v1',
  resource: 'widgets',
  kind: 'Widget',
  namespaced: true,
});
const widgetDefinition = (properties = {}): KubeObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    names: { plural: 'widgets', kind: 'Widget' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { size: { type: 'integer' }, ...properties } } },
      },
    ],
  },
});
const widget: KubeObject = {
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'w', namespace: 'default' },
  size: 3,
};

let base: TestEnvironment;
beforeAll(async () => {
  base = await startPinnace({ listen: false, crds: [widgetDefinition()], objects: [configMap('given'), widget] });
});
afterAll(() => base.dispose());

const namesIn = async ({ client }: Pick<TestEnvironment, 'client'>): Promise<readonly (string | undefined)[]> =>
  (await client.resource(configMaps).inNamespace('default').list()).items
    .map(({ metadata }) => metadata.name)
    .filter((name) => name !== 'kube-root-ca.crt');

describe('an environment', () => {
  it('has the definitions and objects that it was given', async () => {
    await using env = await base.fork();
    expect(await namesIn(env)).toEqual(['given']);
    expect(await env.client.resource(widgets).inNamespace('default').get('w')).toMatchObject({ size: 3 });
  });

  it('answers requests of its process without listening, and says so to those who want its address', async () => {
    await using env = await base.fork();
    expect(await (await env.fetch('/version')).json()).toMatchObject({ major: '1' });
    const body = JSON.stringify(configMap('large', { text: 'x'.repeat(4 * 1024 * 1024) }));
    expect((await env.fetch('/api/v1/namespaces/default/configmaps', { method: 'POST', body })).status).toBe(413);
    expect((await env.fetch('/api/v1/pods', { headers: { authorization: 'Bearer wrong' } })).status).toBe(401);
    expect(() => env.url).toThrow('await env.listen()');
  });

  it('is reached from outside when it listens, by a kubeconfig that goes with it', async () => {
    const env = await base.fork({ listen: true });
    const file = await env.kubeconfigFile();
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(env.kubeconfig);
    using outside = HttpClient.fromKubeconfig(file);
    expect(await outside.inDefaultNamespace(configMaps).get('given')).toMatchObject({ kind: 'ConfigMap' });
    const api = env.as('kubernetes-js', ['system:masters']).loadInto(new KubeConfig()).makeApiClient(CoreV1Api);
    expect((await api.readNamespacedConfigMap({ name: 'given', namespace: 'default' })).metadata?.name).toBe('given');
    expect(env.requests({ user: 'kubernetes-js' })).toMatchObject([{ verb: 'get', name: 'given', status: 200 }]);
    await env.dispose();
    await expect(stat(file)).rejects.toThrow('ENOENT');
    await expect(outside.inDefaultNamespace(configMaps).get('given')).rejects.toThrow();
  });

  it('knows users who may do what roles allow', async () => {
    await using env = await base.fork();
    const alice = env.as('alice', ['devs']);
    await expect(namesIn(alice)).rejects.toThrow('User "alice" cannot list resource "configmaps"');
    await env.apply({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'devs-view' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'devs' }],
    });
    expect(await namesIn(alice)).toEqual(['given']);
    expect(env.requests({ user: 'alice' }).map(({ verb, status }) => [verb, status])).toEqual([
      ['list', 403],
      ['list', 200],
    ]);
  });

  it('lets time pass: what has a time to live goes, and cron jobs run each time', async () => {
    await using env = await startPinnace({ listen: false, clock: '2031-05-01T00:00:00Z' });
    expect(env.clock.now().toISOString()).toMatch(/^2031-05-01T00:00/);
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } };
    const batch = { group: 'batch', version: 'v1', namespaced: true };
    await env.apply(
      {
        apiVersion: 'batch/v1',
        kind: 'CronJob',
        metadata: { name: 'c', namespace: 'default' },
        spec: { schedule: '*/20 * * * *', jobTemplate: { spec: { template } } },
      },
      {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name: 'e', namespace: 'default' },
        involvedObject: { namespace: 'default' },
        reason: 'Tried',
      },
    );
    await env.settle();
    await using fork = await env.fork();
    expect(await fork.events({ reason: 'Tried' })).toHaveLength(1);
    await fork.clock.advance('61m');
    const jobs = await fork.client.resource(resourceRef({ ...batch, resource: 'jobs', kind: 'Job' })).list();
    expect(jobs.items).toHaveLength(3);
    expect(await fork.events({ reason: 'Tried' })).toEqual([]);
    expect(await env.events({ reason: 'Tried' })).toHaveLength(1);
    await expect(env.clock.advance('soon')).rejects.toThrow('soon is not a duration');
  });
});

describe('a fork', () => {
  it('shares what was there, and nothing that comes later', async () => {
    await using one = await base.fork();
    await using other = await base.fork();
    const made = await one.client.resource(configMaps).create(configMap('one'));
    const there = await other.client.resource(configMaps).create(configMap('other'));
    expect(made.metadata.resourceVersion).toBe(there.metadata.resourceVersion);
    expect([await namesIn(one), await namesIn(other), await namesIn(base)]).toEqual([
      ['given', 'one'],
      ['given', 'other'],
      ['given'],
    ]);
  });

  it('can be forked again, with its users, while somebody writes', async () => {
    await using one = await base.fork();
    const { token } = one.as('alice');
    const writing = Promise.all(
      Array.from({ length: 20 }, (_, at) => one.client.resource(configMaps).create(configMap(`n${at}`))),
    );
    const forks = [await one.fork(), await one.fork()];
    await writing;
    await using last = await one.fork();
    expect(await namesIn(last)).toHaveLength(21);
    expect(last.as('alice').token).toBe(token);
    for (const fork of forks) {
      const names = await namesIn(fork);
      const { items } = await fork.client.resource(configMaps).inNamespace('default').list({ limit: 500 });
      expect(items.map(({ metadata }) => metadata.name).filter((name) => name !== 'kube-root-ca.crt')).toEqual(names);
      await fork.dispose();
    }
  });

  it('outlives its origin', async () => {
    const origin = await base.fork();
    await origin.client.resource(configMaps).create(configMap('one'));
    await using fork = await origin.fork();
    await origin.dispose();
    await fork.client.resource(configMaps).create(configMap('two'));
    expect(await namesIn(fork)).toEqual(['given', 'one', 'two']);
    await expect(origin.fork()).rejects.toThrow('the environment is disposed');
  });

  it('is gone when it is disposed of, also if somebody stopped reading a watch and said nothing', async () => {
    const leave = async (): Promise<WeakRef<TestEnvironment>> => {
      const fork = await base.fork();
      const { body } = await fork.fetch('/api/v1/configmaps?watch=1');
      await body?.getReader().read();
      await fork.dispose();
      return new WeakRef(fork);
    };
    const left = await leave();
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const look = (): TestEnvironment | undefined => {
      collectGarbage();
      return left.deref();
    };
    await expect.poll(() => look() === undefined, { timeout: 10_000 }).toBe(true);
  });
  it('has controllers of its own', async () => {
    await using one = await base.fork();
    await one.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n' } });
    await one.settle();
    const { items } = await one.client.resource(configMaps).inNamespace('n').list();
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['kube-root-ca.crt']);
    const namespaces = resourceRef({
      group: '',
      version: 'v1',
      resource: 'namespaces',
      kind: 'Namespace',
      namespaced: false,
    });
    await one.client.resource(namespaces).delete('n');
    await one.settle();
    await expect(one.client.resource(namespaces).get('n')).rejects.toThrow('not found');
  });

  it('shows shared objects by its own definitions', async () => {
    await using one = await base.fork();
    await using other = await base.fork();
    // The same generation in both, with another default.
    for (const [env, colour] of [
      [one, 'red'],
      [other, 'blue'],
    ] as const) {
      await env.apply(widgetDefinition({ colour: { type: 'string', default: colour } }));
      await env.settle();
    }
    const colours = [one, other, base].map(
      async ({ client }) => (await client.resource(widgets).inNamespace('default').get('w')).colour,
    );
    expect(await Promise.all(colours)).toEqual(['red', 'blue', undefined]);
  });
});

describe('a snapshot', () => {
  it('brings back what was there, at the same address', async () => {
    await using env = await base.fork({ listen: true });
    const { url } = env;
    const snapshot = await env.snapshot();
    for (const name of ['a', 'b']) {
      await env.client.resource(configMaps).create(configMap(name));
      expect(await namesIn(env)).toEqual([name, 'given']);
      await env.restore(snapshot);
      expect(await namesIn(env)).toEqual(['given']);
    }
    using outside = HttpClient.fromKubeconfig(await env.kubeconfigFile());
    expect([env.url, await namesIn({ client: outside })]).toEqual([url, ['given']]);
    await expect(base.restore(snapshot)).rejects.toThrow('not one of this environment');
  });

  it('leaves the record of what was written before it was restored', async () => {
    await using env = await base.fork();
    const snapshot = await env.snapshot();
    await env.client.resource(configMaps).create(configMap('before'));
    await env.restore(snapshot);
    await env.client.resource(configMaps).create(configMap('after'));
    const written = (await env.writes()).map(({ type, name }) => `${type} ${name}`);
    expect(written).toEqual(['create before', 'create after']);
  });
});
