import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
