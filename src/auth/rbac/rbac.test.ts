import { describe, expect, it } from 'vitest';
import type { UserInfo } from '#machinery';
import type { KubeObject } from '#meta';
import {
  type Attributes,
  authorizeWith,
  EscalationGuard,
  mastersOnly,
  type PolicyRule,
  rbacAuthorizer,
} from '../index.ts';
import { StoredPolicy } from '../testing/stored-policy.ts';
import { compactRules, describeRule, missingRules } from './policy-rule.ts';
import { ruleAllows } from './rule-match.ts';

const user = (name: string, ...groups: string[]): UserInfo => ({ name, uid: '', groups, extra: {} });
const get = (resource: string, more: object = {}): Attributes => {
  const [whole = '', subresource = ''] = resource.split('/');
  return {
    kind: 'resource',
    verb: 'get',
    group: '',
    resource: whole,
    subresource,
    namespace: 'ns',
    name: 'x',
    ...more,
  };
};
const getPath = (path: string): Attributes => ({ kind: 'path', verb: 'get', path });
const rule = (resources: string[], more: PolicyRule = {}): PolicyRule => ({
  verbs: ['get'],
  apiGroups: [''],
  resources,
  ...more,
});

describe('a rule', () => {
  it.each<[string, PolicyRule, Attributes, boolean]>([
    ['a resource', rule(['pods']), get('pods'), true],
    ['not its parts', rule(['pods']), get('pods/log'), false],
    ['a part, not the whole', rule(['pods/log']), get('pods'), false],
    ['a part by name', rule(['pods/log']), get('pods/log'), true],
    ['a part of all resources', rule(['*/scale']), get('deployments/scale'), true],
    ['a part of all resources, not others', rule(['*/scale']), get('deployments/status'), false],
    ['all resources with their parts', rule(['*']), get('pods/log'), true],
    ['its own group only', rule(['pods']), get('pods', { group: 'apps' }), false],
    ['all groups', rule(['pods'], { apiGroups: ['*'] }), get('pods', { group: 'apps' }), true],
    ['its own verbs only', rule(['pods']), get('pods', { verb: 'list' }), false],
    ['all verbs', rule(['pods'], { verbs: ['*'] }), get('pods', { verb: 'dance' }), true],
    ['an object by name', rule(['pods'], { resourceNames: ['x'] }), get('pods'), true],
    ['other objects not', rule(['pods'], { resourceNames: ['y'] }), get('pods'), false],
    ['what has no name yet not', rule(['pods'], { resourceNames: ['x'] }), get('pods', { name: '' }), false],
    ['no paths with resources', rule(['*'], { verbs: ['*'] }), getPath('/version'), false],
    ['a path', { verbs: ['get'], nonResourceURLs: ['/version'] }, getPath('/version'), true],
    ['a path exactly', { verbs: ['get'], nonResourceURLs: ['/version'] }, getPath('/version/x'), false],
    ['what lies below a path', { verbs: ['get'], nonResourceURLs: ['/healthz/*'] }, getPath('/healthz/etcd'), true],
    ['not the path itself with it', { verbs: ['get'], nonResourceURLs: ['/healthz/*'] }, getPath('/healthz'), false],
    ['all paths', { verbs: ['*'], nonResourceURLs: ['*'] }, getPath('/'), true],
    ['no resources with paths', { verbs: ['*'], nonResourceURLs: ['*'] }, get('pods'), false],
    ['nothing without verbs', { apiGroups: ['*'], resources: ['*'] }, get('pods'), false],
  ])('allows %s', (_, allowing, wanted, allowed) => expect(ruleAllows(allowing, wanted)).toBe(allowed));

  it.each<[string, PolicyRule[], PolicyRule[], string[]]>([
    ['itself', [rule(['pods'])], [rule(['pods'])], []],
    ['less', [rule(['pods'], { verbs: ['*'] })], [rule(['pods'], { resourceNames: ['a'] })], []],
    [
      'not more verbs',
      [rule(['pods'])],
      [rule(['pods', 'secrets'], { verbs: ['get', 'list'] })],
      [
        '{APIGroups:[""], Resources:["pods"], Verbs:["list"]}',
        '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list"]}',
      ],
    ],
    [
      'not all objects with one',
      [rule(['pods'], { resourceNames: ['a'] })],
      [rule(['pods'])],
      ['{APIGroups:[""], Resources:["pods"], Verbs:["get"]}'],
    ],
    [
      'not other objects',
      [rule(['pods'], { resourceNames: ['a'] })],
      [rule(['pods'], { resourceNames: ['a', 'b'] })],
      ['{APIGroups:[""], Resources:["pods"], ResourceNames:["b"], Verbs:["get"]}'],
    ],
    ['parts of all resources', [rule(['*/scale'])], [rule(['pods/scale'])], []],
    [
      'paths below',
      [{ verbs: ['get'], nonResourceURLs: ['/a/*'] }],
      [{ verbs: ['get'], nonResourceURLs: ['/a/b', '/b'] }],
      ['{NonResourceURLs:["/b"], Verbs:["get"]}'],
    ],
  ])('covers %s', (_, held, wanted, missing) => {
    expect(compactRules(missingRules(held, wanted)).map(describeRule)).toEqual(missing);
  });
});

