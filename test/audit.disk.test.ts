import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allHeavy } from '../src/server/testing/house-with-clock.ts';
import { patching, TestAdmissionWebhook } from './support/admission-webhook.ts';
import { TestClient } from './support/client.ts';
import { until } from './support/definitions.ts';
import { startTestServer, type TestServer, type TestServerSettings } from './support/start-test-server.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';

interface Event {
  readonly stage: string;
  readonly auditID: string;
  readonly [field: string]: unknown;
}

let folder: string;
let policy: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-audit-'));
  policy = await write('policy.yaml', [
    { level: 'None', nonResourceURLs: ['/healthz'] },
    { level: 'RequestResponse', omitManagedFields: true, resources: [{ group: '', resources: ['configmaps'] }] },
    { level: 'Metadata', omitStages: ['RequestReceived'] },
  ]);
});
afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, rules: readonly object[]): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, JSON.stringify({ apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules }));
  return file;
}

class AuditedServer implements AsyncDisposable {
  readonly server: TestServer;
  readonly #log: string;
  private constructor(server: TestServer, log: string) {
    this.server = server;
    this.#log = log;
  }
  static async start(flags: Record<string, string> = {}, settings: TestServerSettings = {}): Promise<AuditedServer> {
    const log = join(folder, `${Math.random()}.log`);
    const server = await startTestServer({ 'audit-policy-file': policy, 'audit-log-path': log, ...flags }, settings);
    return new AuditedServer(server, log);
  }
  async events(id: string): Promise<Event[]> {
    const lines = (await readFile(this.#log, 'utf8')).split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as Event).filter(({ auditID }) => auditID === id);
  }
  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.server[Symbol.asyncDispose]();
  }
}

const named = (id: string) => ({ headers: { 'audit-id': id, 'user-agent': 'test/1' } });

describe.each([
  ['in its main thread', {}],
  ['in others', { limits: allHeavy }],
])('a server that writes down what it serves %s', (_, settings) => {
  let audited: AuditedServer;
  beforeAll(async () => {
    audited = await AuditedServer.start({}, settings);
  });
  afterAll(() => audited[Symbol.asyncDispose]());

  it('tells who did what, with the objects', async () => {
    const { client } = audited.server;
    const answer = await client.ask('POST', configMaps, {
      body: { metadata: { name: 'a' }, data: { x: '<y>' } },
      ...named('create'),
    });
    expect([answer.status, answer.headers['audit-id']]).toEqual([201, 'create']);
    const [received, complete, ...others] = await audited.events('create');
    expect(others).toEqual([]);
    expect(received).toEqual({
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: 'RequestResponse',
      auditID: 'create',
      stage: 'RequestReceived',
      requestURI: configMaps,
      verb: 'create',
      user: { username: 'admin', groups: ['system:masters', 'system:authenticated'] },
      sourceIPs: ['127.0.0.1'],
      userAgent: 'test/1',
      objectRef: { resource: 'configmaps', namespace: 'default', apiVersion: 'v1' },
      requestReceivedTimestamp: expect.stringMatching(/^\d{4}-.*\.\d{6}Z$/),
      stageTimestamp: received?.requestReceivedTimestamp,
    });
    const { name, uid, resourceVersion } = answer.body.metadata;
    expect(complete).toMatchObject({
      stage: 'ResponseComplete',
      objectRef: { resource: 'configmaps', namespace: 'default', name: 'a', apiVersion: 'v1' },
      responseStatus: { metadata: {}, code: 201 },
      requestObject: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' }, data: { x: '<y>' } },
      annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': '' },
    });
    expect(complete?.responseObject).toMatchObject({ metadata: { name, uid, resourceVersion } });
    expect(JSON.stringify(complete)).not.toContain('managedFields');
  });

  it('tells an answer as JSON, whatever the client has', async () => {
    const { client } = audited.server;
    await client.post(configMaps, { metadata: { name: 'forms' } });
    for (const [id, accept] of [
      ['protobuf', 'application/vnd.kubernetes.protobuf'],
      ['yaml', 'application/yaml'],
    ] as const) {
      const headers = { ...named(id).headers, accept };
      await client.ask('GET', `${configMaps}/forms`, { headers });
      await client.ask('GET', `${configMaps}?fieldSelector=metadata.name%3Dforms`, { headers });
      const [one, list] = (await audited.events(id)).filter(({ stage }) => stage === 'ResponseComplete');
      expect(one).toMatchObject({ responseObject: { kind: 'ConfigMap', metadata: { name: 'forms' } } });
      expect(list).toMatchObject({
        responseObject: { kind: 'ConfigMapList', items: [{ metadata: { name: 'forms' } }] },
      });
    }
  });

  it('tells why a request failed', async () => {
    await audited.server.client.ask('GET', `${configMaps}/nope`, named('missing'));
    const [, complete] = await audited.events('missing');
    expect(complete).toMatchObject({
      responseStatus: {
        metadata: {},
        status: 'Failure',
        message: 'configmaps "nope" not found',
        reason: 'NotFound',
        details: { name: 'nope', kind: 'configmaps' },
        code: 404,
      },
      responseObject: { kind: 'Status', code: 404 },
    });
  });

  it('tells what was noted on the way: patches of webhooks, failures of policies', async () => {
    await using webhook = await TestAdmissionWebhook.start();
    const { client } = audited.server;
    const answer = patching({ op: 'add', path: '/data', value: { b: 'c' } });
    await webhook.enforce(client, { kind: 'mutating', name: 'notes', answer });
    await client.ask('POST', configMaps, {
      body: { metadata: { name: 'n', labels: { case: 'notes' } } },
      ...named('notes'),
    });
    const [, complete] = await audited.events('notes');
    expect(complete?.annotations).toMatchObject({
      'mutation.webhook.admission.k8s.io/round_0_index_0':
        '{"configuration":"notes","webhook":"notes.example.com","mutated":true}',
      'patch.webhook.admission.k8s.io/round_0_index_0':
        '{"configuration":"notes","webhook":"notes.example.com","patch":[{"op":"add","path":"/data","value":{"b":"c"}}],"patchType":"JSONPatch"}',
    });
  });
});

describe('an audit log', () => {
  it('has three stages of a watch, one of who is unknown, and nothing that the policy leaves out', async () => {
    await using audited = await AuditedServer.start();
    const { client, url, ca } = audited.server;
    await client.ask('GET', `${configMaps}?watch=1&timeoutSeconds=1`, named('watch'));
    await until(async () => ((await audited.events('watch')).length === 3 ? true : undefined), 'the end of the watch');
    expect((await audited.events('watch')).map(({ stage }) => stage)).toEqual([
      'RequestReceived',
      'ResponseStarted',
      'ResponseComplete',
    ]);
    using stranger = new TestClient({ url, ca, token: 'wrong' });
    await stranger.ask('GET', configMaps, named('stranger'));
    expect(await audited.events('stranger')).toMatchObject([
      { stage: 'ResponseStarted', user: {}, responseStatus: { message: 'Unauthorized', code: 401 } },
    ]);
    await client.ask('GET', '/healthz', named('health'));
    expect(await audited.events('health')).toEqual([]);
  });

  it.skipIf(!existsSync('/dev/full'))('that cannot be written stops nobody', async () => {
    await using audited = await AuditedServer.start({ 'audit-log-path': '/dev/full', 'log-level': 'error' });
    expect((await audited.server.client.get(configMaps)).status).toBe(200);
  });

  it.skipIf(!existsSync('/dev/full'))('that cannot be written refuses all, if it is to be strict', async () => {
    const strict = { 'audit-log-path': '/dev/full', 'audit-log-mode': 'blocking-strict' };
    await using audited = await AuditedServer.start(strict);
    const { status, text } = await audited.server.client.get(configMaps);
    expect([status, text]).toEqual([500, `Internal Server Error: "${configMaps}": failed to store audit event\n`]);
    // The policy has no arrival of paths that belong to no resource.
    const { text: metrics } = await audited.server.client.get('/metrics');
    expect(metrics).toContain('\napiserver_audit_requests_rejected_total 1\n');
    expect(metrics).toContain('\napiserver_audit_level_total{level="RequestResponse"} 1\n');
  });

  it('with a policy that cannot be followed ends the start', async () => {
    const file = await write('bad.yaml', [{ level: 'All' }]);
    await expect(startTestServer({ 'audit-policy-file': file, 'audit-log-path': '-' })).rejects.toThrow(
      `--audit-policy-file: loading audit policy file: rules[0].level: Unsupported value: "All": supported values: "None", "Metadata", "Request", "RequestResponse": from file ${file}`,
    );
  });
});
