import type { Credentials } from '../support/client.ts';
import { FuzzClient } from './fuzz-client.ts';

const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/fuzz/rolebindings';
const accounts = '/api/v1/namespaces/fuzz/serviceaccounts';

/** Who is asking, and how often of twenty times. */
export interface FuzzUser {
  readonly name: string;
  readonly share: number;
  readonly credentials: Credentials;
}

const roles = [
  { name: 'editor', role: 'edit', share: 8 },
  { name: 'viewer', role: 'view', share: 1 },
  { name: 'nobody', role: undefined, share: 1 },
] as const;

/** The administrator, and accounts that may write, read, and do nothing. */
export async function makeUsers(admin: Credentials): Promise<readonly FuzzUser[]> {
  using client = new FuzzClient(admin);
  const post = async (path: string, value: object): Promise<unknown> => {
    const body = Buffer.from(JSON.stringify(value));
    const answer = await client.ask({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body });
    return JSON.parse(answer.body.toString());
  };
  const users: FuzzUser[] = [{ name: 'admin', share: 10, credentials: admin }];
  for (const { name, role, share } of roles) {
    await post(accounts, { metadata: { name } });
    if (role !== undefined) {
      await post(rbac, {
        metadata: { name },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
        subjects: [{ kind: 'ServiceAccount', name, namespace: 'fuzz' }],
      });
    }
    const { status } = (await post(`${accounts}/${name}/token`, {})) as { status: { token: string } };
    users.push({ name, share, credentials: { ...admin, token: status.token } });
  }
  return users;
}