describe('access by roles', () => {
  const stored = new StoredPolicy()
    .role('reader', rule(['pods']))
    .role('ns/writer', rule(['secrets']))
    .bind('everywhere', { kind: 'ClusterRole', name: 'reader' }, { kind: 'User', name: 'ada' })
    .bind(
      'ns/here',
      { kind: 'ClusterRole', name: 'reader' },
      { kind: 'Group', name: 'devs' },
      { kind: 'User', name: 'eve' },
    )
    .bind('ns/local', { kind: 'Role', name: 'writer' }, { kind: 'ServiceAccount', name: 'bot' })
    .bind('ns/far', { kind: 'Role', name: 'writer' }, { kind: 'ServiceAccount', name: 'bot', namespace: 'far' })
    .bind('ns/broken', { kind: 'ClusterRole', name: 'ghost' }, { kind: 'User', name: 'mel' })
    .bind('broken', { kind: 'ClusterRole', name: 'ghost' }, { kind: 'User', name: 'mel' })
    .bind('ns/broken2', { kind: 'Role', name: 'ghost' }, { kind: 'User', name: 'mel' });
  const { authorize, rules } = rbacAuthorizer(stored.policy);
  const allowed = (by: string) => ({ allowed: true, reason: `RBAC: allowed by ${by}` });
  const refused = { allowed: false, reason: '' };

  it.each<[string, UserInfo, Attributes, object]>([
    [
      'a user everywhere',
      user('ada'),
      get('pods', { namespace: 'other' }),
      allowed('ClusterRoleBinding "everywhere" of ClusterRole "reader" to User "ada"'),
    ],
    [
      'a group in a namespace',
      user('bob', 'devs'),
      get('pods'),
      allowed('RoleBinding "here/ns" of ClusterRole "reader" to Group "devs"'),
    ],
    [
      'by the first of the subjects',
      user('eve', 'devs'),
      get('pods'),
      allowed('RoleBinding "here/ns" of ClusterRole "reader" to Group "devs"'),
    ],
    [
      'a service account of the same namespace',
      user('system:serviceaccount:ns:bot'),
      get('secrets'),
      allowed('RoleBinding "local/ns" of Role "writer" to ServiceAccount "bot/ns"'),
    ],
    [
      'a service account of another namespace',
      user('system:serviceaccount:far:bot'),
      get('secrets'),
      allowed('RoleBinding "far/ns" of Role "writer" to ServiceAccount "bot/far"'),
    ],
    ['nobody in other namespaces', user('bob', 'devs'), get('pods', { namespace: 'other' }), refused],
    ['nobody at the cluster by a namespace', user('bob', 'devs'), get('pods', { namespace: '' }), refused],
    ['no user who is called like a group', user('devs'), get('pods'), refused],
    [
      'nobody by roles that are gone, which it says',
      user('mel'),
      get('pods'),
      {
        allowed: false,
        reason:
          'RBAC: [clusterrole.rbac.authorization.k8s.io "ghost" not found, role.rbac.authorization.k8s.io "ghost" not found]',
      },
    ],
  ])('allows %s', async (_, who, wanted, decision) => expect(await authorize(who, wanted)).toEqual(decision));

  it('can be listed', async () => {
    expect(await rules(user('ada', 'devs'), 'ns')).toEqual({ rules: [rule(['pods']), rule(['pods'])], faults: [] });
    expect((await rules(user('mel'), 'ns')).faults).toHaveLength(3);
  });

  it('follows what is written', async () => {
    const changing = new StoredPolicy().role('reader', rule(['pods']));
    const authorizer = rbacAuthorizer(changing.policy);
    // The same objects all the time: what users hold is remembered by them.
    const [ada, bob] = [user('ada'), user('bob')];
    expect(await authorizer.authorize(ada, get('pods'))).toEqual(refused);
    changing.bind('b', { kind: 'ClusterRole', name: 'reader' }, { kind: 'User', name: 'ada' });
    expect(await authorizer.authorize(ada, get('pods'))).toMatchObject({ allowed: true });
    changing.bind(
      'a',
      { kind: 'ClusterRole', name: 'reader' },
      { kind: 'User', name: 'bob' },
      { kind: 'User', name: 'ada' },
    );
    changing.bind('b', { kind: 'ClusterRole', name: 'reader' }, { kind: 'User', name: 'bob' });
    expect(await authorizer.authorize(ada, get('pods'))).toMatchObject({
      reason: 'RBAC: allowed by ClusterRoleBinding "a" of ClusterRole "reader" to User "ada"',
    });
    changing.unbind('a');
    expect(await authorizer.authorize(ada, get('pods'))).toEqual(refused);
    expect(await authorizer.authorize(bob, get('pods'))).toMatchObject({ allowed: true });
    changing.role('reader');
    expect(await authorizer.authorize(bob, get('pods'))).toEqual(refused);
  });
});

