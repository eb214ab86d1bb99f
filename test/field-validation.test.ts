import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { define } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';
import { good, refused } from './verb-suite/subject.ts';

const path = '/apis/apps/v1/namespaces/default/deployments';
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web' }] } },
  },
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  good(await server.client.post(path, deployment), 201);
});
afterAll(() => server[Symbol.asyncDispose]());

/** What a server that is asked to be strict has to say, told apart. */
async function reports(method: string, type: string, body: string): Promise<string[]> {
  const at = method === 'POST' ? path : `${path}/web`;
  const query = { fieldValidation: 'Strict', dryRun: 'All' };
  const answer = await server.client.ask(method, at, { query, body, headers: { 'content-type': type } });
  const [code, reason] = method === 'POST' ? ([400, 'BadRequest'] as const) : ([422, 'Invalid'] as const);
  return refused(answer, code, reason)
    .replace(/^.*strict decoding error: /s, '')
    .split(', ');
}

describe('unknown and repeated fields are reported', () => {
  it('of YAML by the order of keys, after what is there twice', async () => {
    const body = [
      'apiVersion: apps/v1',
      'kind: Deployment',
      'metadata: {name: a, other: 1, name: b}',
      'spec:',
      '  unknown: 1',
      '  unknown: 2',
      '  paused: true',
      '  template: {spec: {containers: [{zzz: 1, aaa: 1}]}}',
      'extra: 1',
    ].join('\n');
    expect(await reports('POST', 'application/yaml', body)).toEqual([
      'yaml: unmarshal errors:\n  line 3: key "name" already set in map\n  line 6: key "unknown" already set in map',
      'unknown field "extra"',
      'unknown field "metadata.other"',
      'unknown field "spec.template.spec.containers[0].aaa"',
      'unknown field "spec.template.spec.containers[0].zzz"',
      'unknown field "spec.unknown"',
    ]);
  });
  it.each(['application/merge-patch+json', 'application/strategic-merge-patch+json'])(
    'of a patch (%s) as it has them twice, then as the object has them',
    async (type) => {
      const containers = '[{"name":"web","image":"web","zzz":1,"aaa":1}]';
      const spec = `{"zzz":1,"zzz":2,"paused":true,"paused":false,"template":{"spec":{"containers":${containers}}}}`;
      expect(await reports('PATCH', type, `{"spec":${spec}}`)).toEqual([
        'duplicate field "spec.zzz"',
        'duplicate field "spec.paused"',
        'unknown field "spec.template.spec.containers[0].aaa"',
        'unknown field "spec.template.spec.containers[0].zzz"',
        'unknown field "spec.zzz"',
      ]);
    },
  );
  it('of a JSON patch in its own order, and not what is inside of an unknown member', async () => {
    const patch = `[
      {"op":"add","path":"/spec/zzz","value":1,"foo":{"a":1,"a":2},"foo":2},
      {"op":"add","path":"/x","path":"/spec/aaa","value":{"a":1,"a":2}}
    ]`;
    expect(await reports('PATCH', 'application/json-patch+json', patch)).toEqual([
      'json patch unknown field "[0].foo"',
      'json patch duplicate field "[1].path"',
      'json patch duplicate field "[1].value.a"',
      'unknown field "spec.aaa"',
      'unknown field "spec.zzz"',
    ]);
  });
});

it.each([
  ['/apis/batch/v1/jobs', 'bad', 'field label "bad" not supported for Job'],
  ['/apis/resource.k8s.io/v1/resourceslices', 'bad', 'for resource.k8s.io/v1, Kind=ResourceSlice: bad'],
  ['/api/v1/nodes', 'metadata.namespace', 'field label not supported: metadata.namespace'],
  ['/api/v1/configmaps', 'bad', '"bad" is not a known field selector'],
])('%s cannot be selected by %s, and says so in its words', async (at, field, words) => {
  expect(refused(await server.client.get(at, { fieldSelector: `${field}=x` }), 400, 'BadRequest')).toContain(words);
});

