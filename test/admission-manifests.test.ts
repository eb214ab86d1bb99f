import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { allHeavy } from '../src/server/testing/house-with-clock.ts';
import { AnsweringWebhook } from '../src/webhook/testing/answering-webhook.ts';
import { type TestAuthority, testAuthority } from '../src/webhook/testing/certificates.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const CONFIG = 'apiserver.config.k8s.io/v1';
const V1 = 'admissionregistration.k8s.io/v1';
const gate = { 'feature-gates': 'ManifestBasedAdmissionControlConfig=true' };
const plugins = {
  ValidatingAdmissionPolicy: 'ValidatingAdmissionPolicyConfiguration',
  MutatingAdmissionPolicy: 'MutatingAdmissionPolicyConfiguration',
  ValidatingAdmissionWebhook: 'WebhookAdmissionConfiguration',
  MutatingAdmissionWebhook: 'WebhookAdmissionConfiguration',
} as const;
type Plugin = keyof typeof plugins;

let root: string;
let server: TestServer | undefined;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pinnace-manifests-'));
});
afterEach(async () => {
  await server?.[Symbol.asyncDispose]();
  server = undefined;
});
afterAll(() => rm(root, { recursive: true }));

let count = 0;
/** A folder for each plugin, and the file that names them. */
async function folders(...names: readonly Plugin[]): Promise<{ file: string; at: (plugin: Plugin) => string }> {
  const home = join(root, String(++count));
  const at = (plugin: Plugin): string => join(home, plugin);
  for (const plugin of names) await mkdir(at(plugin), { recursive: true });
  const rows = names.map((name) => ({
    name,
    configuration: { apiVersion: CONFIG, kind: plugins[name], staticManifestsDir: at(name) },
  }));
  const file = join(home, 'admission.json');
  await writeFile(file, JSON.stringify({ apiVersion: CONFIG, kind: 'AdmissionConfiguration', plugins: rows }));
  return { file, at };
}

/** Put in its place whole, as tools do. */
async function put(file: string, ...objects: readonly object[]): Promise<void> {
  await writeFile(`${file}.tmp`, objects.map((object) => JSON.stringify(object)).join('\n---\n'));
  await rename(`${file}.tmp`, file);
}

const rule = (resource: string, group = '') => ({
  operations: ['CREATE'],
  apiGroups: [group],
  apiVersions: ['v1'],
  resources: [resource],
});
const named = (kind: string, name: string, rest: object) => ({
  apiVersion: V1,
  kind,
  metadata: { name: `${name}.static.k8s.io` },
  ...rest,
});
const policy = (name: string, expression: string, matches = rule('configmaps')) => [
  named('ValidatingAdmissionPolicy', name, {
    spec: { matchConstraints: { resourceRules: [matches] }, validations: [{ expression, message: `says ${name}` }] },
  }),
  named('ValidatingAdmissionPolicyBinding', name, {
    spec: { policyName: `${name}.static.k8s.io`, validationActions: ['Deny'] },
  }),
];

const start = async (file: string, more: object = {}): Promise<TestServer> => {
  server = await startTestServer({ ...gate, 'admission-control-config-file': file, ...more });
  return server;
};
const create = (name: string, labels: object = {}, on = server as TestServer) =>
  on.client.post('/api/v1/namespaces/default/configmaps?dryRun=All', { metadata: { name, labels } });
const reloads = async (status: string): Promise<number> => {
  const { text } = await (server as TestServer).client.get('/metrics');
  const line = new RegExp(
    `automatic_reloads_total\\{[^}]*plugin="ValidatingAdmissionPolicy",status="${status}"\\} (\\d+)`,
  );
  return Number(line.exec(text)?.[1] ?? 0);
};

