import { expect, it } from 'vitest';
import { startTestServer } from './support/start-test-server.ts';

const path = '/api/v1/namespaces/default/configmaps';

it('a server counts what it does under the names that dashboards know', async () => {
  await using server = await startTestServer();
  const { client } = server;
  const watch = await client.watch(path, { resourceVersion: '0' });
  await client.post(path, { metadata: { name: 'a' } });
  await watch.next();
  await client.get('/api/v1/namespaces/default/endpoints/kubernetes');
  await client.get('/metrics', {}, { authorization: 'Bearer wrong' });
  const read = async () => (await client.get('/metrics')).text;
  const open =
    'apiserver_longrunning_requests{component="apiserver",group="",resource="configmaps",scope="namespace",subresource="",verb="WATCH",version="v1"}';
  const stored = (await client.get('/api/v1/configmaps')).body as { items: unknown[] };
  const text = await read();
  for (const line of [
    'apiserver_request_total{code="201",component="apiserver",dry_run="",group="",resource="configmaps",scope="resource",subresource="",verb="POST",version="v1"} 1',
    'apiserver_request_body_size_bytes_count{group="",resource="configmaps",verb="create"} 1',
    'apiserver_watch_events_total{group="",resource="configmaps",version="v1"} 1',
    'apiserver_requested_deprecated_apis{group="",removed_release="",resource="endpoints",subresource="",version="v1"} 1',
    `apiserver_storage_objects{resource="configmaps"} ${stored.items.length}`,
    'authentication_attempts{result="error"} 1',
    `${open} 1`,
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  expect(text).toMatch(
    /apiserver_admission_controller_admission_duration_seconds_count\{name="NamespaceLifecycle",operation="CREATE",rejected="false",type="admit"\} [1-9]/,
  );
  expect(text).toMatch(/^kubernetes_build_info\{.*major="1",minor="36",.*\} 1$/m);
  watch.close();
  await expect.poll(read).toContain(`${open} 0\n`);
});

it('a server counts policies and match conditions', async () => {
  await using server = await startTestServer();
  const { client } = server;
  const admission = '/apis/admissionregistration.k8s.io/v1';
  const match = (name: string) => ({
    objectSelector: { matchLabels: { case: name } },
    resourceRules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
  });
  const enforce = async (kind: string, name: string, spec: object, binding: object = {}) => {
    const policy = { metadata: { name }, spec: { matchConstraints: match(name), ...spec } };
    expect((await client.post(`${admission}/${kind}admissionpolicies`, policy)).status).toBe(201);
    const bound = { metadata: { name }, spec: { policyName: name, ...binding } };
    expect((await client.post(`${admission}/${kind}admissionpolicybindings`, bound)).status).toBe(201);
  };
  const validations = [{ expression: 'false' }];
  await enforce('validating', 'denies', { validations }, { validationActions: ['Deny', 'Audit'] });
  const condition = { name: 'c', expression: "object.data['no'] == ''" };
  const fails = { failurePolicy: 'Ignore', matchConditions: [condition], validations };
  await enforce('validating', 'fails', fails, { validationActions: ['Deny'] });
  const expression = "Object{metadata: Object.metadata{labels: {'x': 'y'}}}";
  const mutations = [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }];
  await enforce('mutating', 'mutates', { reinvocationPolicy: 'Never', mutations });
  for (const name of ['denies', 'fails', 'mutates']) {
    await client.post(path, { metadata: { name, labels: { case: name } } });
  }
  const text = (await client.get('/metrics')).text;
  const denied = 'error_type="invalid_error",policy="denies",policy_binding="denies"';
  const mutated = 'error_type="no_error",policy="mutates",policy_binding="mutates"';
  for (const line of [
    `apiserver_validating_admission_policy_check_total{enforcement_action="deny",${denied}} 1`,
    `apiserver_validating_admission_policy_check_total{enforcement_action="audit",${denied}} 1`,
    `apiserver_mutating_admission_policy_check_total{${mutated}} 1`,
    `apiserver_mutating_admission_policy_check_duration_seconds_bucket{${mutated},le="5e-07"} 0`,
    'apiserver_admission_match_condition_evaluation_errors_total{kind="policy",name="fails",operation="CREATE",type="validate"} 1',
    'apiserver_admission_match_condition_evaluation_seconds_count{kind="policy",name="fails",operation="CREATE",type="validate"} 1',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
});