describe('who writes roles', () => {
  const group = 'rbac.authorization.k8s.io';
  const stored = new StoredPolicy()
    .role('reader', rule(['pods']))
    .role('all', { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }, { verbs: ['*'], nonResourceURLs: ['*'] })
    .role('binder', { verbs: ['bind'], apiGroups: [group], resources: ['clusterroles'], resourceNames: ['all'] })
    .role('escalator', { verbs: ['escalate'], apiGroups: [group], resources: ['clusterroles'] })
    .bind('a', { kind: 'ClusterRole', name: 'reader' }, { kind: 'User', name: 'ada' })
    .bind('b', { kind: 'ClusterRole', name: 'binder' }, { kind: 'User', name: 'bob' })
    .bind('c', { kind: 'ClusterRole', name: 'escalator' }, { kind: 'User', name: 'cem' })
    .bind('d', { kind: 'ClusterRole', name: 'all' }, { kind: 'User', name: 'dan' });
  const guard = new EscalationGuard(stored.policy, authorizeWith([mastersOnly, rbacAuthorizer(stored.policy)]));
  const object = (rest: object): KubeObject => ({
    apiVersion: `${group}/v1`,
    kind: 'K',
    metadata: { name: 'new' },
    ...rest,
  });
  const write = (who: UserInfo, resource: string, rest: object, live: KubeObject | null = null) =>
    guard.check({ user: who, resource, namespace: '', name: '', object: object(rest), live });
  const secrets = { rules: [rule(['secrets', 'pods'], { verbs: ['list', 'get'] })] };
  const toAll = { roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'all' } };
  const aggregating = { aggregationRule: { clusterRoleSelectors: [{}] } };

  it('gives away only what they have', async () => {
    await write(user('ada'), 'clusterroles', { rules: [rule(['pods'])] });
    await expect(write(user('ada', 'g1', 'g2'), 'clusterroles', secrets)).rejects.toThrow(
      `clusterroles.${group} "new" is forbidden: user "ada" (groups=["g1" "g2"]) is attempting to grant RBAC permissions not currently held:
{APIGroups:[""], Resources:["pods"], Verbs:["list"]}
{APIGroups:[""], Resources:["secrets"], Verbs:["list" "get"]}`,
    );
  });
  it('may be allowed to give more', async () => {
    await write(user('cem'), 'clusterroles', secrets);
    await write(user('dan'), 'clusterroles', { ...secrets, ...aggregating });
    await write(user('root', 'system:masters'), 'clusterroles', secrets);
  });
  it('needs everything for a role that gathers others', async () => {
    const why = 'must have cluster-admin privileges to use the aggregationRule';
    await expect(write(user('ada'), 'clusterroles', aggregating)).rejects.toThrow(why);
    await expect(write(user('ada'), 'clusterroles', {}, object(aggregating))).rejects.toThrow(why);
  });
  it('binds only roles of what they have, or that they may bind', async () => {
    await write(user('bob'), 'clusterrolebindings', toAll);
    await write(user('ada'), 'clusterrolebindings', { roleRef: { kind: 'ClusterRole', name: 'reader' } });
    await expect(write(user('ada'), 'clusterrolebindings', toAll)).rejects.toThrow(/not currently held/);
    await expect(
      write(user('ada'), 'clusterrolebindings', { roleRef: { kind: 'ClusterRole', name: 'ghost' } }),
    ).rejects.toThrow('clusterrolebindings.rbac.authorization.k8s.io "ghost" not found');
    await expect(
      write(user('ada'), 'clusterrolebindings', { roleRef: { kind: 'Role', name: 'ghost' } }),
    ).rejects.toThrow('Namespace parameter required.');
  });
  it('may change owners and finalizers of any', async () => {
    const live = object(secrets);
    const held = { ...secrets, metadata: { name: 'new', finalizers: ['example.com/x'] } };
    await write(user('ada'), 'clusterroles', held, live);
    await expect(write(user('ada'), 'clusterroles', { ...held, more: 1 }, live)).rejects.toThrow();
  });
});