describe('policies in files', () => {
  it('hold from the first request on, before those in the store', async () => {
    const { file, at } = await folders('ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy');
    await put(join(at('ValidatingAdmissionPolicy'), 'a.yaml'), ...policy('no-x', "object.metadata.name != 'x'"));
    await put(
      join(at('MutatingAdmissionPolicy'), 'b.json'),
      named('MutatingAdmissionPolicy', 'label', {
        spec: {
          matchConstraints: { resourceRules: [rule('configmaps')] },
          reinvocationPolicy: 'Never',
          mutations: [
            {
              patchType: 'ApplyConfiguration',
              applyConfiguration: { expression: 'Object{metadata: Object.metadata{labels: {"by": "file"}}}' },
            },
          ],
        },
      }),
      named('MutatingAdmissionPolicyBinding', 'label', { spec: { policyName: 'label.static.k8s.io' } }),
    );
    await start(file);
    const { status, body } = await create('x');
    expect([status, body.message]).toEqual([
      422,
      `configmaps "x" is forbidden: ValidatingAdmissionPolicy 'no-x.static.k8s.io' with binding 'no-x.static.k8s.io' denied request: says no-x`,
    ]);
    expect((await create('y')).body.metadata.labels).toEqual({ by: 'file' });
    const list = await (server as TestServer).client.get(`/apis/${V1}/validatingadmissionpolicies`);
    expect(list.body.items).toEqual([]);
  });

  it('hold in every thread', async () => {
    const { file, at } = await folders('ValidatingAdmissionPolicy');
    await put(join(at('ValidatingAdmissionPolicy'), 'a.yaml'), ...policy('no-x', "object.metadata.name != 'x'"));
    server = await startTestServer({ ...gate, 'admission-control-config-file': file }, { limits: allHeavy });
    expect((await create('x')).status).toBe(422);
    await put(join(at('ValidatingAdmissionPolicy'), 'a.yaml'), ...policy('no-y', "object.metadata.name != 'y'"));
    await vi.waitFor(async () => expect((await create('y')).status).toBe(422), { timeout: 20_000 });
    expect((await create('x')).status).toBe(201);
  });

  it('are read again when files change, and stay as they are where the new ones are wrong', async () => {
    const { file, at } = await folders('ValidatingAdmissionPolicy');
    const folder = at('ValidatingAdmissionPolicy');
    await put(join(folder, 'a.yaml'), ...policy('no-x', "object.metadata.name != 'x'"));
    await start(file);
    await put(join(folder, 'b.yaml'), ...policy('no-y', "object.metadata.name != 'y'"));
    await vi.waitFor(async () => expect((await create('y')).status).toBe(422), { timeout: 20_000 });
    expect(await reloads('success')).toBe(2);
    await writeFile(join(folder, 'c.yaml'), 'kind: Nonsense');
    await vi.waitFor(async () => expect(await reloads('failure')).toBeGreaterThan(0), { timeout: 20_000 });
    expect((await create('x')).status).toBe(422);
    await rm(join(folder, 'c.yaml'));
    await rm(join(folder, 'a.yaml'));
    await vi.waitFor(async () => expect((await create('x')).status).toBe(201), { timeout: 20_000 });
    expect((await create('y')).status).toBe(422);
  });

  it('are read again when a link leads to other files', async () => {
    const { file, at } = await folders('ValidatingAdmissionPolicy');
    const folder = at('ValidatingAdmissionPolicy');
    for (const name of ['x', 'y']) {
      await mkdir(join(folder, `..${name}`));
      await put(join(folder, `..${name}`, 'a.yaml'), ...policy('one', `object.metadata.name != '${name}'`));
    }
    await symlink('..x', join(folder, '..data'));
    await symlink(join('..data', 'a.yaml'), join(folder, 'a.yaml'));
    await start(file);
    expect((await create('x')).status).toBe(422);
    await symlink('..y', join(folder, '..new'));
    await rename(join(folder, '..new'), join(folder, '..data'));
    await vi.waitFor(async () => expect((await create('y')).status).toBe(422), { timeout: 20_000 });
    expect((await create('x')).status).toBe(201);
  });

  it('hold for policies too, and not for reviews', async () => {
    const { file, at } = await folders('ValidatingAdmissionPolicy');
    const groups = ['admissionregistration.k8s.io', 'authorization.k8s.io'];
    const everything = { operations: ['*'], apiGroups: groups, apiVersions: ['*'], resources: ['*'] };
    await put(join(at('ValidatingAdmissionPolicy'), 'a.yaml'), ...policy('guard', 'false', everything));
    const { client } = await start(file);
    const binding = { metadata: { name: 'b' }, spec: { policyName: 'p', validationActions: ['Deny'] } };
    const refused = await client.post(`/apis/${V1}/validatingadmissionpolicybindings`, binding);
    expect(refused.body.message).toContain('says guard');
    const review = { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } };
    expect((await client.post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', review)).status).toBe(201);
  });

  it('end the start where they are wrong', async () => {
    const { file, at } = await folders('ValidatingAdmissionPolicy');
    const folder = at('ValidatingAdmissionPolicy');
    const [only] = policy('a', 'true');
    await put(join(folder, 'a.yaml'), { ...only, metadata: { name: 'a' } });
    await expect(start(file)).rejects.toThrow(
      `--admission-control-config-file: failed to initialize admission plugin "ValidatingAdmissionPolicy": failed to load static policy manifests from "${folder}": error loading ${folder}/a.yaml: "a" in file "${folder}/a.yaml" must have a name ending with ".static.k8s.io"`,
    );
    await rm(folder, { recursive: true });
    await expect(start(file)).rejects.toThrow(
      `couldn't init admission plugin "ValidatingAdmissionPolicy": staticManifestsDir: Invalid value: "${folder}": unable to read: stat ${folder}: no such file or directory`,
    );
  });
});

describe('webhooks in files', () => {
  let authority: TestAuthority;
  let webhook: AnsweringWebhook;
  beforeAll(async () => {
    authority = await testAuthority();
    webhook = await AnsweringWebhook.start(await authority.issue(['127.0.0.1']), refuses);
  });
  afterAll(() => webhook[Symbol.asyncDispose]());
  const refuses = ({ apiVersion, kind, request }: { apiVersion: string; kind: string; request: { uid: string } }) => ({
    apiVersion,
    kind,
    response: { uid: request.uid, allowed: false },
  });

  it('are asked about configurations of webhooks too', async () => {
    const { file, at } = await folders('ValidatingAdmissionWebhook');
    const hook = {
      name: 'guard.example.com',
      clientConfig: { url: `${webhook.url}/guard`, caBundle: authority.caBundle },
      rules: [rule('validatingwebhookconfigurations', 'admissionregistration.k8s.io')],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    };
    const items = [named('ValidatingWebhookConfiguration', 'guard', { webhooks: [hook] })];
    await put(join(at('ValidatingAdmissionWebhook'), 'list.json'), { apiVersion: 'v1', kind: 'List', items });
    const { client } = await start(file);
    const refused = await client.post(`/apis/${V1}/validatingwebhookconfigurations`, { metadata: { name: 'a' } });
    expect(refused.body.message).toBe('admission webhook "guard.example.com" denied the request without explanation');
    expect((await create('x')).status).toBe(201);
    const standing = await client.get('/pinnace/webhooks');
    expect(standing.body.webhooks).toMatchObject([{ configuration: 'guard.static.k8s.io', healthy: true, calls: 1 }]);
  });
});

it('without such files nothing is told of them', async () => {
  server = await startTestServer({});
  const { text } = await server.client.get('/metrics');
  expect(text).not.toContain('manifest_admission_config');
});
