import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from './support/client.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const path = '/api/v1/namespaces/default/configmaps';
type Query = Readonly<Record<string, string | boolean>>;

const patch = (at: string, type: string, body: object | string, query: Query): Promise<Answer> =>
  server.client.ask('PATCH', at, { query, body, headers: { 'content-type': type } });
const apply = (at: string, manager: string, body: object | string, query: Query = {}): Promise<Answer> =>
  patch(at, 'application/apply-patch+yaml', body, { fieldManager: manager, ...query });
const merge = (at: string, manager: string, body: object): Promise<Answer> =>
  patch(at, 'application/merge-patch+json', body, { fieldManager: manager });
const configMap = (name: string, data: object, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  data,
});
interface Managed {
  readonly manager: string;
  readonly operation: string;
  readonly subresource?: string;
  readonly fieldsV1: Readonly<Record<string, object>>;
}
const managedFields = ({ body }: Answer) => (body.metadata as { managedFields?: Managed[] }).managedFields;
/** What each manager owns of the data, by `alice Apply`. */
const owners = (answer: Answer): Record<string, string[]> =>
  Object.fromEntries(
    (managedFields(answer) ?? []).map(({ manager, operation, fieldsV1 }) => [
      `${manager} ${operation}`,
      Object.keys(fieldsV1['f:data'] ?? {}).filter((key) => key !== '.'),
    ]),
  );

