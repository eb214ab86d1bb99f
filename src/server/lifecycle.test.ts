import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from './lifecycle.ts';
import { resolveOptions } from './options.ts';

let parent: string;
const running: RunningServer[] = [];
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'pinnace-lifecycle-'));
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  await rm(parent, { recursive: true });
});

async function start(flags: Record<string, string> = {}): Promise<RunningServer> {
  const all = { 'data-dir': join(parent, 'data'), port: '0', ...flags };
  const { options } = await resolveOptions({ flags: new Map(Object.entries(all)), environment: {} });
  const server = await startServer(options);
  running.push(server);
  return server;
}

interface Asked {
  readonly as?: 'certificate' | 'token' | 'nobody' | 'liar';
  readonly method?: string;
  readonly body?: object;
}

/** One request over HTTP/1.1 that trusts only this server's authority. */
function ask(server: RunningServer, path: string, { as = 'certificate', method = 'GET', body }: Asked = {}) {
  const pki = (name: string): Buffer => readFileSync(join(server.dataDirectory, 'pki', name));
  const token = as === 'liar' ? 'wrong' : readFileSync(server.tokenPath, 'utf8').trim();
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const call = request(new URL(path, server.url), {
      method,
      agent: false,
      ca: pki('ca.crt'),
      ...(as === 'certificate' ? { cert: pki('admin.crt'), key: pki('admin.key') } : {}),
      headers: {
        'content-type': 'application/json',
        ...(as === 'token' || as === 'liar' ? { authorization: `Bearer ${token}` } : {}),
      },
    });
    call.on('error', reject);
    call.on('response', async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() });
    });
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
const configMaps = '/api/v1/namespaces/default/configmaps';

