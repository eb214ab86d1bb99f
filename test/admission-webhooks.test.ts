import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allHeavy } from '../src/server/testing/house-with-clock.ts';
import { testAuthority } from '../src/webhook/testing/certificates.ts';
import { answering, patching, TestAdmissionWebhook } from './support/admission-webhook.ts';
import { define, until } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const deployments = '/apis/apps/v1/namespaces/default/deployments';

const configMap = (name: string, label: string, data: object = { a: 'b' }) => ({
  metadata: { name, labels: { case: label } },
  data,
});
const deployment = (name: string) => ({
  metadata: { name },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  },
});
const on = (resource: string, ...operations: string[]) => {
  const [group = '', name = ''] = resource.split(':');
  return { operations, apiGroups: [group], apiVersions: ['v1'], resources: [name] };
};
const everything = { objectSelector: {} };

let server: TestServer;
let webhook: TestAdmissionWebhook;
beforeAll(async () => {
  [server, webhook] = await Promise.all([startTestServer(), TestAdmissionWebhook.start()]);
});
afterAll(() => Promise.all([server[Symbol.asyncDispose](), webhook[Symbol.asyncDispose]()]));

type Enforced = Parameters<TestAdmissionWebhook['enforce']>[1];
const enforce = (one: Enforced) => webhook.enforce(server.client, one);
const requestsTo = (name: string) => webhook.reviews(name).map(({ request }) => request);

