import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const path = '/api/v1/namespaces/default/secrets';
const PLAIN = 'this must not be readable';
const secret = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name },
  data: { a: Buffer.from(PLAIN).toString('base64') },
});
const key = (name: string) => ({ name, secret: Buffer.alloc(32, name).toString('base64') });
const provider = (name: string, ...keys: string[]) => ({ [name]: name === 'identity' ? {} : { keys: keys.map(key) } });

describe('encryption of what is stored', () => {
  let folder: string;
  let server: TestServer | undefined;
  const start = async (...providers: object[]): Promise<TestServer> => {
    await server?.[Symbol.asyncDispose]();
    const file = join(folder, 'encryption.json');
    const resources = [{ resources: ['secrets', '*.example.com'], providers }];
    const configuration = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'EncryptionConfiguration', resources };
    await writeFile(file, JSON.stringify(configuration));
    const flags = { ephemeral: 'false', 'data-dir': join(folder, 'data'), 'encryption-provider-config': file };
    server = await startTestServer(flags);
    return server;
  };
  const onDisk = async (): Promise<string> => {
    const store = join(folder, 'data', 'store');
    const files = (await readdir(store, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
    return (await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')))).join();
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pinnace-encryption-'));
  });
  afterEach(async () => {
    await server?.[Symbol.asyncDispose]();
    server = undefined;
    await rm(folder, { recursive: true });
  });

  it.each(['aescbc', 'aesgcm', 'secretbox'])('%s hides values, also after a restart', async (name) => {
    const first = await start(provider(name, 'one'));
    const made = await first.client.post(path, secret('a'));
    expect(made.status).toBe(201);
    const second = await start(provider(name, 'one'));
    expect((await second.client.get(`${path}/a`)).body).toEqual(made.body);
    const stored = await onDisk();
    expect(stored).toContain(`k8s:enc:${name}:v1:one:`);
    expect(stored).not.toContain(Buffer.from(PLAIN).toString('base64'));
  });

  it('writes with the first key what is written again unchanged', async () => {
    const first = await start(provider('identity'));
    const made = await first.client.post(path, secret('a'));
    const second = await start(provider('secretbox', 'new'), provider('identity'));
    const again = await second.client.put(`${path}/a`, made.body);
    expect(again.status).toBe(200);
    expect(again.body.metadata.resourceVersion).not.toBe(made.body.metadata.resourceVersion);
    const unchanged = await second.client.put(`${path}/a`, again.body);
    expect(unchanged.body.metadata.resourceVersion).toBe(again.body.metadata.resourceVersion);
    const third = await start(provider('secretbox', 'new'));
    expect((await third.client.get(`${path}/a`)).status).toBe(200);
  });

  it('says which key is missing, and of which object', async () => {
    await (await start(provider('aesgcm', 'old'))).client.post(path, secret('a'));
    const second = await start(provider('aesgcm', 'new'));
    const answer = await second.client.get(`${path}/a`);
    expect(answer.status).toBe(500);
    expect(answer.text).toContain('/registry/secrets/default/a');
    expect(String(answer.body.message)).toContain('the key "old" of aesgcm');
  });

  it('refuses a KMS, and keys that are too short, before anything is opened', async () => {
    await expect(start({ kms: { name: 'k', endpoint: 'unix:///x' } })).rejects.toThrow(
      'keys of a KMS are not supported',
    );
    const short = { aescbc: { keys: [{ name: 'a', secret: 'AAAA' }] } };
    await expect(start(short)).rejects.toThrow('has 16 or 24 or 32 bytes');
  });
});
