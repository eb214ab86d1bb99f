import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answering, patching, TestAdmissionWebhook } from './support/admission-webhook.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const core = '/api/v1/namespaces/default';
const admission = '/apis/admissionregistration.k8s.io/v1';
const connections = { operations: ['CONNECT'], apiGroups: [''], apiVersions: ['v1'], resources: ['*/*'] };

let server: TestServer;
let webhook: TestAdmissionWebhook;
beforeAll(async () => {
  [server, webhook] = await Promise.all([startTestServer(), TestAdmissionWebhook.start()]);
  const { client } = server;
  await client.post('/api/v1/nodes', { metadata: { name: 'node' } });
  const spec = { containers: [{ name: 'c', image: 'i' }] };
  await client.post(`${core}/pods`, { metadata: { name: 'pod' }, spec: { ...spec, nodeName: 'node' } });
  await client.post(`${core}/pods`, { metadata: { name: 'unbound' }, spec });
  await client.post(`${core}/services`, { metadata: { name: 'service' }, spec: { ports: [{ port: 80 }] } });
});
afterAll(() => Promise.all([server[Symbol.asyncDispose](), webhook[Symbol.asyncDispose]()]));

const told = (name: string) => webhook.reviews(name).map(({ request }) => request);

describe('a connection', () => {
  it.each([
    ['pods/pod/exec', { command: 'ls', stdin: 'true' }, 'PodExecOptions', { command: ['ls'], stdin: true }],
    ['pods/pod/attach', { container: 'c' }, 'PodAttachOptions', { container: 'c' }],
    ['pods/pod/portforward', { ports: '80' }, 'PodPortForwardOptions', { ports: [80] }],
    ['pods/pod/proxy/x', { path: 'y' }, 'PodProxyOptions', { path: '/x' }],
    ['services/service/proxy/x', { path: 'y' }, 'ServiceProxyOptions', { path: '/x' }],
    ['nodes/node/proxy/x', { path: 'y' }, 'NodeProxyOptions', { path: '/x' }],
  ])('through %s is told with its own kind', async (path, query, kind, options) => {
    const name = `sees-${kind.toLowerCase()}`;
    const [resource = '', of = '', part = ''] = path.split('/');
    const configured = await webhook.enforce(server.client, {
      name,
      answer: answering({ allowed: false, status: { message: 'closed' } }),
      more: { rules: [{ ...connections, resources: [`${resource}/${part}`] }], objectSelector: {} },
    });
    const at = resource === 'nodes' ? `/api/v1/${path}` : `${core}/${path}`;
    const { status, body } = await server.client.ask('POST', at, { query });
    await server.client.delete(configured);
    expect([status, body.message]).toEqual([400, `admission webhook "${name}.example.com" denied the request: closed`]);
    expect(told(name)).toMatchObject([
      {
        operation: 'CONNECT',
        kind: { group: '', version: 'v1', kind },
        resource: { group: '', version: 'v1', resource },
        subResource: part,
        name: of,
        object: { apiVersion: 'v1', kind, ...options },
        oldObject: null,
        options: null,
      },
    ]);
  });

  it('may be changed by a webhook, which the next one sees', async () => {
    const rules = { rules: [{ ...connections, resources: ['pods/exec'] }], objectSelector: {} };
    const add = patching({ op: 'add', path: '/command', value: ['date'] }, { op: 'add', path: '/nonsense', value: 1 });
    const changes = await webhook.enforce(server.client, {
      kind: 'mutating',
      name: 'changes',
      answer: add,
      more: rules,
    });
    const refuses = await webhook.enforce(server.client, {
      name: 'refuses',
      answer: answering({ allowed: false }),
      more: rules,
    });
    const { status } = await server.client.ask('POST', `${core}/pods/pod/exec`, { query: { command: 'ls' } });
    await Promise.all([server.client.delete(changes), server.client.delete(refuses)]);
    expect(status).toBe(400);
    expect(told('refuses').map(({ object }) => object)).toEqual([
      { apiVersion: 'v1', kind: 'PodExecOptions', command: ['date'] },
    ]);
  });

  it('concerns policies too', async () => {
    await server.client.post(`${admission}/validatingadmissionpolicies`, {
      metadata: { name: 'no-shell' },
      spec: {
        matchConstraints: { resourceRules: [{ ...connections, resources: ['pods/exec'] }] },
        validations: [
          { expression: "request.kind.kind == 'PodExecOptions' && object.command != ['sh']", message: 'no shells' },
        ],
      },
    });
    const binding = { policyName: 'no-shell', validationActions: ['Deny'] };
    await server.client.post(`${admission}/validatingadmissionpolicybindings`, {
      metadata: { name: 'no-shell' },
      spec: binding,
    });
    const exec = (command: string) => server.client.ask('POST', `${core}/pods/pod/exec`, { query: { command } });
    expect((await exec('sh')).body.message).toContain('denied request: no shells');
    expect((await exec('ls')).body.message).not.toContain('denied');
  });
});

it('a binding that is sent to the older place is told as what was sent there', async () => {
  const rule = {
    operations: ['CREATE'],
    apiGroups: [''],
    apiVersions: ['v1'],
    resources: ['bindings', 'pods/binding'],
  };
  await webhook.enforce(server.client, {
    name: 'bindings',
    answer: answering(),
    more: { rules: [rule], objectSelector: {} },
  });
  const target = { kind: 'Node', name: 'node' };
  const { status } = await server.client.post(`${core}/bindings`, { metadata: { name: 'unbound' }, target });
  expect(status).toBe(201);
  expect(told('bindings')).toMatchObject([
    { kind: { kind: 'Binding' }, resource: { resource: 'bindings' }, name: 'unbound', object: { target } },
  ]);
  expect(told('bindings')[0]).not.toHaveProperty('subResource');
});

it('an event is told in the group that a rule names, and may be changed there', async () => {
  const rule = { operations: ['CREATE'], apiGroups: ['events.k8s.io'], apiVersions: ['v1'], resources: ['events'] };
  const more = { rules: [rule], objectSelector: {} };
  const answer = patching({ op: 'replace', path: '/note', value: 'changed' });
  await webhook.enforce(server.client, { kind: 'mutating', name: 'events', answer, more });
  const involvedObject = { kind: 'Pod', namespace: 'default', name: 'pod' };
  const event = { metadata: { name: 'event' }, involvedObject, message: 'sent', reason: 'R', type: 'Normal' };
  const { status, body } = await server.client.post(`${core}/events`, event);
  expect([status, body.message]).toEqual([201, 'changed']);
  expect(told('events')).toMatchObject([
    {
      kind: { group: 'events.k8s.io', version: 'v1', kind: 'Event' },
      resource: { group: 'events.k8s.io', version: 'v1', resource: 'events' },
      requestResource: { group: '', version: 'v1', resource: 'events' },
      object: { apiVersion: 'events.k8s.io/v1', note: 'sent', regarding: involvedObject },
    },
  ]);
});

it('an object that a webhook gives another name is told by the name that was sent', async () => {
  const name = 'renames';
  const answer = patching({ op: 'replace', path: '/metadata/name', value: 'other' });
  await webhook.enforce(server.client, { kind: 'mutating', name, answer });
  const more = { objectSelector: { matchLabels: { case: name } } };
  await webhook.enforce(server.client, { name: 'sees-name', answer: answering(), more });
  const { body } = await server.client.post(`${core}/configmaps`, {
    metadata: { name: 'sent', labels: { case: name } },
  });
  expect(body.metadata.name).toBe('other');
  expect(told('sees-name')).toMatchObject([{ name: 'sent', object: { metadata: { name: 'other' } } }]);
});
