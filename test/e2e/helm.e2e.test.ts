import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findHelm, HelmRunner } from '../support/helm.ts';
import { chooseKubectls, KubectlRunner } from '../support/kubectl.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';
import { namesOf, type Wire } from '../support/wire.ts';

const binary = findHelm();
const kubectls = chooseKubectls();
const strict = process.env.CI === 'true';
if (binary === undefined && !strict) {
  console.warn('SKIPPED: no Helm 4 found. `node scripts/tools.mjs fetch` brings one.');
}
it.skipIf(binary === undefined && !strict)('there is a Helm to test with', () => {
  expect(binary).toBeDefined();
});

const header = (kind: string, rest: string): string =>
  `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: {{ include "demo.fullname" . }}\n${rest}`;
/** What the chart has besides the Service and the ServiceAccount of `helm create`. */
const templates = {
  'configmap.yaml': header('ConfigMap', 'data: {{- .Values.settings | toYaml | nindent 2 }}\n'),
  'secret.yaml': `{{- if .Values.password }}\n${header(
    'Secret',
    'stringData:\n  password: {{ .Values.password | quote }}\n',
  )}{{- end }}\n`,
  'hook.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "demo.fullname" . }}-hook
  annotations:
    helm.sh/hook: pre-install,pre-upgrade
    helm.sh/hook-delete-policy: before-hook-creation
data:
  revision: {{ .Release.Revision | quote }}
`,
};
/** Kinds that need nodes. */
const trimmed = ['deployment.yaml', 'hpa.yaml', 'ingress.yaml', 'httproute.yaml', 'tests', 'NOTES.txt'];
const values = {
  'values.yaml': 'settings:\n  color: red\n  size: big\npassword: secret\n',
  'changed.yaml': 'settings:\n  color: blue\n  shape: round\nservice:\n  port: 8080\n',
};

describe.skipIf(binary === undefined)('Helm', () => {
  const namespace = 'shop';
  let server: TestServer;
  let helm: HelmRunner;
  const inside = (...args: readonly string[]) => helm.run(...args, '--namespace', namespace);
  const read = async (resource: string, name: string): Promise<Wire> =>
    (await server.client.get(`/api/v1/namespaces/${namespace}/${resource}/${name}`)).body;
  const releases = async (): Promise<string[]> =>
    namesOf((await server.client.get(`/api/v1/namespaces/${namespace}/secrets`, { labelSelector: 'owner=helm' })).body);
  const history = async () =>
    (JSON.parse(await inside('history', 'web', '-o', 'json')) as { status: string }[]).map(({ status }) => status);

  beforeAll(async () => {
    server = await startTestServer({ controllers: '*' });
    helm = await HelmRunner.open(binary as string, server.running.kubeconfigPath);
    await helm.run('create', 'demo');
    const at = (name: string): string => join(helm.home, 'demo', 'templates', name);
    for (const name of trimmed) await rm(at(name), { recursive: true, force: true });
    for (const [name, text] of Object.entries(templates)) await writeFile(at(name), text);
    for (const [name, text] of Object.entries(values)) await writeFile(join(helm.home, name), text);
  });
  afterAll(async () => {
    await helm[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  it('installs a chart', async () => {
    const out = await inside('install', 'web', 'demo', '--create-namespace', '--wait', '-f', 'values.yaml');
    expect(out).toMatch(/^STATUS: deployed$/m);
    expect((await read('configmaps', 'web-demo')).data).toEqual({ color: 'red', size: 'big' });
    expect((await read('secrets', 'web-demo')).data).toEqual({ password: 'c2VjcmV0' });
    expect((await read('services', 'web-demo')).metadata.labels).toMatchObject({
      'app.kubernetes.io/managed-by': 'Helm',
    });
    expect((await read('serviceaccounts', 'web-demo')).automountServiceAccountToken).toBe(true);
    expect((await read('configmaps', 'web-demo-hook')).data).toEqual({ revision: '1' });
    expect(await releases()).toEqual(['sh.helm.release.v1.web.v1']);
  });
  it('does not install what is there', async () => {
    const { code, err } = await helm.try(['install', 'web', 'demo', '-n', namespace]);
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('cannot reuse a name') });
  });
  it('lists what is installed, and tells what it is made of', async () => {
    const list = JSON.parse(await inside('list', '-o', 'json'));
    expect(list).toMatchObject([{ name: 'web', revision: '1', status: 'deployed', chart: 'demo-0.1.0' }]);
    const manifest = await inside('get', 'manifest', 'web');
    expect(manifest.match(/^kind: .*$/gm)?.sort()).toEqual([
      'kind: ConfigMap',
      'kind: Secret',
      'kind: Service',
      'kind: ServiceAccount',
    ]);
    expect(await inside('get', 'values', 'web', '-o', 'json')).toContain('"color":"red"');
    expect(await inside('status', 'web')).toMatch(/^STATUS: deployed$/m);
  });
  it('upgrades: changes, adds and removes', async () => {
    const out = await inside('upgrade', 'web', 'demo', '--wait', '-f', 'changed.yaml');
    expect(out).toContain('has been upgraded');
    expect((await read('configmaps', 'web-demo')).data).toEqual({ color: 'blue', shape: 'round' });
    expect((await read('secrets', 'web-demo')).code).toBe(404);
    expect((await read('services', 'web-demo')).spec).toMatchObject({ ports: [{ name: 'http', port: 8080 }] });
    expect((await read('configmaps', 'web-demo-hook')).data).toEqual({ revision: '2' });
    expect(await history()).toEqual(['superseded', 'deployed']);
  });
  it('tries an upgrade on the server without doing it', async () => {
    const before = await read('configmaps', 'web-demo');
    await inside('upgrade', 'web', 'demo', '--set', 'settings.color=green', '--dry-run=server');
    expect(await read('configmaps', 'web-demo')).toEqual(before);
  });
  it('rolls back', async () => {
    expect(await inside('rollback', 'web', '1', '--wait')).toContain('Rollback was a success');
    expect((await read('configmaps', 'web-demo')).data).toEqual({ color: 'red', size: 'big' });
    expect((await read('secrets', 'web-demo')).data).toEqual({ password: 'c2VjcmV0' });
    expect((await read('services', 'web-demo')).spec).toMatchObject({ ports: [{ name: 'http', port: 80 }] });
    expect(await history()).toEqual(['superseded', 'superseded', 'deployed']);
  });
  it('keeps what failed in its history, and the release as it was', async () => {
    const { code, err } = await helm.try([
      'upgrade',
      'web',
      'demo',
      '--reuse-values',
      '--set',
      'service.port=0',
      '-n',
      namespace,
    ]);
    expect(code).toBe(1);
    expect(err).toContain('spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive');
    expect((await history()).at(-1)).toBe('failed');
    expect((await read('services', 'web-demo')).spec).toMatchObject({ ports: [{ port: 80 }] });
  });
  it('uninstalls, with the whole history', async () => {
    expect(await inside('uninstall', 'web', '--wait')).toContain('release "web" uninstalled');
    for (const resource of ['configmaps', 'secrets', 'services', 'serviceaccounts']) {
      expect((await read(resource, 'web-demo')).code).toBe(404);
    }
    expect(await releases()).toEqual([]);
    expect(JSON.parse(await inside('list', '-o', 'json'))).toEqual([]);
  });
});

/** Charts as they come from `helm create`, without any change. */
describe.skipIf(binary === undefined)('Helm, with a new chart', () => {
  const namespace = 'fresh';
  let server: TestServer;
  let helm: HelmRunner;
  const inside = (...args: readonly string[]) => helm.run(...args, '--namespace', namespace);
  const outside = (...args: readonly string[]) => helm.try([...args, '--namespace', namespace]);
  const read = async (path: string, name: string): Promise<Wire> =>
    (await server.client.get(`${path.replace('/*', `/namespaces/${namespace}`)}/${name}`)).body;
  const deployment = (name: string) => read('/apis/apps/v1/*/deployments', name);
  const everything = 'autoscaling.enabled=true,ingress.enabled=true,serviceAccount.create=true,httpRoute.enabled=false';

  beforeAll(async () => {
    server = await startTestServer({ controllers: '*' });
    helm = await HelmRunner.open(binary as string, server.running.kubeconfigPath);
    await helm.run('create', 'demo');
  });
  afterAll(async () => {
    await helm[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  describe.each(['true', 'false'])('with --server-side=%s', (side) => {
    const release = `side-${side}`;
    const name = `${release}-demo`;
    it('installs it, with all that it can have', async () => {
      const flags = ['--create-namespace', `--server-side=${side}`, '--set', everything];
      expect(await inside('install', release, 'demo', ...flags)).toMatch(/^STATUS: deployed$/m);
      await server.running.settle();
      expect((await deployment(name)).status).toMatchObject({ replicas: 1, unavailableReplicas: 1 });
      expect(await read('/apis/autoscaling/v2/*/horizontalpodautoscalers', name)).toMatchObject({
        spec: { maxReplicas: 100, metrics: [{ resource: { target: { averageUtilization: 80 } } }] },
      });
      expect((await read('/apis/networking.k8s.io/v1/*/ingresses', name)).kind).toBe('Ingress');
      expect((await read('/api/v1/*/serviceaccounts', name)).kind).toBe('ServiceAccount');
    });
    it('upgrades, rolls back and tells its history', async () => {
      const set = ['--set', 'replicaCount=2,image.tag=next'];
      await inside('upgrade', release, 'demo', `--server-side=${side}`, ...set);
      const runs = (image: unknown) => ({ spec: { template: { spec: { containers: [{ image }] } } } });
      expect(await deployment(name)).toMatchObject(runs('nginx:next'));
      expect((await deployment(name)).spec).toMatchObject({ replicas: 2 });
      expect((await read('/apis/networking.k8s.io/v1/*/ingresses', name)).code).toBe(404);
      await inside('rollback', release, '1');
      expect(await deployment(name)).toMatchObject(runs(expect.stringMatching(/^nginx:\d/)));
      expect((await read('/apis/networking.k8s.io/v1/*/ingresses', name)).kind).toBe('Ingress');
      const history = JSON.parse(await inside('history', release, '-o', 'json')) as { description: string }[];
      expect(history.map(({ description }) => description)).toEqual([
        'Install complete',
        'Upgrade complete',
        'Rollback to 1',
      ]);
    });
    it('changes nothing when it is upgraded to what it is', async () => {
      await server.running.settle();
      const before = await deployment(name);
      await inside('upgrade', release, 'demo', `--server-side=${side}`, '--set', everything);
      await server.running.settle();
      expect((await deployment(name)).metadata.generation).toBe(before.metadata.generation);
    });
    it('uninstalls it', async () => {
      expect(await inside('uninstall', release, '--wait')).toContain('uninstalled');
      await server.running.settle();
      expect((await deployment(name)).code).toBe(404);
      const pods = (await server.client.get(`/api/v1/namespaces/${namespace}/pods`)).body;
      expect(namesOf(pods)).toEqual([]);
    });
  });

  it('says what it waits for, as nothing runs without nodes', async () => {
    const { code, err } = await outside('install', 'slow', 'demo', '--create-namespace', '--wait', '--timeout', '2s');
    expect(code).toBe(1);
    expect(err).toContain(`resource Deployment/${namespace}/slow-demo not ready. status: InProgress`);
    await inside('uninstall', 'slow');
  });
  it('waits for what somebody makes ready', async () => {
    const waiting = inside('install', 'ready', 'demo', '--create-namespace', '--wait', '--timeout', '20s');
    const path = `/api/v1/namespaces/${namespace}/pods`;
    let pods: string[] = [];
    while (pods.length === 0) {
      pods = namesOf((await server.client.get(path, { labelSelector: 'app.kubernetes.io/instance=ready' })).body);
    }
    const lastTransitionTime = '2026-01-01T00:00:00Z';
    const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', lastTransitionTime }] };
    const headers = { 'content-type': 'application/merge-patch+json' };
    for (const pod of pods) await server.client.ask('PATCH', `${path}/${pod}/status`, { body: { status }, headers });
    expect(await waiting).toMatch(/^STATUS: deployed$/m);
  });
  it('runs its test as a pod, which stays pending', async () => {
    const { code, err, out } = await outside('test', 'ready', '--timeout', '2s');
    expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(/TEST SUITE: +ready-demo-test-connection/) });
    expect(err).toContain('ready-demo-test-connection not ready. status: InProgress');
    await inside('uninstall', 'ready');
  });
  it.skipIf(kubectls.length === 0)('makes manifests that kubectl applies twice', async () => {
    const kubectl = await KubectlRunner.open(
      kubectls.at(-1) as (typeof kubectls)[number],
      server.running.kubeconfigPath,
    );
    const manifest = await inside('template', 'plain', 'demo', '--set', everything, '--skip-tests');
    const apply = async () => (await kubectl.run(['apply', '-n', namespace, '-f', '-'], manifest)).trim().split('\n');
    expect((await apply()).every((line) => line.endsWith(' created'))).toBe(true);
    await server.running.settle();
    expect((await apply()).filter((line) => !line.endsWith(' unchanged'))).toEqual([]);
    await kubectl.run(['delete', '-n', namespace, '-f', '-'], manifest);
    await kubectl[Symbol.asyncDispose]();
  });
  it('says which definitions are missing', async () => {
    const { code, err } = await outside('install', 'routed', 'demo', '--set', 'httpRoute.enabled=true');
    expect(code).toBe(1);
    expect(err).toContain('no matches for kind "HTTPRoute" in version "gateway.networking.k8s.io/v1"');
  });
});
