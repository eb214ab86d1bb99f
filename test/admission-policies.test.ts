import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const admission = '/apis/admissionregistration.k8s.io/v1';
const deployments = '/apis/apps/v1/namespaces/default/deployments';
const configMaps = '/api/v1/namespaces/default/configmaps';

const rule = (apiGroup: string, resource: string) => ({
  operations: ['CREATE', 'UPDATE'],
  apiGroups: [apiGroup],
  apiVersions: ['v1'],
  resources: [resource],
});
const deployment = (name: string, replicas: number) => ({
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  },
});

describe('a server with admission policies', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ controllers: 'validatingadmissionpolicy-status' });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /** Writes a policy and its binding; both are there when this is over. */
  async function enforce(kind: 'validating' | 'mutating', name: string, spec: object, binding: object = {}) {
    const policies = `${admission}/${kind}admissionpolicies`;
    const made = await server.client.post(policies, { metadata: { name }, spec });
    expect(made.body).toMatchObject({ metadata: { name } });
    const bound = await server.client.post(`${admission}/${kind}admissionpolicybindings`, {
      metadata: { name },
      spec: { policyName: name, ...(kind === 'validating' && { validationActions: ['Deny'] }), ...binding },
    });
    expect(bound.status).toBe(201);
    return { policy: `${policies}/${name}`, binding: `${admission}/${kind}admissionpolicybindings/${name}` };
  }

  it('refuses what breaks the rule of a policy, with the next request after its binding', async () => {
    const { binding } = await enforce('validating', 'replicas', {
      matchConstraints: { resourceRules: [rule('apps', 'deployments')] },
      validations: [
        { expression: 'object.spec.replicas < 5', messageExpression: '"too many: " + string(object.spec.replicas)' },
      ],
    });
    const { status, body } = await server.client.post(deployments, deployment('big', 7));
    expect(status).toBe(422);
    expect(body).toMatchObject({
      reason: 'Invalid',
      message:
        "deployments.apps \"big\" is forbidden: ValidatingAdmissionPolicy 'replicas' with binding 'replicas' denied request: too many: 7",
    });
    expect((await server.client.post(deployments, deployment('small', 1))).status).toBe(201);
    await server.client.delete(binding);
    expect((await server.client.post(deployments, deployment('big', 7))).status).toBe(201);
  });

  it('lets expressions refer to variables', async () => {
    await enforce('validating', 'variables', {
      matchConstraints: { resourceRules: [rule('', 'configmaps')], objectSelector: { matchLabels: { case: 'vars' } } },
      variables: [
        { name: 'names', expression: 'object.data.map(key, key)' },
        { name: 'odd', expression: "variables.names.filter(name, name.startsWith('odd'))" },
      ],
      validations: [{ expression: 'variables.odd.size() == 0', message: 'odd' }],
    });
    const labelled = (data: object) => ({ metadata: { generateName: 'vars-', labels: { case: 'vars' } }, data });
    expect((await server.client.post(configMaps, labelled({ odd1: '' }))).body.message).toContain(': odd');
    expect((await server.client.post(configMaps, labelled({ even: '' }))).status).toBe(201);
  });

  it('takes parameters from the objects that a binding names, as they are then', async () => {
    await server.client.post(configMaps, { metadata: { name: 'limits' }, data: { most: '1' } });
    const paramRef = { name: 'limits', namespace: 'default', parameterNotFoundAction: 'Deny' };
    const spec = {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      matchConstraints: { resourceRules: [rule('', 'secrets')] },
      validations: [{ expression: 'object.data.size() <= int(params.data.most)' }],
    };
    await enforce('validating', 'params', spec, { paramRef });
    const secret = { metadata: { generateName: 's-' }, stringData: { a: '1', b: '2' } };
    const secrets = '/api/v1/namespaces/default/secrets';
    expect((await server.client.post(secrets, secret)).status).toBe(422);
    await server.client.put(`${configMaps}/limits`, { metadata: { name: 'limits' }, data: { most: '2' } });
    expect((await server.client.post(secrets, secret)).status).toBe(201);
    await server.client.delete(`${configMaps}/limits`);
    const { body } = await server.client.post(secrets, secret);
    expect(body.message).toContain('no params found for policy binding with `Deny` parameterNotFoundAction');
  });

  it('changes what is created as a policy says, and what is checked is what was changed', async () => {
    await enforce('mutating', 'sidecar', {
      matchConstraints: {
        resourceRules: [rule('apps', 'deployments')],
        objectSelector: { matchLabels: { side: 'car' } },
      },
      reinvocationPolicy: 'IfNeeded',
      mutations: [
        {
          patchType: 'ApplyConfiguration',
          applyConfiguration: {
            expression: `Object{metadata: Object.metadata{annotations: {'by': 'policy'}}, spec: Object.spec{
              template: Object.spec.template{spec: Object.spec.template.spec{containers: [
                Object.spec.template.spec.containers{name: 'side', image: 'car'}]}}}}`,
          },
        },
        {
          patchType: 'JSONPatch',
          jsonPatch: { expression: "[JSONPatch{op: 'replace', path: '/spec/replicas', value: 3}]" },
        },
      ],
    });
    const wanted = { ...deployment('car', 1), metadata: { name: 'car', labels: { side: 'car' } } };
    const { status, body } = await server.client.post(deployments, wanted);
    expect(status).toBe(201);
    expect(body.metadata.annotations).toEqual({ by: 'policy' });
    const containers = [{ name: 'c' }, { name: 'side', image: 'car', imagePullPolicy: 'Always' }];
    expect(body.spec).toMatchObject({ replicas: 3, template: { spec: { containers } } });
    // What a policy set belongs to nobody.
    expect(JSON.stringify(body.metadata)).not.toContain('f:annotations');
  });

  it('does not ask policies about policies', async () => {
    const spec = {
      matchConstraints: {
        resourceRules: [
          { operations: ['*'], apiGroups: ['admissionregistration.k8s.io'], apiVersions: ['*'], resources: ['*'] },
        ],
      },
      validations: [{ expression: 'false' }],
    };
    const { policy } = await enforce('validating', 'nobody', spec);
    expect((await server.client.delete(policy)).status).toBe(200);
  });

  it('tells in the status of a policy what does not fit its kinds', async () => {
    const spec = {
      matchConstraints: {
        resourceRules: [rule('apps', 'deployments')],
        objectSelector: { matchLabels: { never: 'x' } },
      },
      validations: [{ expression: 'object.spec.nowhere == 1' }],
    };
    const { policy } = await enforce('validating', 'typed', spec);
    await server.running.settle();
    const { body } = await server.client.get(policy);
    expect(body.status).toMatchObject({
      observedGeneration: 1,
      typeChecking: { expressionWarnings: [{ fieldRef: 'spec.validations[0].expression' }] },
    });
  });
});
