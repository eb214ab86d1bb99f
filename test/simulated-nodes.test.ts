import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CoreV1 } from '#apis';
import { resourceRef } from '#client';
import type { KubeObject } from '#meta';
import { startPinnace, type TestEnvironment } from '#testkit';
import { AnsweringWebhook } from '../src/webhook/testing/answering-webhook.ts';
import { testAuthority } from '../src/webhook/testing/certificates.ts';

type Pod = CoreV1['Pod'];
type Node = CoreV1['Node'];

const core = { group: '', version: 'v1', namespaced: true };
const pods = resourceRef<Pod>({ ...core, resource: 'pods', kind: 'Pod' });
const services = resourceRef<CoreV1['Service']>({ ...core, resource: 'services', kind: 'Service' });
const nodes = resourceRef<Node>({ ...core, resource: 'nodes', kind: 'Node', namespaced: false });
const claims = resourceRef<CoreV1['PersistentVolumeClaim']>({
  ...core,
  resource: 'persistentvolumeclaims',
  kind: 'PersistentVolumeClaim',
});
const volumes = resourceRef({ ...core, resource: 'persistentvolumes', kind: 'PersistentVolume', namespaced: false });
const statefulSets = resourceRef({ ...core, group: 'apps', resource: 'statefulsets', kind: 'StatefulSet' });
const jobs = resourceRef({ ...core, group: 'batch', resource: 'jobs', kind: 'Job' });
const endpointSlices = resourceRef({
  ...core,
  group: 'discovery.k8s.io',
  resource: 'endpointslices',
  kind: 'EndpointSlice',
});
const deployments = resourceRef({ ...core, group: 'apps', resource: 'deployments', kind: 'Deployment' });

const deployment = (name: string, replicas: number): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'default' },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
  },
});

const pod = (name: string, spec: object): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default' },
  spec: { containers: [{ name: 'web', image: 'nginx' }], ...spec },
});