it('a list that is empty counts as a change where the real server thinks so', async () => {
  const at = '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies';
  const policy = (spec: object) => ({ metadata: { name: 'p' }, spec: { podSelector: {}, ...spec } });
  good(await server.client.post(at, policy({})), 201);
  const generations: unknown[] = [];
  for (const spec of [{}, { ingress: [] }, { ingress: [] }]) {
    generations.push(good(await server.client.put(`${at}/p`, policy(spec))).metadata.generation);
  }
  expect(generations).toEqual([1, 2, 3]);
});

it('a body that is about another namespace and another name is told of the namespace', async () => {
  const body = { metadata: { name: 'other', namespace: 'other' } };
  const message = refused(await server.client.put('/api/v1/namespaces/default/configmaps/c', body), 400, 'BadRequest');
  expect(message).toBe('the namespace of the provided object does not match the namespace sent on the request');
});

describe('a custom resource', () => {
  const at = '/apis/said.example.com/v1/namespaces/default/things';
  const schema = {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: {
          size: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 0' }] },
          set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        },
      },
    },
  };
  const version = (name: string, more: object) => ({
    name,
    served: true,
    schema: { openAPIV3Schema: schema },
    ...more,
  });
  beforeAll(() =>
    define(server.client, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'things.said.example.com' },
      spec: {
        group: 'said.example.com',
        scope: 'Namespaced',
        names: { plural: 'things', kind: 'Thing' },
        versions: [
          version('v1', { storage: true }),
          version('v2', { storage: false, schema: { openAPIV3Schema: { type: 'object' } } }),
        ],
      },
    }),
  );
  const post = (said: object, fieldValidation = 'Warn') =>
    server.client.post(
      at,
      { metadata: { name: 'a', odd: 1 }, spec: { size: 1, more: 1 }, ...said },
      { fieldValidation },
    );

  it.each([
    ['said.example.com/v2', ['metadata.odd', 'spec']],
    ['said.example.com/v9', ['metadata.odd', 'spec']],
    ['other.example.com/v1', ['metadata.odd']],
    [undefined, ['metadata.odd']],
  ])('that says it is of %s is refused, after what that version does not know', async (apiVersion, unknown) => {
    const answer = await post({ apiVersion, kind: 'Thing' });
    expect(refused(answer, 400, 'BadRequest')).toBe(
      `the API version in the data (${apiVersion ?? ''}) does not match the expected API version (said.example.com/v1)`,
    );
    const warnings = unknown.map((field) => `299 - "unknown field \\"${field}\\""`);
    expect(answer.headers.warning).toBe(warnings.join(', '));
  });
  const nothing = '.apiVersion accessor error: <nil> is of the type <nil>, expected string';
  it('of a version that is null is refused', async () => {
    const answer = await post({ apiVersion: null, kind: 'Thing' });
    expect(refused(answer, 400, 'BadRequest')).toContain(`cannot be handled as a Thing: ${nothing}`);
  });
  it.each([
    [{ kind: null }, "Object 'Kind' is missing in '{"],
    [{ apiVersion: null }, "Object 'apiVersion' is missing in 'object has no apiVersion field'"],
  ])('does not lose what it is to a patch: %j', async (body, why) => {
    await post({ apiVersion: 'said.example.com/v1', kind: 'Thing', metadata: { name: 'patched' } });
    const headers = { 'content-type': 'application/merge-patch+json' };
    expect(refused(await server.client.ask('PATCH', `${at}/patched`, { body, headers }), 422, 'Invalid')).toContain(
      why,
    );
  });
  it('may not be made of no version by a patch', async () => {
    await post({ apiVersion: 'said.example.com/v1', kind: 'Thing', metadata: { name: 'patched' } });
    const headers = { 'content-type': 'application/json-patch+json' };
    const body = [{ op: 'replace', path: '/apiVersion', value: null }];
    expect(refused(await server.client.ask('PATCH', `${at}/patched`, { body, headers }), 422, 'Invalid')).toContain(
      nothing,
    );
  });
  it('without a version is refused for its metadata first', async () => {
    expect(refused(await post({ kind: 'Thing', metadata: 'a' }), 400, 'BadRequest')).toBe(
      'Thing in version "" cannot be handled as a Thing: json: cannot unmarshal string into Go value of type v1.ObjectMeta',
    );
  });
  it('of another kind is refused for that, and for what its rules and lists say', async () => {
    const said = { apiVersion: 'said.example.com/v1', kind: 'Other' };
    const answer = await post({ ...said, metadata: { name: 'A!' }, spec: { size: 0, set: ['a', 'a'], more: 1 } });
    expect(refused(answer, 422, 'Invalid')).toBe(
      'Other.said.example.com "A!" is invalid: [kind: Invalid value: "Other": must be Thing, spec.set[1]: Duplicate value: "a", spec.size: Invalid value: 0: failed rule: self > 0]',
    );
    expect(answer.headers.warning).toBeUndefined();
  });
});

