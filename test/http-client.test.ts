import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startServer } from 'pinnace';
import { ApiError, HttpClient, Informer, KubeconfigError, loadKubeconfig, resourceRef } from 'pinnace/client';
import type { Deployment } from 'pinnace/types/apps/v1';
import type { ConfigMap } from 'pinnace/types/core/v1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const configMaps = resourceRef<ConfigMap>({
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
});
const deployments = resourceRef<Deployment>({
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  kind: 'Deployment',
  namespaced: true,
});
const configMap = (
  name: string,
  data: { [key: string]: string } = {},
  labels: { [key: string]: string } = {},
): ConfigMap => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default', labels },
  data,
});

let folder: string;
let server: RunningServer;
let client: HttpClient;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-client-'));
  server = await startServer({
    ephemeral: true,
    port: 0,
    controllers: [],
    shutdownGrace: 1000,
    dataDir: folder,
    logLevel: 'error',
  });
  client = HttpClient.fromKubeconfig(server.kubeconfigPath);
});
afterAll(async () => {
  client.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('a client', () => {
  it('makes, reads, changes and deletes objects of a type', async () => {
    const maps = client.resource(configMaps).inNamespace('default');
    const made = await maps.create(configMap('one', { a: '1' }));
    expect(made.metadata.uid).toBeTypeOf('string');
    const changed = await maps.update({ ...made, data: { a: '2' } });
    expect((await maps.get('one')).data).toEqual({ a: '2' });
    expect((await maps.patch('one', { data: { b: '3' } }, { type: 'merge' })).data).toEqual({ a: '2', b: '3' });
    await expect(maps.update({ ...changed, data: {} })).rejects.toMatchObject({
      status: { code: 409, reason: 'Conflict' },
    });
    await maps.delete('one');
    await expect(maps.get('one')).rejects.toThrow('configmaps "one" not found');
  });

  it('tells a refusal as an ApiError in the words of the server', async () => {
    const refusal = client.resource(configMaps).create(configMap('Not A Name'));
    await expect(refusal).rejects.toBeInstanceOf(ApiError);
    await expect(refusal).rejects.toMatchObject({ status: { code: 422, reason: 'Invalid' } });
  });

  it('applies what is said of an object, and tries without writing', async () => {
    const containers = [{ name: 'c', image: 'i' }];
    const template = { metadata: { labels: { app: 'web' } }, spec: { containers } };
    const spec = { replicas: 2, selector: { matchLabels: { app: 'web' } }, template };
    const web = client.inDefaultNamespace(deployments);
    const applied = await web.apply({ metadata: { name: 'web' }, spec }, { fieldManager: 'test' });
    expect([applied.spec?.replicas, applied.metadata.managedFields?.[0]?.manager]).toEqual([2, 'test']);
    const tried = await web.apply(
      { metadata: { name: 'web' }, spec: { replicas: 3 } },
      { fieldManager: 'other', force: true, dryRun: true },
    );
    expect([tried.spec?.replicas, (await web.get('web')).spec?.replicas]).toEqual([3, 2]);
    await web.applyStatus({ metadata: { name: 'web' }, status: { replicas: 1 } }, { fieldManager: 'test' });
    expect((await web.get('web')).status?.replicas).toBe(1);
    const scale = await web.getSubresource<{ spec: { replicas: number } }>('web', 'scale');
    await web.updateSubresource('web', 'scale', { ...scale, spec: { replicas: 7 } });
    expect((await web.get('web')).spec?.replicas).toBe(7);
  });

  it('lists in pages, by labels, with items that say what they are', async () => {
    const maps = client.resource(configMaps).inNamespace('default');
    for (const name of ['p1', 'p2', 'p3']) await maps.create(configMap(name, {}, { page: 'yes' }));
    const first = await maps.list({ labelSelector: 'page=yes', limit: 2 });
    expect(first.items.map(({ kind, metadata }) => [kind, metadata.name])).toEqual([
      ['ConfigMap', 'p1'],
      ['ConfigMap', 'p2'],
    ]);
    const rest = await maps.list({ labelSelector: 'page=yes', continue: first.metadata.continue as string });
    expect(rest.items.map(({ metadata }) => metadata.name)).toEqual(['p3']);
    await maps.deleteCollection({ labelSelector: 'page=yes' });
    expect((await maps.list({ labelSelector: 'page=yes' })).items).toEqual([]);
  });

  it('asks any path', async () => {
    expect(await client.request({ method: 'GET', path: '/version' })).toMatchObject({ major: '1' });
  });
});

describe('an informer', () => {
  it('knows what is there and what comes, by key and by index, and tells of it', async () => {
    const maps = client.resource(configMaps).inNamespace('default');
    await maps.create(configMap('known', { owner: 'me' }, { informed: 'yes' }));
    const told: string[] = [];
    await using informer = new Informer(maps, {
      labelSelector: 'informed=yes',
      indexers: { owner: ({ data = {} }) => (data.owner === undefined ? [] : [data.owner]) },
    });
    let heard = (): void => undefined;
    const until = async (event: string): Promise<void> => {
      while (!told.includes(event)) await new Promise<void>((resolve) => (heard = resolve));
    };
    const tell = (event: string): void => {
      told.push(event);
      heard();
    };
    informer.addEventHandler({
      onAdd: ({ metadata }) => tell(`add ${metadata.name}`),
      onUpdate: ({ data }, before) => tell(`update ${before.data?.owner} to ${data?.owner}`),
      onDelete: ({ metadata }) => tell(`delete ${metadata.name}`),
    });
    await informer.start().waitForSync();
    expect(informer.lister.inNamespace('default').get('known')?.data).toEqual({ owner: 'me' });
    await maps.create(configMap('later', { owner: 'you' }, { informed: 'yes' }));
    await maps.patch('later', { data: { owner: 'me' } }, { type: 'merge' });
    await until('update you to me');
    expect(informer.byIndex('owner', 'me').map(({ metadata }) => metadata.name)).toEqual(['known', 'later']);
    await maps.delete('known');
    await until('delete known');
    expect(told).toEqual(['add known', 'add later', 'update you to me', 'delete known']);
    expect(informer.lister.list('informed=yes').map(({ metadata }) => metadata.name)).toEqual(['later']);
  });

  it('begins again after an error, and tells the difference only', async () => {
    const maps = client.resource(configMaps).inNamespace('default');
    await maps.create(configMap('a', {}, { again: 'yes' }));
    await maps.create(configMap('b', {}, { again: 'yes' }));
    const told: string[] = [];
    let broken = true;
    const shaky = Object.create(maps, {
      watch: {
        value: async function* (options: object) {
          if (!broken) return yield* maps.watch(options);
          broken = false;
          await maps.delete('a');
          throw new Error('the line broke');
        },
      },
    }) as typeof maps;
    Object.defineProperty(shaky, 'list', { value: (options: object) => maps.list(options) });
    const errors: unknown[] = [];
    await using informer = new Informer(shaky, {
      labelSelector: 'again=yes',
      sleep: async () => undefined,
      onError: (error) => errors.push((error as Error).message),
    });
    const gone = new Promise<void>((resolve) => {
      informer.addEventHandler({
        onAdd: ({ metadata }) => told.push(`add ${metadata.name}`),
        onDelete({ metadata }) {
          told.push(`delete ${metadata.name}`);
          resolve();
        },
      });
    });
    informer.start();
    await gone;
    expect([told, errors]).toEqual([['add a', 'add b', 'delete a'], ['the line broke']]);
  });
});

describe('a kubeconfig', () => {
  it('says what is wrong with it', async () => {
    const file = join(folder, 'odd');
    await writeFile(file, 'current-context: x\ncontexts: []\n');
    expect(() => loadKubeconfig(file)).toThrow(KubeconfigError);
    expect(() => loadKubeconfig(file)).toThrow(`there is no context "x" in ${file}`);
    await writeFile(file, '{}');
    expect(() => loadKubeconfig(file)).toThrow(`there is no current-context in ${file}; say which`);
  });

  it('is read with files that stand beside it, and with a token', async () => {
    await writeFile(join(folder, 'ca.pem'), 'PEM');
    const file = join(folder, 'by-file');
    await writeFile(
      file,
      `contexts: [{name: x, context: {cluster: c, user: u, namespace: shop}}]
clusters: [{name: c, cluster: {server: https://s, certificate-authority: ca.pem}}]
users: [{name: u, user: {token: t}}]
`,
    );
    expect(loadKubeconfig(file, { context: 'x' })).toEqual({
      server: 'https://s',
      certificateAuthority: 'PEM',
      token: 't',
      namespace: 'shop',
    });
  });

  it('is joined from several files, and asks the program that gives credentials', async () => {
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    await writeFile(first, 'contexts: [{name: x, context: {cluster: c, user: u}}]\ncurrent-context: x\n');
    await writeFile(
      second,
      'clusters: [{name: c, cluster: {server: https://s, tls-server-name: other}}]\nusers: [{name: u, user: {exec: {command: get}}}]\ncurrent-context: y\n',
    );
    const execCredential = ({ command }: { [key: string]: unknown }, from: string) => ({ token: `${command} ${from}` });
    expect(loadKubeconfig([first, join(folder, 'none'), second], { execCredential })).toEqual({
      server: 'https://s',
      tlsServerName: 'other',
      token: `get ${folder}`,
    });
  });
});
