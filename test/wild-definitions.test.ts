import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { define, definitionsPath } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';
import { nodesOf, type WildDefinition, wild } from './support/wild-definitions.ts';
import { good } from './verb-suite/subject.ts';

const path = (resource: string): string => `/apis/wild.example.com/v1/namespaces/default/${resource}`;
const object = (kind: string, name: string, spec: object) => ({
  apiVersion: 'wild.example.com/v1',
  kind,
  metadata: { name },
  spec,
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({});
  for (const definition of Object.values(wild)) await define(server.client, definition);
});
afterAll(() => server[Symbol.asyncDispose]());

const post = (definition: WildDefinition, name: string, spec: object) => {
  const { kind, plural } = definition.spec.names;
  return server.client.post(path(plural), object(kind, name, spec));
};
const container = {
  name: 'main',
  image: 'main:1',
  ports: [{ containerPort: 80 }],
  resources: { limits: { cpu: 1, memory: '1Gi' } },
  livenessProbe: { httpGet: { port: 'http' } },
};

describe('definitions as large as those of the wild', () => {
  it('have thousands of nodes', () => {
    const sizes = Object.values(wild).map(({ spec }) => nodesOf(spec.versions[0]?.schema.openAPIV3Schema));
    expect(Math.max(...sizes)).toBeGreaterThan(3000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(6000);
  });
  it('are published in the OpenAPI documents', async () => {
    const { body } = await server.client.get('/openapi/v3/apis/wild.example.com/v1');
    const { schemas } = body.components as { schemas: Record<string, { properties: Record<string, object> }> };
    expect(schemas['com.example.wild.v1.Monitor']?.properties.spec).toMatchObject({
      properties: { retention: { type: 'string' } },
    });
  });
});

describe('their objects', () => {
  it('hold whole pods: defaults are set and what is unknown goes', async () => {
    const made = good(
      await post(wild.monitors, 'a', {
        containers: [container],
        sidecar: { spec: { containers: [{ ...container, unheardOf: true }] } },
        remoteWrite: [{ url: 'https://there', relabelings: [{}] }],
        retention: '15d',
      }),
      201,
    );
    expect(made.spec).toMatchObject({
      containers: [{ ports: [{ containerPort: 80, protocol: 'TCP' }] }],
      remoteWrite: [{ relabelings: [{ action: 'replace' }] }],
    });
    expect(JSON.stringify(made)).not.toContain('unheardOf');
  });
  it.each([
    [{ containers: [{ image: 'x' }] }, 'spec.containers[0].name: Required value'],
    [{ containers: [container, container] }, 'spec.containers[1]: Duplicate value: {"name":"main"}'],
    [{ retention: 'a while' }, "spec.retention in body should match '"],
    [
      { containers: [{ ...container, resources: { limits: { cpu: 'much' } } }] },
      'spec.containers[0].resources.limits.cpu',
    ],
    [{ containers: [{ ...container, livenessProbe: { httpGet: { port: true } } }] }, 'livenessProbe.httpGet.port'],
    [
      { remoteWrite: [{ url: 'u', relabelings: [{ action: 'explode' }] }] },
      'spec.remoteWrite[0].relabelings[0].action: Unsupported value: "explode": supported values: "replace", "keep", "drop"',
    ],
  ])('are refused where they are wrong deep inside: %j', async (spec, message) => {
    const answer = await post(wild.monitors, 'bad', spec);
    expect(answer.status).toBe(422);
    expect(answer.body.message).toContain(message);
  });
  it('are one of several alternatives, and exactly one', async () => {
    const acme = { server: 'https://acme.example.com/directory', email: 'a@example.com' };
    good(await post(wild.issuers, 'ca', { ca: { secretName: 'ca' } }), 201);
    const solvers = [{ dns01: { webhook: { groupName: 'g', solverName: 's', config: { any: [{ thing: 1 }] } } } }];
    const made = good(await post(wild.issuers, 'acme', { acme: { ...acme, solvers } }), 201);
    expect(made.spec).toEqual({ acme: { ...acme, solvers } });
    for (const [spec, message] of [
      [{}, '"spec" must validate one and only one schema (oneOf). Found none valid'],
      [
        { ca: { secretName: 'ca' }, selfSigned: {} },
        'must validate one and only one schema (oneOf). Found 2 valid alternatives',
      ],
      [{ acme: { ...acme, solvers: [{}] } }, 'spec.acme.solvers[0]'],
      [{ acme: { ...acme, solvers: [{ dns01: {} }] } }, 'spec.acme.solvers[0].dns01'],
      [{ acme: { ...acme, email: 'nobody' } }, 'spec.acme.email in body must be of type email: "nobody"'],
    ] as const) {
      const answer = await post(wild.issuers, 'bad', spec);
      expect(answer.status).toBe(422);
      expect(answer.body.message).toContain(message);
    }
  });
  it('hold whole objects of other kinds, which keep what they have', async () => {
    const workload = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'x' },
      spec: { any: { thing: 1 } },
    };
    const strategy = { canary: { maxSurge: '25%', steps: [{ setWeight: 20 }, { pause: { duration: '1h' } }] } };
    const made = good(await post(wild.rollouts, 'a', { selector: {}, workload, strategy }), 201);
    expect(made.spec).toEqual({ selector: {}, workload, strategy, replicas: 1 });
    const nameless = await post(wild.rollouts, 'b', { selector: {}, workload: { spec: {} } });
    expect(nameless.status).toBe(422);
    expect(nameless.body.message).toContain('spec.workload.kind: Required value');
    const steep = await post(wild.rollouts, 'c', {
      selector: {},
      strategy: { canary: { steps: [{ setWeight: 101 }] } },
    });
    expect(steep.body.message).toContain('should be less than or equal to 100');
  });
  it('are changed deep inside by a merge patch, and keep the rest', async () => {
    const base = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { a: '1' } };
    good(
      await post(wild.compositions, 'a', { resources: [{ name: 'r', base, patches: [{ fromFieldPath: 'a' }] }] }),
      201,
    );
    const patched = good(
      await server.client.ask('PATCH', `${path('compositions')}/a`, {
        body: JSON.stringify({ spec: { pipeline: [{ step: 's', functionRef: { name: 'f' }, input: base }] } }),
        headers: { 'content-type': 'application/merge-patch+json' },
      }),
    );
    expect(patched.spec).toMatchObject({
      mode: 'Pipeline',
      pipeline: [{ input: base }],
      resources: [{ base, patches: [{ type: 'FromCompositeFieldPath', fromFieldPath: 'a' }] }],
    });
  });
});

describe('many definitions', () => {
  it('are served one by one with the next request, and all of them at once', async () => {
    const small = (n: number) => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `things${n}.many.example.com` },
      spec: {
        group: 'many.example.com',
        scope: 'Namespaced',
        names: { plural: `things${n}`, singular: `thing${n}`, kind: `Thing${n}` },
        versions: [{ name: 'v1', served: true, storage: true, schema: wild.compositions.spec.versions[0]?.schema }],
      },
    });
    for (let n = 0; n < 100; n++) {
      good(await server.client.post(definitionsPath, small(n)), 201);
      const thing = {
        apiVersion: 'many.example.com/v1',
        kind: `Thing${n}`,
        metadata: { name: 'a' },
        spec: { mode: 'Resources' },
      };
      good(await server.client.post(`/apis/many.example.com/v1/namespaces/default/things${n}`, thing), 201);
    }
    const { resources } = good(await server.client.get('/apis/many.example.com/v1')) as unknown as {
      resources: object[];
    };
    expect(resources).toHaveLength(100);
  });
});