it.each([
  [{ apiVersion: 'v1', Kind: 'Gizmo' }, 'Gizmo in version "v1"'],
  [{ apiVersion: 'v1', kind: 'ConfigMap', KIND: 'Gizmo' }, 'Gizmo in version "v1"'],
  [{ apiversion: 'v2', KIND: 'ConfigMap' }, 'ConfigMap in version "v2"'],
])('a built-in kind may be named in any case: %j', async (said, told) => {
  const answer = await server.client.post('/api/v1/namespaces/default/configmaps', {
    ...said,
    metadata: { name: 'k' },
  });
  expect(refused(answer, 400, 'BadRequest')).toContain(`${told} cannot be handled as a ConfigMap: no kind`);
});

it.each([
  ['v1/', 400, "ConfigMap in version \"\" cannot be handled as a ConfigMap: Object 'apiVersion' is missing in '"],
  ['/', 201, ''],
])('a version of %s', async (apiVersion, code, told) => {
  const object = { apiVersion, kind: 'ConfigMap', metadata: { name: 'v' } };
  const answer = await server.client.post('/api/v1/namespaces/default/configmaps', object);
  expect(answer.status).toBe(code);
  expect(answer.body.message ?? '').toContain(told);
});

it.each([
  [[97, null, 255], 'YQD/', ''],
  [[], '', ''],
  [[1, 256], '', 'number 256 into Go struct field Secret.data of type uint8'],
  [['a'], '', 'string into Go struct field Secret.data of type uint8'],
])('bytes may be a list of numbers: %j', async (list, bytes, told) => {
  const answer = await server.client.post(
    '/api/v1/namespaces/default/secrets',
    { metadata: { name: 'bytes' }, data: { a: list } },
    { dryRun: 'All' },
  );
  if (told === '') expect(good(answer, 201).data).toEqual({ a: bytes });
  else expect(refused(answer, 400, 'BadRequest')).toContain(told);
});

it.each(['Warn', 'Ignore'])(
  'of what is there twice one is read over the other, told or not: %s',
  async (fieldValidation) => {
    const body =
      '{"metadata":{"name":"twice","labels":{"a":"1"}},"metadata":{"labels":{"b":"2"}},"data":{"a":"1"},"data":{"b":"2"}}';
    const query = { fieldValidation, dryRun: 'All' };
    const answer = await server.client.ask('POST', '/api/v1/namespaces/default/configmaps', { body, query });
    const { metadata, data } = good(answer, 201);
    expect([metadata.name, metadata.labels, data]).toEqual(['twice', { a: '1', b: '2' }, { a: '1', b: '2' }]);
    const warnings =
      fieldValidation === 'Ignore'
        ? undefined
        : '299 - "duplicate field \\"metadata\\"", 299 - "duplicate field \\"data\\""';
    expect(answer.headers.warning).toBe(warnings);
  },
);