describe('applying', () => {
  it('in another version takes away what was applied before, up to all metadata', async () => {
    const at = (version: string) => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers/h`;
    const scaler = (version: string, metadata: object, spec: object) => ({
      apiVersion: `autoscaling/${version}`,
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'h', ...metadata },
      spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }, maxReplicas: 3, ...spec },
    });
    const labels = { a: 'b' };
    const before = await apply(at('v1'), 'alice', scaler('v1', { labels }, { targetCPUUtilizationPercentage: 50 }));
    expect(before.status).toBe(201);
    const after = await apply(at('v2'), 'alice', scaler('v2', {}, {}));
    expect(after.status).toBe(200);
    expect(after.body.metadata).not.toHaveProperty('labels');
  });

  it('creates what is not there, and owns what it set', async () => {
    const created = await apply(`${path}/new`, 'alice', configMap('new', { a: '1' }));
    expect(created.status).toBe(201);
    expect(managedFields(created)).toEqual([
      {
        manager: 'alice',
        operation: 'Apply',
        apiVersion: 'v1',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:data': { 'f:a': {} } },
      },
    ]);
    expect((await apply(`${path}/new`, 'alice', configMap('new', { a: '1' }))).status).toBe(200);
  });

  it('refuses what has a name that is no text, and tells no name then', async () => {
    // In YAML of Kubernetes a bare y is true.
    const answer = await apply(`${path}/y`, 'alice', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: y}\n');
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('object (/; /v1, Kind=') } });
  });

  it('changes neither time nor version when nothing changes', async () => {
    const first = await apply(`${path}/same`, 'alice', configMap('same', { a: '1' }));
    server.clock.advance(5000);
    const again = await apply(`${path}/same`, 'alice', configMap('same', { a: '1' }));
    expect(again.body).toEqual(first.body);
    const put = await server.client.put(`${path}/same`, first.body, { fieldManager: 'bob' });
    expect(put.body).toEqual(first.body);
  });

  it('removes what its manager does not want any more, unless somebody else does', async () => {
    await apply(`${path}/less`, 'alice', configMap('less', { a: '1', b: '1', c: '1' }));
    await apply(`${path}/less`, 'bob', configMap('less', { b: '1' }));
    const less = await apply(`${path}/less`, 'alice', configMap('less', { a: '1' }));
    expect(less.body.data).toEqual({ a: '1', b: '1' });
    expect(owners(less)).toEqual({ 'alice Apply': ['f:a'], 'bob Apply': ['f:b'] });
  });

  it('reads YAML as well as JSON', async () => {
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yaml\ndata:\n  a: "1"\n';
    expect((await apply(`${path}/yaml`, 'alice', yaml)).body.data).toEqual({ a: '1' });
  });

  it('writes nothing in a dry run', async () => {
    const dry = await apply(`${path}/ghost`, 'alice', configMap('ghost', {}), { dryRun: 'All' });
    expect(dry.status).toBe(201);
    expect((await server.client.get(`${path}/ghost`)).status).toBe(404);
  });

  it.each<[string, string, object | string, Query, number, string]>([
    ['no manager', '', configMap('x', {}), {}, 422, 'fieldManager: Required value: is required for apply patch'],
    ['another kind', 'a', { apiVersion: 'v1', kind: 'Secret' }, {}, 400, 'invalid object type: /v1, Kind=Secret'],
    [
      'a version that is no text',
      'a',
      { apiVersion: 1, kind: 'Secret' },
      {},
      400,
      'invalid object type: /, Kind=Secret',
    ],
    ['managed fields', 'a', configMap('x', {}, { managedFields: [] }), {}, 400, 'metadata.managedFields must be nil'],
    ['no name', 'a', { apiVersion: 'v1', kind: 'ConfigMap' }, {}, 400, 'name must be provided'],
    ['another name', 'a', configMap('y', {}), {}, 400, 'does not match the name on the URL (x)'],
    ['a list', 'a', '- a', {}, 400, 'cannot unmarshal array into Go value of type map[string]interface {}'],
    ['broken YAML', 'a', 'a: [', {}, 400, 'error decoding YAML: error converting YAML to JSON: yaml: '],
    ['unknown fields', 'a', { ...configMap('x', {}), spec: 1 }, {}, 400, '.spec: field not declared in schema'],
    ['wrong types', 'a', configMap('x', { a: 1 }), {}, 400, '.data.a: expected string'],
    [
      'keys that are there twice, if strict',
      'a',
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"},"data":{"a":"1","a":"2"}}',
      { fieldValidation: 'Strict' },
      400,
      'line 1: key "a" already set in map',
    ],
    ['a uid of something that is not there', 'a', configMap('x', {}, { uid: 'u' }), {}, 409, 'uid mismatch'],
  ])('refuses %s', async (_, manager, body, query, status, message) => {
    const refused = await apply(`${path}/x`, manager, body, query);
    expect(refused.status).toBe(status);
    expect(refused.body.message).toContain(message);
    expect((await server.client.get(`${path}/x`)).status).toBe(404);
  });

  it('happens on the version that it names, or not at all', async () => {
    const { body } = await apply(`${path}/versioned`, 'alice', configMap('versioned', { a: '1' }));
    const { resourceVersion } = body.metadata;
    const named = (data: object) => configMap('versioned', data, { resourceVersion });
    expect((await apply(`${path}/versioned`, 'alice', named({ a: '2' }))).status).toBe(200);
    expect((await apply(`${path}/versioned`, 'alice', named({ a: '3' }))).status).toBe(409);
  });
});

it('knows no managers of events that wrote them as those of the other group', async () => {
  const event = { involvedObject: { kind: 'Pod', namespace: 'default', name: 'p' }, reason: 'R', type: 'Normal' };
  const old = { apiVersion: 'v1', kind: 'Event', metadata: { name: 'e' }, ...event };
  const at = { old: '/api/v1/namespaces/default/events/e', new: '/apis/events.k8s.io/v1/namespaces/default/events/e' };
  expect((await apply(at.old, 'alice', { ...old, metadata: { name: 'e', labels: { a: '1' } } })).status).toBe(201);
  const labelled = (apiVersion: string, a: string) => ({
    ...old,
    ...{ apiVersion, metadata: { name: 'e', labels: { a } } },
  });
  expect((await apply(at.old, 'bob', labelled('v1', '2'))).status).toBe(409);
  const newer = { apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: { name: 'e', labels: { a: '2' } } };
  const { status, body } = await apply(at.new, 'bob', newer);
  expect([status, body.metadata.labels]).toEqual([200, { a: '2' }]);
  expect(body.metadata).toMatchObject({ managedFields: [{ manager: 'bob', apiVersion: 'events.k8s.io/v1' }] });
});

it('makes its manager own the labels that it changes through the status of a definition', async () => {
  const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }];
  const definition = (metadata: object) => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'owns.example.com', ...metadata },
    spec: { group: 'example.com', scope: 'Cluster', names: { plural: 'owns', kind: 'Own' }, versions },
  });
  const at = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/owns.example.com';
  expect((await apply(at, 'alice', definition({}))).status).toBe(201);
  const { body } = await apply(`${at}/status`, 'bob', definition({ labels: { a: 'b' } }));
  expect(body.metadata.labels).toEqual({ a: 'b' });
  expect(body.metadata).toMatchObject({
    managedFields: expect.arrayContaining([
      expect.objectContaining({ manager: 'bob', fieldsV1: { 'f:metadata': { 'f:labels': { 'f:a': {} } } } }),
    ]),
  });
});

describe('a conflict', () => {
  let name: string;
  let count = 0;
  /** Alice applied `a`, Carol patched `c`; Bob wants both otherwise. */
  const conflicting = async (query: Query = {}): Promise<Answer> =>
    apply(`${path}/${name}`, 'bob', configMap(name, { a: '2', c: '2' }), query);
  beforeEach(async () => {
    name = `conflict-${count++}`;
    await apply(`${path}/${name}`, 'alice', configMap(name, { a: '1', b: '1' }));
    await merge(`${path}/${name}`, 'carol', { data: { c: '1' } });
  });

  it('is told with all fields and managers, and nothing is written', async () => {
    const refused = await conflicting();
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      reason: 'Conflict',
      message:
        'Apply failed with 2 conflicts: conflicts with "alice":\n- .data.a\nconflicts with "carol" using v1:\n- .data.c',
      details: {
        causes: [
          { reason: 'FieldManagerConflict', message: 'conflict with "alice"', field: '.data.a' },
          { reason: 'FieldManagerConflict', message: 'conflict with "carol" using v1', field: '.data.c' },
        ],
      },
    });
    expect((await server.client.get(`${path}/${name}`)).body.data).toEqual({ a: '1', b: '1', c: '1' });
  });

  it('with itself is told too, when a manager updated before it applies', async () => {
    const refused = await apply(`${path}/${name}`, 'carol', configMap(name, { c: '2' }));
    expect(refused.body.message).toBe('Apply failed with 1 conflict: conflict with "carol" using v1: .data.c');
  });

  it('ends by force: the fields change hands', async () => {
    const forced = await conflicting({ force: true });
    expect(forced.body.data).toEqual({ a: '2', b: '1', c: '2' });
    expect(owners(forced)).toEqual({ 'alice Apply': ['f:b'], 'bob Apply': ['f:a', 'f:c'] });
  });

  it('ends by giving up: the fields stay as they are, and with whom', async () => {
    const given = await apply(`${path}/${name}`, 'bob', configMap(name, { d: '2' }));
    expect(given.body.data).toEqual({ a: '1', b: '1', c: '1', d: '2' });
    expect(owners(given)).toMatchObject({ 'alice Apply': ['f:a', 'f:b'], 'bob Apply': ['f:d'] });
  });

  it('ends by agreeing: the fields belong to both, and neither can change them alone', async () => {
    const agreed = await apply(`${path}/${name}`, 'bob', configMap(name, { a: '1' }));
    expect(owners(agreed)).toMatchObject({ 'alice Apply': ['f:a', 'f:b'], 'bob Apply': ['f:a'] });
    const alone = await apply(`${path}/${name}`, 'alice', configMap(name, { a: '3', b: '1' }));
    expect(alone.body.message).toBe('Apply failed with 1 conflict: conflict with "bob": .data.a');
  });

  it('does not arise for whom ownership was handed over to', async () => {
    await apply(`${path}/${name}`, 'bob', configMap(name, { a: '1' }));
    await apply(`${path}/${name}`, 'alice', configMap(name, { b: '1' }));
    const handed = await apply(`${path}/${name}`, 'bob', configMap(name, { a: '9' }));
    expect(handed.body.data).toEqual({ a: '9', b: '1', c: '1' });
  });
});

describe('other writes', () => {
  it('are tracked by the manager that they name, or by the agent', async () => {
    await server.client.post(path, configMap('tracked', { a: '1' }), { fieldManager: 'creator' });
    const headers = { 'user-agent': 'robot/1.0', 'content-type': 'application/merge-patch+json' };
    const patched = await server.client.ask('PATCH', `${path}/tracked`, { headers, body: { data: { b: '1' } } });
    expect(owners(patched)).toEqual({ 'creator Update': ['f:a'], 'robot Update': ['f:b'] });
  });

  it('take what they change from whoever had it', async () => {
    await apply(`${path}/taken`, 'alice', configMap('taken', { a: '1', b: '1' }));
    expect(owners(await merge(`${path}/taken`, 'bob', { data: { a: '2' } }))).toEqual({
      'alice Apply': ['f:b'],
      'bob Update': ['f:a'],
    });
    expect(owners(await merge(`${path}/taken`, 'bob', { data: { a: null } }))).toEqual({ 'alice Apply': ['f:b'] });
  });

  it.each<[string, readonly object[]]>([
    ['[]', []],
    ['[{}]', [{}]],
  ])('clear the managed fields with %s; then the next apply meets whoever was before', async (_, sent) => {
    const name = `cleared-${sent.length}`;
    const { body } = await server.client.post(path, configMap(name, { a: '1' }));
    const cleared = { ...body, metadata: { ...body.metadata, managedFields: sent } };
    expect(managedFields(await server.client.put(`${path}/${name}`, cleared))).toBeUndefined();
    const untracked = await merge(`${path}/${name}`, 'later', { data: { b: '1' } });
    expect(managedFields(untracked)).toBeUndefined();
    const refused = await apply(`${path}/${name}`, 'alice', configMap(name, { a: '2' }));
    expect(refused.body.message).toContain('conflict with "before-first-apply" using v1: .data.a');
  });

  it.each<[string, object]>([
    ['null', { metadata: { managedFields: null } }],
    ['entries that make no sense', { metadata: { managedFields: [{ operation: 'Steal', manager: 'x' }] } }],
  ])('keep the managed fields with %s', async (_, change) => {
    await server.client.post(path, configMap('kept', { a: '1' }), { fieldManager: 'creator' });
    expect(owners(await merge(`${path}/kept`, 'bob', change))).toEqual({ 'creator Update': ['f:a'] });
  });

  it('are never in the way of each other: more than ten updaters are thrown together', async () => {
    await server.client.post(path, configMap('crowd', { k0: '1' }), { fieldManager: 'm0' });
    let last: Answer | undefined;
    for (let at = 1; at <= 12; at++) last = await merge(`${path}/crowd`, `m${at}`, { data: { [`k${at}`]: '1' } });
    const managers = Object.keys(owners(last as Answer));
    expect(managers).toHaveLength(10);
    expect(managers).toContain('ancient-changes Update');
  });
});

describe('moving from client-side apply', () => {
  const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
  it('kubectl takes over what it applied, others do not, and the annotation stays in step', async () => {
    const last = JSON.stringify(configMap('moved', { a: '1' }));
    const metadata = { annotations: { [annotation]: last } };
    await server.client.post(path, configMap('moved', { a: '1' }, metadata), {
      fieldManager: 'kubectl-client-side-apply',
    });
    const change = configMap('moved', { a: '2' });
    expect((await apply(`${path}/moved`, 'other', change)).status).toBe(409);
    const moved = await apply(`${path}/moved`, 'kubectl', change);
    expect(moved.status).toBe(200);
    expect(JSON.parse(moved.body.metadata.annotations?.[annotation] as string)).toEqual(change);
  });
});

describe('keyed lists and parts of objects', () => {
  const services = '/api/v1/namespaces/default/services';
  const service = (ports: readonly object[]) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web' },
    spec: { ports },
  });
  it('are owned by their items: two managers share the ports of a service', async () => {
    await apply(`${services}/web`, 'alice', service([{ name: 'http', port: 80 }]));
    const both = await apply(`${services}/web`, 'bob', service([{ name: 'https', port: 443 }]));
    expect((both.body.spec as { ports: { port: number }[] }).ports.map(({ port }) => port)).toEqual([80, 443]);
    const conflict = await apply(`${services}/web`, 'bob', service([{ name: 'other', port: 80 }]));
    expect(conflict.body.message).toContain('.spec.ports[port=80,protocol="TCP"].name');
    const gone = await apply(`${services}/web`, 'alice', service([]));
    expect((gone.body.spec as { ports: { port: number }[] }).ports.map(({ port }) => port)).toEqual([443]);
  });

  it('go back to their defaults when nobody sets them any more', async () => {
    const named = (spec: object) => ({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'local' }, spec });
    const ports = [{ port: 80 }];
    const first = await apply(`${services}/local`, 'alice', named({ ports, sessionAffinity: 'ClientIP' }));
    expect(first.body.spec).toMatchObject({ sessionAffinity: 'ClientIP' });
    const { spec } = (await apply(`${services}/local`, 'alice', named({ ports }))).body;
    expect(spec).toMatchObject({ sessionAffinity: 'None' });
  });

  it('are written through their subresources, which own only their part', async () => {
    const named = (name: string, parts: object) => ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name },
      ...parts,
    });
    await apply(`${services}/out`, 'alice', named('out', { spec: { type: 'LoadBalancer', ports: [{ port: 80 }] } }));
    const part = {
      spec: { sessionAffinity: 'ClientIP' },
      status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } },
    };
    const applied = await apply(`${services}/out/status`, 'lb', named('out', part));
    expect(applied.status).toBe(200);
    expect(managedFields(applied)?.find(({ manager }) => manager === 'lb')).toMatchObject({
      subresource: 'status',
      fieldsV1: { 'f:status': { 'f:loadBalancer': { 'f:ingress': {} } } },
    });
    expect(applied.body.spec).toMatchObject({ sessionAffinity: 'None' });
    // Services can be created by writing to them, even to their status; this one has no ports.
    expect((await apply(`${services}/absent/status`, 'lb', named('absent', part))).status).toBe(422);
  });
});

describe('custom resources', () => {
  const group = 'apply.example.com';
  const text = { type: 'string' };
  const keyed = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] };
  const items = {
    type: 'array',
    items: { type: 'object', properties: { name: text, value: text }, required: ['name'] },
    ...keyed,
  };
  const tags = { type: 'array', items: text, 'x-kubernetes-list-type': 'set' };
  const size = { type: 'integer', default: 3 };
  const spec = { type: 'object', properties: { items, tags, size } };
  const version = (name: string, storage: boolean) => ({
    name,
    served: true,
    storage,
    subresources: { scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' } },
    schema: {
      openAPIV3Schema: { type: 'object', properties: { spec, status: { type: 'object', properties: { size } } } },
    },
  });
  const at = (apiVersion = 'v1') => `/apis/${group}/${apiVersion}/namespaces/default/widgets`;
  const widget = (name: string, content: object, apiVersion = 'v1') => ({
    apiVersion: `${group}/${apiVersion}`,
    kind: 'Widget',
    metadata: { name },
    spec: content,
  });
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const definition = (...versions: object[]) => ({
    metadata: { name: `widgets.${group}` },
    spec: { group, scope: 'Namespaced', names: { plural: 'widgets', kind: 'Widget' }, versions },
  });
  beforeAll(async () => {
    await server.client.post(definitions, definition(version('v1', true), version('v1beta1', false)));
    await server.running.settle();
  });

  it('merge sets and keyed lists of several managers, and go back to defaults', async () => {
    await apply(`${at()}/w`, 'alice', widget('w', { tags: ['a'], items: [{ name: 'x', value: '1' }], size: 5 }));
    const both = await apply(`${at()}/w`, 'bob', widget('w', { tags: ['b'], items: [{ name: 'y' }] }));
    expect(both.body.spec).toEqual({ tags: ['a', 'b'], items: [{ name: 'x', value: '1' }, { name: 'y' }], size: 5 });
    const less = await apply(`${at()}/w`, 'alice', widget('w', { tags: ['a'] }));
    expect(less.body.spec).toEqual({ tags: ['a', 'b'], items: [{ name: 'y' }], size: 3 });
  });

  it('know managers of other versions, and forget those of versions that are gone', async () => {
    await apply(`${at('v1beta1')}/v`, 'old', widget('v', { size: 1 }, 'v1beta1'));
    const refused = await apply(`${at()}/v`, 'new', widget('v', { size: 2 }));
    expect(refused.body.message).toBe('Apply failed with 1 conflict: conflict with "old": .spec.size');
    const { body } = await server.client.get(`${definitions}/widgets.${group}`);
    await server.client.put(`${definitions}/widgets.${group}`, {
      ...definition(version('v1', true)),
      metadata: body.metadata,
    });
    await server.running.settle();
    const applied = await apply(`${at()}/v`, 'new', widget('v', { size: 2 }));
    expect(applied.status).toBe(200);
    expect(managedFields(applied)?.map(({ manager }) => manager)).toEqual(['new']);
  });

  it('hand their replicas over to whoever scales them', async () => {
    await apply(`${at()}/s`, 'ops', widget('s', { size: 2 }));
    const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 's' }, spec: { replicas: 4 } };
    expect((await apply(`${at()}/s/scale`, 'hpa', scale)).body.message).toBe(
      'Apply failed with 1 conflict: conflict with "ops": .spec.replicas',
    );
    expect((await apply(`${at()}/s/scale`, 'hpa', scale, { force: true })).status).toBe(200);
    const refused = await apply(`${at()}/s`, 'ops', widget('s', { size: 2 }));
    expect(refused.body.message).toBe(
      'Apply failed with 1 conflict: conflict with "hpa" with subresource "scale": .spec.size',
    );
    const released = await apply(`${at()}/s`, 'ops', widget('s', {}));
    expect(released.body.spec).toEqual({ size: 4 });
  });

  it('forget who has set the replicas in an update once somebody has looked at them through a Scale', async () => {
    const made = await server.client.post(at(), widget('u', { size: 2 }), { fieldManager: 'ops' });
    expect(made.status).toBe(201);
    await merge(`${at()}/u/scale`, 'hpa', { spec: { replicas: 2 } });
    const shown = await server.client.get(`${at()}/u`);
    const sizes = managedFields(shown)?.map(({ manager, fieldsV1 }) => [
      manager,
      'f:size' in (fieldsV1['f:spec'] ?? {}),
    ]);
    expect(sizes).toEqual([
      ['ops', true],
      ['ops', false],
    ]);
    const after = await merge(`${at()}/u`, 'labels', { metadata: { labels: { a: 'b' } } });
    expect(managedFields(after)?.map(({ manager, fieldsV1 }) => [manager, Object.keys(fieldsV1)])).toEqual([
      ['labels', ['f:metadata']],
      ['ops', ['f:spec']],
    ]);
    expect((await apply(`${at()}/u`, 'new', widget('u', { size: 5 }))).status).toBe(200);
  });
});