describe('a server', () => {
  it('lets in the administrator by certificate and by token, and nobody else', async () => {
    const server = await start();
    expect((await ask(server, '/api/v1/namespaces', { as: 'certificate' })).status).toBe(200);
    expect((await ask(server, '/api/v1/namespaces', { as: 'token' })).status).toBe(200);
    const liar = await ask(server, '/api/v1/namespaces', { as: 'liar' });
    expect(liar.status).toBe(401);
    expect(JSON.parse(liar.text)).toMatchObject({ kind: 'Status', reason: 'Unauthorized', message: 'Unauthorized' });
    const nobody = await ask(server, '/api/v1/namespaces', { as: 'nobody' });
    expect(nobody.status).toBe(403);
    expect(JSON.parse(nobody.text).message).toBe(
      'namespaces is forbidden: User "system:anonymous" cannot list resource "namespaces" in API group "" at the cluster scope',
    );
  });
  it('refuses anonymous requests where everything is allowed', async () => {
    const server = await start({ ephemeral: 'true', 'authorization-mode': 'AlwaysAllow' });
    expect((await ask(server, '/api/v1/namespaces', { as: 'nobody' })).status).toBe(401);
  });
  it('refuses modes of authorization that it does not know', async () => {
    await expect(start({ ephemeral: 'true', 'authorization-mode': 'Webhook' })).rejects.toThrow(
      '--authorization-mode: there is no "Webhook"; there are RBAC, AlwaysAllow, AlwaysDeny',
    );
  });
  it('refuses a controller that nobody knows, and names those that there are', async () => {
    await expect(start({ ephemeral: 'true', controllers: 'namespace,scheduler' })).rejects.toThrow(
      /--controllers: there is no controller "scheduler".*garbage-collector/,
    );
  });
  it.each(['/healthz', '/livez', '/readyz', '/version'])('answers %s to everybody', async (path) => {
    expect((await ask(await start({ ephemeral: 'true' }), path, { as: 'nobody' })).status).toBe(200);
  });
  it('speaks HTTP/2 too', async () => {
    const server = await start();
    const pki = (name: string): Promise<Buffer> => readFile(join(server.dataDirectory, 'pki', name));
    const session = connectHttp2(server.url, {
      ca: await pki('ca.crt'),
      cert: await pki('admin.crt'),
      key: await pki('admin.key'),
    });
    const stream = session.request({ ':path': '/api/v1/namespaces/default' });
    const status = await new Promise((resolve) => stream.on('response', (headers) => resolve(headers[':status'])));
    session.destroy();
    expect(status).toBe(200);
  });
  it('has the initial objects', async () => {
    const server = await start();
    const { items } = JSON.parse((await ask(server, '/api/v1/namespaces')).text);
    const names = items.map((item: { metadata: { name: string } }) => item.metadata.name);
    expect(names).toEqual(['default', 'kube-node-lease', 'kube-public', 'kube-system']);
    const service = JSON.parse((await ask(server, '/api/v1/namespaces/default/services/kubernetes')).text);
    expect(service.spec).toMatchObject({ clusterIP: '10.96.0.1', ports: [{ targetPort: server.port }] });
  });
  it('counts its requests', async () => {
    const server = await start();
    await ask(server, configMaps);
    expect((await ask(server, '/metrics')).text).toMatch(/apiserver_request_total\{.*resource="configmaps".*\} 1\n/);
  });

  it('has its objects, certificates and token again after a restart, and its initial objects once', async () => {
    const first = await start();
    await ask(first, configMaps, { method: 'POST', body: configMap('kept') });
    const namespace = (await ask(first, '/api/v1/namespaces/default')).text;
    const files = ['admin.token', 'pki/ca.crt', 'pki/server.crt', 'pki/admin.crt'];
    const before = files.map((file) => readFileSync(join(first.dataDirectory, file), 'utf8'));
    await first.stop();
    const second = await start();
    expect((await ask(second, `${configMaps}/kept`)).status).toBe(200);
    expect((await ask(second, '/api/v1/namespaces/default')).text).toBe(namespace);
    expect(files.map((file) => readFileSync(join(second.dataDirectory, file), 'utf8'))).toEqual(before);
  });
  it('serves further versions when told so, and forgets them when not', async () => {
    const names = async (server: RunningServer): Promise<string> =>
      (await ask(server, '/apis/apiregistration.k8s.io/v1/apiservices')).text;
    const first = await start({ 'runtime-config': 'api/beta=true,storage.k8s.io/v1beta1=false' });
    expect((await ask(first, '/apis/networking.k8s.io/v1beta1')).status).toBe(200);
    expect((await ask(first, '/apis/storage.k8s.io/v1beta1')).status).toBe(404);
    expect(await names(first)).toContain('"v1beta1.networking.k8s.io"');
    await first.stop();
    const second = await start();
    expect((await ask(second, '/apis/networking.k8s.io/v1beta1')).status).toBe(404);
    expect(await names(second)).not.toContain('"v1beta1.networking.k8s.io"');
    expect(await names(second)).toContain('"v1.networking.k8s.io"');
  });
  it('says which versions there are when it is told to serve another', async () => {
    await expect(start({ 'runtime-config': 'policy/v9=true' })).rejects.toThrow(
      '--runtime-config: policy/v9: there is no version policy/v9; there are policy/v1',
    );
  });
  it('starts with hardly anything to serve', async () => {
    const server = await start({ 'runtime-config': 'api/all=false,apps/v1=true' });
    expect((await ask(server, '/api/v1/namespaces')).status).toBe(404);
    expect((await ask(server, '/apis/apps/v1/deployments')).status).toBe(200);
  });
  it('writes a kubeconfig for the owner only, with the port it really has', async () => {
    const server = await start();
    expect((await stat(server.kubeconfigPath)).mode & 0o777).toBe(0o600);
    expect(await readFile(server.kubeconfigPath, 'utf8')).toContain(`https://127.0.0.1:${server.port}`);
  });
  it('leaves nothing behind when it is ephemeral', async () => {
    const { options } = await resolveOptions({
      flags: new Map([
        ['ephemeral', 'true'],
        ['port', '0'],
      ]),
      environment: {},
    });
    const server = await startServer(options);
    await stat(server.kubeconfigPath);
    await server.stop();
    await expect(stat(server.dataDirectory)).rejects.toThrow('ENOENT');
  });

  it('refuses a data directory that another server uses, and leaves its kubeconfig alone', async () => {
    const server = await start();
    const before = await readFile(server.kubeconfigPath, 'utf8');
    await expect(start()).rejects.toThrow(/in use by/);
    expect(await readFile(server.kubeconfigPath, 'utf8')).toBe(before);
    expect((await ask(server, '/readyz')).status).toBe(200);
  });
  it('refuses a damaged store and does not touch it', async () => {
    const server = await start();
    await server.stop();
    const file = join(server.dataDirectory, 'store', '00000001-0.journal');
    await writeFile(file, 'scribble');
    await expect(start()).rejects.toThrow(/damaged/);
    expect(await readFile(file, 'utf8')).toBe('scribble');
  });
  it('refuses a port that is taken when it was asked for, and closes its store again', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    await expect(start({ port: String(port) })).rejects.toThrow(`Port ${port} on 127.0.0.1 is already in use.`);
    other.close();
    await start();
  });
  it('ends watches and finishes when it is stopped', async () => {
    const server = await start();
    const watching = ask(server, `${configMaps}?watch=true`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await server.stop();
    await watching.catch(() => undefined);
  });
});
