import {
  ApiException,
  AppsV1Api,
  AuthorizationV1Api,
  CoordinationV1Api,
  CoreV1Api,
  KubeConfig,
  makeInformer,
  RbacAuthorizationV1Api,
  type V1ConfigMap,
  VersionApi,
  Watch,
} from '@kubernetes/client-node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

let server: TestServer;
let config: KubeConfig;
let core: CoreV1Api;
let namespace: string;
let count = 0;
beforeAll(async () => {
  server = await startTestServer({ controllers: '*' });
  config = new KubeConfig();
  config.loadFromFile(server.running.kubeconfigPath);
  core = config.makeApiClient(CoreV1Api);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  namespace = `test-${++count}`;
  await core.createNamespace({ body: { metadata: { name: namespace } } });
});

const make = (name: string, data: Record<string, string> = {}) =>
  core.createNamespacedConfigMap({ namespace, body: { metadata: { name, labels: { of: 'test' } }, data } });

/** The code of the error that a call ends with. */
async function codeOf(call: Promise<unknown>): Promise<number> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiException);
  return (error as ApiException<unknown>).code;
}

/** Collects what happens and lets a test wait for it. */
class Diary {
  readonly #entries: string[] = [];
  #read = 0;
  #wake = (): void => {};

  readonly write = (entry: string): void => {
    this.#entries.push(entry);
    this.#wake();
  };
  async next(): Promise<string> {
    while (this.#read === this.#entries.length) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#entries[this.#read++] as string;
  }
  async take(entries: number): Promise<string[]> {
    const taken: string[] = [];
    while (taken.length < entries) taken.push(await this.next());
    return taken;
  }
}

describe('the client for Node', () => {
  it('creates, reads, replaces and deletes', async () => {
    const created = await make('a', { color: 'red' });
    expect(created.metadata?.creationTimestamp).toBeInstanceOf(Date);
    expect((await core.readNamespacedConfigMap({ namespace, name: 'a' })).data).toEqual({ color: 'red' });
    const body = { ...created, data: { color: 'blue' } };
    const replaced = await core.replaceNamespacedConfigMap({ namespace, name: 'a', body });
    expect(replaced.metadata?.uid).toBe(created.metadata?.uid);
    expect(await codeOf(core.replaceNamespacedConfigMap({ namespace, name: 'a', body }))).toBe(409);
    expect(await codeOf(make('a'))).toBe(409);
    expect((await core.deleteNamespacedConfigMap({ namespace, name: 'a' })).status).toBe('Success');
    expect(await codeOf(core.readNamespacedConfigMap({ namespace, name: 'a' }))).toBe(404);
  });
  it('lists page by page and deletes what it selects', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await make(name);
    const names: (string | undefined)[] = [];
    let token: string | undefined;
    let pages = 0;
    do {
      const page = await core.listNamespacedConfigMap({
        namespace,
        labelSelector: 'of=test',
        limit: 2,
        ...(token !== undefined && { _continue: token }),
      });
      names.push(...page.items.map(({ metadata }) => metadata?.name));
      token = page.metadata?._continue;
      pages++;
    } while (token);
    expect({ names, pages }).toEqual({ names: ['a', 'b', 'c', 'd', 'e'], pages: 3 });
    await core.deleteCollectionNamespacedConfigMap({ namespace, labelSelector: 'of=test' });
    expect((await core.listNamespacedConfigMap({ namespace, labelSelector: 'of=test' })).items).toEqual([]);
  });
  it('knows times of every precision, and the version of the server', async () => {
    const leases = config.makeApiClient(CoordinationV1Api);
    const body = { metadata: { name: 'a' }, spec: { holderIdentity: 'me', leaseDurationSeconds: 15 } };
    const lease = await leases.createNamespacedLease({ namespace, body });
    expect(lease.spec?.holderIdentity).toBe('me');
    expect(await config.makeApiClient(VersionApi).getCode()).toMatchObject({ major: '1', minor: '36' });
  });
  it('watches', async () => {
    const diary = new Diary();
    const ended = new Promise<unknown>((resolve) => {
      void new Watch(config)
        .watch(
          `/api/v1/namespaces/${namespace}/configmaps`,
          { labelSelector: 'of=test' },
          (type: string, object: V1ConfigMap) => diary.write(`${type} ${object.metadata?.name}`),
          resolve,
        )
        .then(async (request) => {
          await make('a');
          await core.deleteNamespacedConfigMap({ namespace, name: 'a' });
          expect(await diary.take(2)).toEqual(['ADDED a', 'DELETED a']);
          request.abort();
        });
    });
    await ended;
  });
});