describe('simulated nodes', () => {
  let env: TestEnvironment;
  beforeAll(async () => {
    env = await startPinnace({ simulateNodes: 3, simulateStorage: true });
  });
  afterAll(() => env.dispose());

  it('register themselves', async () => {
    const { items } = await env.client.resource(nodes).list();
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['node-1', 'node-2', 'node-3']);
  });

  it('bring a deployment up, and its service', async () => {
    await env.apply({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web', namespace: 'default' },
      spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
    });
    await env.apply(deployment('web', 4));
    await env.clock.advance('1s');
    const { status } = await env.client.resource(deployments).inNamespace('default').get('web');
    expect(status).toMatchObject({ availableReplicas: 4, readyReplicas: 4 });
    const found = await listed('web');
    expect(found.map(({ status: { phase } = {} }) => phase)).toEqual(['Running', 'Running', 'Running', 'Running']);
    expect(new Set(found.map(({ spec }) => spec?.nodeName)).size).toBe(3);
    const endpoints = (await env.client.resource(endpointSlices).inNamespace('default').list()).items.flatMap(
      (slice) => (slice.metadata.labels?.['kubernetes.io/service-name'] === 'web' ? slice.endpoints : []) as unknown[],
    );
    expect(endpoints).toHaveLength(4);
    const reasons = (await env.events({ namespace: 'default' })).flatMap(({ reason, involvedObject }) =>
      (involvedObject as KubeObject).kind === 'Node' ? [] : [reason],
    );
    expect(new Set(reasons)).toEqual(
      new Set(['ScalingReplicaSet', 'SuccessfulCreate', 'Scheduled', 'Pulling', 'Pulled', 'Created', 'Started']),
    );
  });

  it('are the addresses of a service that wants a load balancer, as long as it wants one', async () => {
    const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'front', namespace: 'default' } };
    const spec = { selector: { app: 'front' }, ports: [{ port: 80 }] };
    const balancer = async (): Promise<unknown> => {
      await env.clock.advance('1s');
      return (await env.client.resource(services).inNamespace('default').get('front')).status?.loadBalancer;
    };
    await env.apply({ ...service, spec: { ...spec, type: 'LoadBalancer' } });
    const ingress = ['172.18.0.2', '172.18.0.3', '172.18.0.4'].map((ip) => ({ ip, ipMode: 'VIP' }));
    expect(await balancer()).toEqual({ ingress });
    await env.apply({ ...service, spec: { ...spec, type: 'ClusterIP' } });
    expect(await balancer()).toEqual({});
  });

  it('say that a container is simulated when its log is asked for', async () => {
    const [first] = await listed('web');
    const answer = await env.fetch(`/api/v1/namespaces/default/pods/${first?.metadata.name}/log`);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(await answer.text()).toContain('is simulated: nothing runs');
  });

  it('let jobs complete, and fail as an annotation says', async () => {
    const job = (name: string, annotations: Record<string, string>): KubeObject => ({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name, namespace: 'default' },
      spec: {
        backoffLimit: 0,
        template: {
          metadata: { annotations },
          spec: { restartPolicy: 'Never', containers: [{ name: 'work', image: 'busybox' }] },
        },
      },
    });
    await env.apply(job('good', {}), job('bad', { 'pinnace.dev/exit-code': '1' }));
    await env.clock.advance('3s');
    const conditionsOf = async (name: string): Promise<unknown> => {
      const { status } = await env.client.resource(jobs).inNamespace('default').get(name);
      return (status as { conditions: { type: string }[] }).conditions.map(({ type }) => type);
    };
    expect(await conditionsOf('good')).toContain('Complete');
    expect(await conditionsOf('bad')).toContain('Failed');
  });

  it('bring up a stateful set in order, with volumes that pretend', async () => {
    const volumeClaimTemplates = [
      {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
    ];
    const { spec } = deployment('db', 3);
    await env.apply({
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'db', namespace: 'default' },
      spec: { ...(spec as object), serviceName: 'db', volumeClaimTemplates },
    });
    await env.clock.advance('3s');
    expect((await listed('db')).map(({ metadata }) => metadata.name)).toEqual(['db-0', 'db-1', 'db-2']);
    const started = (await env.events({ reason: 'Started' })).flatMap(({ involvedObject }) => {
      const { name } = involvedObject as { name: string };
      return name.startsWith('db-') ? [name] : [];
    });
    expect(started).toEqual(['db-0', 'db-1', 'db-2']);
    const { items } = await env.client.resource(claims).inNamespace('default').list();
    expect(items.map(({ metadata, status }) => [metadata.name, status?.phase])).toEqual([
      ['data-db-0', 'Bound'],
      ['data-db-1', 'Bound'],
      ['data-db-2', 'Bound'],
    ]);
    await env.client.resource(statefulSets).inNamespace('default').delete('db');
    await env.client.resource(claims).inNamespace('default').deleteCollection();
    await env.clock.advance('3s');
    expect((await env.client.resource(volumes).list()).items).toEqual([]);
  });

  it('lead to the process that stands in for a pod: a webhook behind a service', async () => {
    const authority = await testAuthority();
    const pair = await authority.issue(['hook.default.svc']);
    await using hook = await AnsweringWebhook.start(pair, ({ apiVersion, kind, request: { uid } }) => ({
      apiVersion,
      kind,
      response: { uid, allowed: false, status: { message: 'not today' } },
    }));
    const annotations = { 'pinnace.dev/backend': `127.0.0.1:${hook.port}` };
    const service = { name: 'hook', namespace: 'default' };
    await env.apply(
      { ...pod('hook', {}), metadata: { ...service, labels: { app: 'hook' }, annotations } },
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: service,
        spec: { selector: { app: 'hook' }, ports: [{ port: 443, targetPort: 9443 }] },
      },
      {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingWebhookConfiguration',
        metadata: { name: 'hook' },
        webhooks: [
          {
            name: 'hook.example.com',
            clientConfig: { service, caBundle: authority.caBundle },
            rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
            objectSelector: { matchLabels: { case: 'hook' } },
            sideEffects: 'None',
            admissionReviewVersions: ['v1'],
          },
        ],
      },
    );
    await env.clock.advance('1s');
    const metadata = { name: 'refused', namespace: 'default', labels: { case: 'hook' } };
    const asked = env.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
    await expect(asked).rejects.toThrow('denied the request: not today');
    expect(hook.received).toHaveLength(1);
  });

  it('are left by pods that do not bear their taints, or not for long', async () => {
    const tolerations = [{ key: 'sick', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 }];
    await env.apply(pod('patient', { tolerations, nodeName: 'node-1' }), pod('sturdy', { nodeName: 'node-1' }));
    await env.clock.advance('1s');
    await env.client.resource(nodes).edit('node-1', (node) => {
      node.spec = { ...node.spec, taints: [{ key: 'sick', effect: 'NoExecute' }] };
    });
    await env.clock.advance('2s');
    expect(await namesOn('node-1')).toEqual(['patient']);
    await env.clock.advance('1m');
    expect(await namesOn('node-1')).toEqual([]);
    expect((await listed('web')).filter(({ status }) => status?.phase === 'Running')).toHaveLength(4);
    expect(await env.events({ reason: 'TaintManagerEviction' })).not.toEqual([]);
  });

  it('are not chosen when nothing fits, and the pod says why', async () => {
    await env.apply(pod('picky', { nodeSelector: { disk: 'ssd' } }));
    await env.settle();
    const [event] = await env.events({ reason: 'FailedScheduling' });
    expect(event?.message).toMatch(/^0\/3 nodes are available: /);
    await env.client.resource(nodes).edit('node-2', (node) => {
      node.metadata.labels = { ...node.metadata.labels, disk: 'ssd' };
    });
    await env.clock.advance('1s');
    expect(await namesOn('node-2')).toContain('picky');
  });

  it('refuse pods that were bound to them without being asked and do not fit', async () => {
    const containers = [{ name: 'web', image: 'nginx', ports: [{ containerPort: 80, hostPort: 21_017 }] }];
    await env.apply(pod('first', { containers, nodeName: 'node-2' }));
    await env.clock.advance('1s');
    await env.apply(
      pod('second', { containers, nodeName: 'node-2' }),
      pod('astray', { nodeSelector: { disk: 'tape' }, nodeName: 'node-2' }),
    );
    await env.clock.advance('1s');
    const toldOf = async (name: string) => {
      const { status } = await env.client.resource(pods).inNamespace('default').get(name);
      return [status?.phase, status?.reason, status?.message];
    };
    expect(await toldOf('first')).toEqual(['Running', undefined, undefined]);
    expect(await toldOf('second')).toEqual([
      'Failed',
      'NodePorts',
      "Pod was rejected: Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports",
    ]);
    expect((await toldOf('astray')).slice(0, 2)).toEqual(['Failed', 'NodeAffinity']);
    for (const name of ['first', 'second', 'astray']) {
      await env.client.resource(pods).inNamespace('default').delete(name);
    }
    await env.clock.advance('1m');
  });

  it('are unknown when they are not heard of any more, and their pods begin elsewhere', async () => {
    const setKubelet = (value: string | undefined) =>
      env.client.resource(nodes).edit('node-3', ({ metadata }) => {
        metadata.annotations = { ...metadata.annotations, ...(value && { 'pinnace.dev/kubelet': value }) };
        if (value === undefined) delete metadata.annotations['pinnace.dev/kubelet'];
      });
    const facts = async () => {
      const { spec, status } = await env.client.resource(nodes).get('node-3');
      const conditions = status?.conditions?.map(({ type, status: is, reason }) => `${type} ${is} ${reason}`);
      return [conditions?.at(-1), ...(spec?.taints ?? []).map(({ key, effect }) => `${key} ${effect}`)];
    };
    const onNode = async () => (await listed('web')).filter(({ spec }) => spec?.nodeName === 'node-3');
    const before = (await onNode()).length;
    expect(before).toBeGreaterThan(0);
    await setKubelet('stopped');
    await env.clock.advance('70s');
    expect(await facts()).toEqual([
      'Ready Unknown NodeStatusUnknown',
      'node.kubernetes.io/unreachable NoSchedule',
      'node.kubernetes.io/unreachable NoExecute',
    ]);
    const readiness = (await onNode()).map(({ status }) => status?.conditions?.find(({ type }) => type === 'Ready'));
    expect(readiness.map((condition) => condition?.status)).toEqual(Array(before).fill('False'));
    await env.clock.advance('6m');
    // Nobody ends them there; others run in their place.
    expect((await onNode()).map(({ metadata }) => metadata.deletionTimestamp !== undefined)).toEqual(
      Array(before).fill(true),
    );
    expect((await listed('web')).filter(({ metadata }) => metadata.deletionTimestamp === undefined)).toHaveLength(4);
    await setKubelet(undefined);
    await env.clock.advance('1m');
    expect([await facts(), await onNode()]).toEqual([['Ready True KubeletReady'], []]);
  });

  it('take their pods along when they are deleted', async () => {
    await env.client.resource(nodes).delete('node-2');
    await env.clock.advance('1m');
    expect(await namesOn('node-2')).toEqual([]);
    const { items } = await env.client.resource(nodes).list();
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['node-1', 'node-3']);
    expect((await listed('web')).map(({ spec }) => spec?.nodeName)).toEqual(['node-3', 'node-3', 'node-3', 'node-3']);
  });

  const listed = async (app: string): Promise<readonly Pod[]> =>
    (
      await env.client
        .resource(pods)
        .inNamespace('default')
        .list({ labelSelector: `app=${app}` })
    ).items;
  const namesOn = async (node: string): Promise<string[]> =>
    (await env.client.resource(pods).list({ fieldSelector: `spec.nodeName=${node}` })).items.flatMap(
      ({ metadata, status }) => (status?.phase === 'Running' ? [metadata.name ?? ''] : []),
    );
});