describe('a server with admission webhooks', () => {
  it('asks with the next request after the configuration, until it is gone', async () => {
    const answer = answering({ allowed: false, status: { message: 'not today', code: 403, reason: 'Forbidden' } });
    const path = await enforce({ name: 'refuse', answer });
    const refused = await server.client.post(configMaps, configMap('r', 'refuse'));
    expect(refused.status).toBe(403);
    expect(refused.body.message).toBe('admission webhook "refuse.example.com" denied the request: not today');
    expect((await server.client.get(`${configMaps}/r`)).status).toBe(404);
    await server.client.delete(path);
    expect((await server.client.post(configMaps, configMap('r', 'refuse'))).status).toBe(201);
  });

  it('writes what a webhook made of the object, decoded and defaulted again', async () => {
    await enforce({
      kind: 'mutating',
      name: 'strategy',
      answer: patching({ op: 'remove', path: '/spec/strategy' }, { op: 'add', path: '/spec/nonsense', value: 1 }),
      more: { rules: [on('apps:deployments', 'CREATE')], ...everything },
    });
    const { status, body } = await server.client.post(deployments, deployment('defaulted'));
    expect(status).toBe(201);
    expect(body.spec).toMatchObject({ strategy: { type: 'RollingUpdate' } });
    expect(body.spec).not.toHaveProperty('nonsense');
  });

  it('gives what a webhook sets to no field manager', async () => {
    await enforce({
      kind: 'mutating',
      name: 'owner',
      answer: patching({ op: 'add', path: '/data/added', value: 'x' }),
    });
    const { body } = await server.client.post(configMaps, configMap('owned', 'owner'));
    expect(body.data).toEqual({ a: 'b', added: 'x' });
    expect(JSON.stringify(body.metadata)).not.toContain('f:added');
  });

  it('tells of updates, deletions and collections object by object', async () => {
    const name = 'verbs';
    await enforce({ name, answer: answering() });
    await server.client.post(configMaps, configMap('one', name));
    await server.client.post(configMaps, configMap('two', name));
    await server.client.ask('PATCH', `${configMaps}/one`, {
      body: { data: { a: 'c' } },
      headers: { 'content-type': 'application/merge-patch+json' },
      query: { dryRun: 'All', fieldManager: 'me' },
    });
    await server.client.delete(configMaps, undefined, { labelSelector: `case=${name}` });
    const told = requestsTo(name).map(({ operation, name: of, dryRun, options, object, oldObject }) => ({
      told: `${operation} ${of} ${dryRun}`,
      options,
      objects: [object !== null, oldObject !== null],
    }));
    const apiVersion = 'meta.k8s.io/v1';
    expect(told.slice(0, 3)).toEqual([
      { told: 'CREATE one false', options: { kind: 'CreateOptions', apiVersion }, objects: [true, false] },
      { told: 'CREATE two false', options: { kind: 'CreateOptions', apiVersion }, objects: [true, false] },
      {
        told: 'UPDATE one true',
        options: { kind: 'UpdateOptions', apiVersion, dryRun: ['All'], fieldManager: 'me' },
        objects: [true, true],
      },
    ]);
    // Nobody asked for them by name.
    expect(told.slice(3).map((one) => one.told)).toEqual(['DELETE undefined false', 'DELETE undefined false']);
    expect(told[3]?.objects).toEqual([false, true]);
  });

  it('tells of parts with the kind that is sent there', async () => {
    const name = 'parts';
    const rules = [
      {
        operations: ['*'],
        apiGroups: ['apps', ''],
        apiVersions: ['v1'],
        resources: ['deployments/scale', 'pods/eviction'],
      },
    ];
    await enforce({ name, answer: answering(), more: { rules, ...everything } });
    await server.client.post(deployments, deployment('scaled'));
    await server.client.ask('PATCH', `${deployments}/scaled/scale`, {
      body: { spec: { replicas: 3 } },
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    await server.client.post('/api/v1/namespaces/default/pods/none/eviction', {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: 'none' },
    });
    expect(requestsTo(name)).toMatchObject([
      {
        operation: 'UPDATE',
        kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
        resource: { group: 'apps', version: 'v1', resource: 'deployments' },
        subResource: 'scale',
        requestSubResource: 'scale',
        object: { kind: 'Scale', spec: { replicas: 3 } },
        oldObject: { kind: 'Scale', spec: { replicas: 1 } },
      },
      { operation: 'CREATE', kind: { group: 'policy', version: 'v1', kind: 'Eviction' }, subResource: 'eviction' },
    ]);
  });

  it('shows a custom resource in the version that a rule names, and takes it back from there', async () => {
    const version = (name: string, storage: boolean) => ({
      name,
      served: true,
      storage,
      schema: { openAPIV3Schema: { type: 'object', properties: { size: { type: 'integer', default: 3 } } } },
    });
    await define(server.client, {
      metadata: { name: 'crates.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'crates', singular: 'crate', kind: 'Crate' },
        versions: [version('v1', true), version('v2', false)],
      },
    });
    const rules = [{ operations: ['CREATE'], apiGroups: ['example.com'], apiVersions: ['v2'], resources: ['crates'] }];
    const answer = patching({ op: 'replace', path: '/size', value: 7 });
    await enforce({ kind: 'mutating', name: 'crates', answer, more: { rules, ...everything } });
    const { body } = await server.client.post('/apis/example.com/v1/namespaces/default/crates', {
      apiVersion: 'example.com/v1',
      kind: 'Crate',
      metadata: { name: 'a' },
    });
    expect(body).toMatchObject({ apiVersion: 'example.com/v1', size: 7 });
    expect(requestsTo('crates')).toMatchObject([
      {
        kind: { version: 'v2' },
        requestKind: { version: 'v1' },
        object: { apiVersion: 'example.com/v2', size: 3 },
      },
    ]);
  });

  it('never asks about webhooks, so that a broken one can be taken away', async () => {
    const rules = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }];
    const answer = answering({ allowed: false });
    const path = await enforce({ name: 'nothing', answer, more: { rules, ...everything } });
    expect((await server.client.post(configMaps, configMap('x', 'x'))).status).toBe(400);
    expect((await server.client.delete(path)).status).toBe(200);
    expect((await server.client.post(configMaps, configMap('x', 'x'))).status).toBe(201);
  });
});