describe('its informer', () => {
  const informer = () =>
    makeInformer(
      config,
      `/api/v1/namespaces/${namespace}/configmaps`,
      () => core.listNamespacedConfigMap({ namespace, labelSelector: 'of=test' }),
      'of=test',
    );
  let running: ReturnType<typeof informer>;
  let diary: Diary;
  beforeEach(async () => {
    diary = new Diary();
    running = informer();
    for (const verb of ['add', 'update', 'delete'] as const) {
      running.on(verb, (object) => diary.write(`${verb} ${object.metadata?.name}`));
    }
    running.on('error', (error) => diary.write(`error ${error}`));
  });
  afterEach(() => running.stop());

  it('knows what is there and follows it', async () => {
    await make('before');
    await running.start();
    expect(await diary.next()).toBe('add before');
    const { metadata } = await make('after');
    expect(await diary.next()).toBe('add after');
    const body = { metadata: { name: 'after', labels: { of: 'test' } }, data: { now: 'this' } };
    await core.replaceNamespacedConfigMap({ namespace, name: 'after', body });
    expect(await diary.next()).toBe('update after');
    expect(running.get('after', namespace)?.data).toEqual({ now: 'this' });
    await core.deleteNamespacedConfigMap({ namespace, name: 'before' });
    expect(await diary.next()).toBe('delete before');
    expect(running.list(namespace).map((object) => object.metadata?.uid)).toEqual([metadata?.uid]);
  });
  it('goes on where it was when the server ends its watch', async () => {
    await running.start();
    await make('first');
    expect(await diary.next()).toBe('add first');
    // Longer than any watch may last: the server ends it, and the informer comes back.
    server.clock.advance(2 * 1800 * 1000);
    await make('second');
    expect(await diary.next()).toBe('add second');
    server.clock.advance(2 * 1800 * 1000);
    await core.deleteNamespacedConfigMap({ namespace, name: 'first' });
    expect(await diary.next()).toBe('delete first');
  });
});

describe('what it does with workloads and access', () => {
  it('follows the pods of a deployment', async () => {
    const apps = config.makeApiClient(AppsV1Api);
    const diary = new Diary();
    const selector = 'app=web';
    const pods = makeInformer(
      config,
      `/api/v1/namespaces/${namespace}/pods`,
      () => core.listNamespacedPod({ namespace, labelSelector: selector }),
      selector,
    );
    for (const verb of ['add', 'delete'] as const)
      pods.on(verb, ({ status }) => diary.write(`${verb} ${status?.phase}`));
    await pods.start();
    const labels = { app: 'web' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const spec = { replicas: 2, selector: { matchLabels: labels }, template };
    await apps.createNamespacedDeployment({ namespace, body: { metadata: { name: 'web' }, spec } });
    expect(await diary.take(2)).toEqual(['add Pending', 'add Pending']);
    await server.running.settle();
    const scale = await apps.readNamespacedDeploymentScale({ namespace, name: 'web' });
    await apps.replaceNamespacedDeploymentScale({ namespace, name: 'web', body: { ...scale, spec: { replicas: 1 } } });
    expect(await diary.next()).toBe('delete Pending');
    await apps.deleteNamespacedDeployment({ namespace, name: 'web' });
    expect(await diary.next()).toBe('delete Pending');
    await pods.stop();
  });
  it('gets tokens of service accounts, and asks what they may do', async () => {
    await core.createNamespacedServiceAccount({ namespace, body: { metadata: { name: 'robot' } } });
    const { status } = await core.createNamespacedServiceAccountToken({
      namespace,
      name: 'robot',
      body: { spec: { audiences: [], expirationSeconds: 900 } },
    });
    const robot = new KubeConfig();
    const cluster = config.getCurrentCluster() as NonNullable<ReturnType<KubeConfig['getCurrentCluster']>>;
    robot.loadFromClusterAndUser(cluster, { name: 'robot', token: status?.token ?? '' });
    const may = async (verb: string): Promise<boolean> => {
      const body = { spec: { resourceAttributes: { verb, resource: 'pods', namespace } } };
      const review = await robot.makeApiClient(AuthorizationV1Api).createSelfSubjectAccessReview({ body });
      return review.status?.allowed ?? false;
    };
    expect(await may('list')).toBe(false);
    const rbac = config.makeApiClient(RbacAuthorizationV1Api);
    await rbac.createNamespacedRoleBinding({
      namespace,
      body: {
        metadata: { name: 'view' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
        subjects: [{ kind: 'ServiceAccount', name: 'robot', namespace }],
      },
    });
    expect([await may('list'), await may('delete')]).toEqual([true, false]);
    expect((await robot.makeApiClient(CoreV1Api).listNamespacedPod({ namespace })).items).toEqual([]);
  });
});