it('what it is has to be a text each time it is said', async () => {
  const body = '{"apiVersion":1,"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"said"}}';
  const answer = await server.client.ask('POST', '/api/v1/namespaces/default/configmaps', { body });
  expect(refused(answer, 400, 'BadRequest')).toContain(
    "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .apiVersion of type string",
  );
});

describe('a patch that cannot be read', () => {
  const at = '/api/v1/namespaces/default/configmaps';
  const patch = async (name: string, type: string, fieldValidation: string, body = '{"a":') =>
    (
      await server.client.ask('PATCH', `${at}/${name}`, {
        body,
        query: { fieldValidation },
        headers: { 'content-type': `application/${type}-patch+json` },
      })
    ).body.message;
  beforeAll(() => server.client.post(at, { metadata: { name: 'patched' } }));

  it.each([
    ['merge', 'Warn', 'error decoding patch: unexpected end of JSON input'],
    ['merge', 'Ignore', 'Invalid JSON Patch'],
    ['json', 'Strict', 'error decoding patch: unexpected end of JSON input'],
    ['json', 'Ignore', 'unexpected end of JSON input'],
    ['strategic-merge', 'Warn', 'unexpected end of JSON input'],
  ])('%s, %s: %s', async (type, fieldValidation, message) => {
    expect(await patch('patched', type, fieldValidation)).toBe(message);
    expect(await patch('gone', type, fieldValidation)).toBe('configmaps "gone" not found');
  });
  it('is told of an object that becomes a list', async () => {
    const operations = '[{"op":"replace","path":"","value":[1]}]';
    expect(await patch('patched', 'json', 'Warn', operations)).toContain("couldn't get version/kind; json parse error");
  });
});

describe('a value of the wrong type is told with its Go type', () => {
  const crd = ['apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'customresourcedefinitions'] as const;
  const schema = (openAPIV3Schema: object) => ({ spec: { versions: [{ schema: { openAPIV3Schema } }] } });
  it.each<[string, string, string, object, string]>([
    [
      ...(['v1', 'PersistentVolumeClaim', 'namespaces/default/persistentvolumeclaims'] as const),
      { status: { allocatedResourceStatuses: 7 } },
      'PersistentVolumeClaimStatus.status.allocatedResourceStatuses of type map[v1.ResourceName]v1.ClaimResourceStatus',
    ],
    [
      ...(['v1', 'PersistentVolumeClaim', 'namespaces/default/persistentvolumeclaims'] as const),
      { status: { allocatedResourceStatuses: { a: 7 } } },
      'PersistentVolumeClaimStatus.status.allocatedResourceStatuses of type v1.ClaimResourceStatus',
    ],
    [
      ...(['certificates.k8s.io/v1', 'CertificateSigningRequest', 'certificatesigningrequests'] as const),
      { spec: { extra: { a: 7 } } },
      'CertificateSigningRequestSpec.spec.extra of type v1.ExtraValue',
    ],
    [
      ...(['policy/v1', 'PodDisruptionBudget', 'namespaces/default/poddisruptionbudgets'] as const),
      { status: { disruptedPods: 7 } },
      'PodDisruptionBudgetStatus.status.disruptedPods of type map[string]v1.Time',
    ],
    [
      ...crd,
      schema({ 'x-kubernetes-validations': 7 }),
      'JSONSchemaProps.spec.versions.schema.openAPIV3Schema.x-kubernetes-validations of type v1.ValidationRules',
    ],
    [
      ...crd,
      schema({ items: { externalDocs: { url: 7 } } }),
      'JSONSchemaProps.spec.versions.schema.openAPIV3Schema.items.externalDocs.url of type string',
    ],
    [...crd, schema({ additionalProperties: [] }), 'boolean or JSON schema expected'],
  ])('%s %s', async (apiVersion, kind, resource, said, told) => {
    const at = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const answer = await server.client.post(`${at}/${resource}`, {
      apiVersion,
      kind,
      metadata: { name: 'x' },
      ...said,
    });
    expect(refused(answer, 400, 'BadRequest')).toContain(told);
  });
});
