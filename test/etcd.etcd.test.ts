import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issue, makeAuthority } from '#webhook';
import { startEtcd, type TestEtcd, whyNoEtcd } from '../src/storage/testing/etcd.ts';
import { enableUsers, etcdRoot, manageUsers } from '../src/storage/testing/etcd-users.ts';
import { define, until } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';
import { configMaps } from './verb-suite/builtins.ts';
import { verbSuite } from './verb-suite.ts';

const why = whyNoEtcd();

describe.skipIf(why !== undefined)(`on an etcd with certificates${why === undefined ? '' : `: ${why}`}`, () => {
  let folder: string;
  let etcd: TestEtcd;
  const file = (name: string): string => join(folder, name);
  const flags = (): Record<string, string> => clientFlags(etcd, file);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pinnace-etcd-tls-'));
    await writeCertificates(file);
    etcd = await startEtcd(tlsFlags(file));
  });
  afterAll(async () => {
    await etcd.stop();
    await rm(folder, { recursive: true });
  });

  verbSuite(configMaps, { flags });

  it('a certificate that the etcd does not know is told', async () => {
    const { 'etcd-certfile': _, 'etcd-keyfile': __, ...without } = flags();
    await expect(startTestServer({ ...without, 'data-dir': file('data') })).rejects.toThrow('do not trust each other');
  });

  describe('two servers', () => {
    let first: TestServer;
    let second: TestServer;
    beforeAll(async () => {
      first = await startTestServer({ ...flags(), 'data-dir': file('first') });
      second = await startTestServer({ ...flags(), 'data-dir': file('second') });
    });
    afterAll(async () => {
      await first[Symbol.asyncDispose]();
      await second[Symbol.asyncDispose]();
    });

    it('see what the other one writes, at once, and refuse what is based on older data', async () => {
      const path = '/api/v1/namespaces/default/configmaps';
      const sent = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'shared' }, data: { n: '0' } };
      let made = (await first.client.post(path, sent)).body;
      for (let n = 1; n <= 20; n++) {
        const [writer, reader] = n % 2 === 0 ? [first, second] : [second, first];
        const next = { ...made, data: { n: String(n) } };
        made = (await writer.client.put(`${path}/shared`, next)).body;
        expect((await reader.client.get(`${path}/shared`)).body).toEqual(made);
        expect((await reader.client.put(`${path}/shared`, { ...next, data: {} })).status).toBe(409);
      }
    });

    it('do not give away an address that a service of the other one has', async () => {
      const path = '/api/v1/namespaces/default/services';
      const service = (name: string) => ({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name },
        spec: { clusterIP: '10.96.77.77', ports: [{ port: 80 }] },
      });
      expect((await first.client.post(path, service('one'))).status).toBe(201);
      const refused = await until(async () => {
        const answer = await second.client.post(path, service('two'), { dryRun: 'All' });
        return answer.status === 422 ? answer : undefined;
      }, 'the address to be taken');
      expect(refused.body.message).toContain('provided IP is already allocated');
    });

    it('believe the tokens that the other one has made', async () => {
      const account = '/api/v1/namespaces/default/serviceaccounts';
      await first.client.post(account, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'bot' } });
      const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
      const { status } = (await first.client.post(`${account}/bot/token`, request)).body as {
        status?: { token: string };
      };
      const headers = { authorization: `Bearer ${status?.token}` };
      const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
      const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
      const seen = await second.client.ask('POST', path, { body: review, headers });
      expect(seen.body.status).toMatchObject({ userInfo: { username: 'system:serviceaccount:default:bot' } });
      expect([second.token, second.ca]).toEqual([first.token, first.ca]);
    });

    it('serve what the other one was told to define', async () => {
      const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
      await define(first.client, {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: 'things.example.com' },
        spec: {
          group: 'example.com',
          scope: 'Namespaced',
          names: { plural: 'things', kind: 'Thing', singular: 'thing', listKind: 'ThingList' },
          versions: [{ name: 'v1', served: true, storage: true, schema }],
        },
      });
      const path = '/apis/example.com/v1/namespaces/default/things';
      const sent = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'a' }, spec: { z: '<&>', a: [1] } };
      const made = await until(async () => {
        const answer = await second.client.post(path, sent);
        return answer.status === 404 ? undefined : answer;
      }, 'the kind at the other server');
      expect(made.status).toBe(201);
      expect((await first.client.get(`${path}/a`)).body).toEqual(made.body);
    });
  });
});

describe.skipIf(why !== undefined)(
  `on an etcd whose users have certificates${why === undefined ? '' : `: ${why}`}`,
  () => {
    let folder: string;
    let etcd: TestEtcd;
    const file = (name: string): string => join(folder, name);
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'pinnace-etcd-users-'));
      await writeCertificates(file);
      etcd = await startEtcd(tlsFlags(file));
    });
    afterAll(async () => {
      await etcd.stop();
      await rm(folder, { recursive: true });
    });

    it('a server is whom its certificate names, and needs a role', async () => {
      const read = (name: string): Promise<Buffer> => readFile(file(name));
      const tls = { ca: await read('ca.crt'), cert: await read('client.crt'), key: await read('client.key') };
      await enableUsers(etcd, { tls });
      const flags = { ...clientFlags(etcd, file), 'data-dir': file('data') };
      await expect(startTestServer(flags)).rejects.toThrow(
        'the user of --etcd-certfile or --etcd-username needs a role',
      );
      await manageUsers(etcd, { tls, user: etcdRoot }, async ({ call }) => {
        await call('UserAdd', { name: 'pinnace', password: 'not used' });
        await call('UserGrantRole', { name: 'pinnace', role: 'root' });
      });
      await using server = await startTestServer(flags);
      const path = '/api/v1/namespaces/default/configmaps';
      const made = await server.client.post(path, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } });
      expect(made.status).toBe(201);
      expect((await server.client.get(`${path}/a`)).body).toEqual(made.body);
    });
  },
);

function clientFlags(etcd: TestEtcd, file: (name: string) => string): Record<string, string> {
  return {
    ephemeral: 'false',
    'etcd-servers': etcd.url,
    'etcd-cafile': file('ca.crt'),
    'etcd-certfile': file('client.crt'),
    'etcd-keyfile': file('client.key'),
  };
}

/** With a certificate of its own, and for those only who have one of the same authority. */
function tlsFlags(file: (name: string) => string): string[] {
  const own = ['--cert-file', file('server.crt'), '--key-file', file('server.key')];
  return [...own, '--client-cert-auth', '--trusted-ca-file', file('ca.crt')];
}

async function writeCertificates(file: (name: string) => string): Promise<void> {
  const validity = { from: new Date(Date.now() - 60_000), days: 1 };
  const authority = await makeAuthority({ name: 'etcd-ca' }, validity);
  const server = await issue(authority, { subject: { name: 'etcd' }, validity, use: { server: ['127.0.0.1'] } });
  const client = await issue(authority, { subject: { name: 'pinnace' }, validity, use: 'client' });
  await writeFile(file('ca.crt'), authority.certificate);
  for (const [name, pair] of Object.entries({ server, client })) {
    await writeFile(file(`${name}.crt`), pair.certificate);
    await writeFile(file(`${name}.key`), pair.key);
  }
}