describe('a pod that is more important than others', () => {
  it('gets the room that they make, though they come again and again', async () => {
    await using env = await startPinnace({ simulateNodes: 1 });
    const classOf = (name: string, value: number): KubeObject => ({
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name },
      value,
    });
    const asking = (priorityClassName: string, cpu: string) => ({
      priorityClassName,
      containers: [{ name: 'main', image: 'nginx', resources: { requests: { cpu } } }],
    });
    /** They end one after the other, so that there is room for one of them while the other one still ends. */
    const keptUp = (name: string, stops: string): KubeObject => {
      const labels = { app: name };
      const metadata = { labels, annotations: { 'pinnace.dev/stop-duration': stops } };
      const template = { metadata, spec: asking('low', '3') };
      return { ...deployment(name, 1), spec: { replicas: 1, selector: { matchLabels: labels }, template } };
    };
    await env.apply(classOf('low', 1), classOf('high', 2), keptUp('quick', '1s'), keptUp('slow', '20s'));
    await env.clock.advance('2s');
    await env.apply(pod('important', asking('high', '7')));
    await env.clock.advance('1m');
    const { items } = await env.client.resource(pods).inNamespace('default').list();
    const running = items.filter(({ status }) => status?.phase === 'Running').map(({ metadata }) => metadata.name);
    expect(running).toEqual(['important']);
    expect(items).toHaveLength(3);
  });
});