describe('a webhook that misbehaves', () => {
  const endless = (response: ServerResponse) => {
    response.setHeader('content-type', 'application/json');
    const chunk = Buffer.alloc(64 * 1024, 0x20);
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
  const redirect = (response: ServerResponse) => {
    response.writeHead(302, { location: 'https://example.com/' }).end();
  };
  const failed = (name: string) => `Internal error occurred: failed calling webhook "${name}.example.com": `;

  it.each<[string, Enforced['answer'], string]>([
    ['hang', () => () => {}, 'context deadline exceeded'],
    ['endless', () => endless, 'failed to call webhook: the response of the webhook is larger than 2097152 bytes'],
    ['garbage', () => 'garbage', "failed to call webhook: couldn't get version/kind; json parse error: "],
    ['redirect', () => redirect, 'failed to call webhook: the server responded with the status code 302 but'],
    ['hangup', () => (response: ServerResponse) => response.destroy(), ': EOF'],
  ])('by %s fails alone, and others do not notice', async (name, answer, why) => {
    await enforce({ name, answer, more: { timeoutSeconds: 1 } });
    const failing = server.client.post(configMaps, configMap(name, name));
    const other = await server.client.post(configMaps, configMap(`${name}-other`, 'other'));
    expect(other.status).toBe(201);
    const { status, body } = await failing;
    expect(status).toBe(500);
    expect(body.message).toContain(failed(name));
    expect(body.message).toContain(why);
    expect((await server.client.get(`${configMaps}/${name}`)).status).toBe(404);
  });

  it('by a certificate of somebody else fails alone', async () => {
    const { caBundle } = await testAuthority();
    const path = await enforce({ name: 'tls', answer: answering() });
    const { body } = await server.client.get(path);
    const [one] = body.webhooks as { clientConfig: object }[];
    const clientConfig = { ...one?.clientConfig, caBundle };
    await server.client.put(path, { ...body, webhooks: [{ ...one, clientConfig }] });
    const refused = await server.client.post(configMaps, configMap('tls', 'tls'));
    expect(refused.body.message).toContain('x509: certificate signed by unknown authority');
  });

  it.each([
    ['uid', 'add', '/metadata/uid', '11111111-1111-1111-1111-111111111111'],
    ['generation', 'add', '/metadata/generation', 7],
  ])('by a new %s changes nothing when the object is made', async (name, op, path, value) => {
    await enforce({ kind: 'mutating', name, answer: patching({ op, path, value }) });
    const { status, body } = await server.client.post(configMaps, configMap(name, name));
    expect(status).toBe(201);
    expect(body.metadata.uid).not.toBe(value);
  });

  it.each([
    ['new-uid', '/metadata/uid', '11111111-1111-1111-1111-111111111111', 422, 'metadata.uid: Invalid value'],
    ['new-version', '/metadata/resourceVersion', '5', 409, 'the object has been modified'],
    ['new-name', '/metadata/name', 'other', 422, 'metadata.name: Invalid value: "other": field is immutable'],
  ])('by a %s is refused when the object is changed', async (name, path, value, code, why) => {
    await server.client.post(configMaps, configMap(name, name));
    const answer = patching({ op: 'replace', path, value });
    const rules = [on(':configmaps', 'UPDATE')];
    await enforce({ kind: 'mutating', name, answer, more: { rules } });
    const { status, body } = await server.client.ask('PATCH', `${configMaps}/${name}`, {
      body: { data: { a: 'c' } },
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    expect(status).toBe(code);
    expect(body.message).toContain(why);
  });

  it('by changing the object again and again is asked twice and no more', async () => {
    let count = 0;
    const name = 'restless';
    const answer: Enforced['answer'] = (review) =>
      patching({ op: 'add', path: '/data/n', value: `${++count}` })(review);
    const more = { reinvocationPolicy: 'IfNeeded' };
    await enforce({ kind: 'mutating', name, answer, more });
    const second = {
      kind: 'mutating',
      name: `${name}-too`,
      answer,
      more: { ...more, objectSelector: { matchLabels: { case: name } } },
    };
    await enforce(second);
    const { body } = await server.client.post(configMaps, configMap(name, name));
    expect(body.data).toEqual({ a: 'b', n: '4' });
    expect(webhook.reviews(name)).toHaveLength(2);
  });

  it('delays nobody past the end of the request', async () => {
    await enforce({ name: 'late', answer: () => () => {}, more: { failurePolicy: 'Ignore' } });
    const { status, body } = await server.client.post(configMaps, configMap('late', 'late'), { timeout: '1s' });
    expect({ status, reason: body.reason }).toEqual({ status: 504, reason: 'Timeout' });
    expect((await server.client.get(`${configMaps}/late`)).status).toBe(404);
  });
});

it('a webhook that fails is told of in metrics, by an event and in its own list', async () => {
  const clientConfig = { url: 'https://127.0.0.1:1/x' };
  const more = { clientConfig, failurePolicy: 'Ignore' };
  await enforce({ name: 'gone', answer: answering(), more });
  expect((await server.client.post(configMaps, configMap('gone', 'gone'))).status).toBe(201);
  const { text } = await server.client.get('/metrics');
  const labels = 'name="gone.example.com",operation="CREATE",rejected="false",type="validating"';
  expect(text).toContain(`apiserver_admission_webhook_admission_duration_seconds_count{${labels}} 1`);
  expect(text).toContain(`apiserver_admission_webhook_request_total{code="503",${labels}} 1`);
  expect(text).toContain('apiserver_admission_webhook_fail_open_count{name="gone.example.com",type="validating"} 1');
  const { body } = await server.client.get('/pinnace/webhooks');
  expect(body.webhooks).toContainEqual(
    expect.objectContaining({ webhook: 'gone.example.com', healthy: false, address: clientConfig.url, failures: 1 }),
  );
  const events = await until(async () => {
    const { body: list } = await server.client.get('/api/v1/namespaces/default/events');
    const found = (list.items ?? []).filter(
      ({ reason, involvedObject }) =>
        reason === 'WebhookFailing' && (involvedObject as { name: string }).name === 'gone',
    );
    return found.length > 0 ? found : undefined;
  }, 'the event');
  expect(events[0]).toMatchObject({ type: 'Warning', involvedObject: { kind: 'ValidatingWebhookConfiguration' } });
});

it('what is served in another thread is asked about too, by webhooks and policies', async () => {
  await using heavy = await startTestServer({}, { limits: allHeavy });
  const name = 'heavy';
  const answer = patching({ op: 'add', path: '/data/seen', value: 'yes' });
  await webhook.enforce(heavy.client, { kind: 'mutating', name, answer });
  const refusing = answering({ allowed: false, warnings: ['careful', ''] });
  await webhook.enforce(heavy.client, { name: 'heavy-no', answer: refusing });
  const { body } = await heavy.client.post(configMaps, configMap('a', name));
  expect(body.data).toEqual({ a: 'b', seen: 'yes' });
  const refused = await heavy.client.post(configMaps, configMap('b', 'heavy-no'));
  expect(refused.body.message).toBe('admission webhook "heavy-no.example.com" denied the request without explanation');
  expect(refused.headers.warning).toBe('299 - "careful"');
  const admission = '/apis/admissionregistration.k8s.io/v1';
  const resourceRules = [on(':configmaps', 'CREATE')];
  await heavy.client.post(`${admission}/validatingadmissionpolicies`, {
    metadata: { name },
    spec: { matchConstraints: { resourceRules }, validations: [{ expression: "object.metadata.name != 'c'" }] },
  });
  await heavy.client.post(`${admission}/validatingadmissionpolicybindings`, {
    metadata: { name },
    spec: { policyName: name, validationActions: ['Deny'] },
  });
  expect((await heavy.client.post(configMaps, configMap('c', 'none'))).status).toBe(422);
});
