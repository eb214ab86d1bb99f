import type { TestClient } from './client.ts';

/** A token of a service account that may read config maps in its namespace, and nothing else. */
export async function readerToken(client: TestClient): Promise<string> {
  const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
  await client.post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'reader' } });
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'watch'] }];
  await client.post(`${rbac}/roles`, { metadata: { name: 'reader' }, rules });
  await client.post(`${rbac}/rolebindings`, {
    metadata: { name: 'reader' },
    subjects: [{ kind: 'ServiceAccount', name: 'reader', namespace: 'default' }],
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
  });
  const answer = await client.post('/api/v1/namespaces/default/serviceaccounts/reader/token', {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: {},
  });
  return (answer.body as unknown as { status: { token: string } }).status.token;
}
