import { describe, expect, it } from 'vitest';
import type { UserInfo } from '#machinery';
import {
  type Attributes,
  authorizeWith,
  impersonateWith,
  impersonationIn,
  mastersOnly,
  type PolicyRule,
  rbacAuthorizer,
} from './index.ts';
import { StoredPolicy } from './testing/stored-policy.ts';

const user = (name: string, groups: string[] = [], more: Partial<UserInfo> = {}): UserInfo => ({
  name,
  uid: '',
  groups,
  extra: {},
  ...more,
});

describe('the headers of impersonation', () => {
  it('tell a whole user, each line by itself', () => {
    const lines = [
      'Impersonate-User',
      'ada',
      'Impersonate-Group',
      'a, b',
      'impersonate-group',
      'c',
      'Impersonate-Uid',
      'u',
    ];
    const extra = ['Impersonate-Extra-Acme.com%2fScope', 'x', 'Impersonate-Extra-acme.com%2Fscope', 'y'];
    expect(impersonationIn([...lines, ...extra])).toEqual({
      name: 'ada',
      uid: 'u',
      groups: ['a, b', 'c'],
      extra: { 'acme.com/scope': ['x', 'y'] },
    });
  });
  it('may hold names that objects have by nature', () => {
    const found = impersonationIn(['impersonate-user', 'a', 'impersonate-extra-__proto__', 'x']);
    expect(Object.entries(found?.extra ?? {})).toEqual([['__proto__', ['x']]]);
  });
  it('are often absent', () => expect(impersonationIn(['Accept', '*/*'])).toBeUndefined());
  it('must name a user', () => {
    expect(() => impersonationIn(['Impersonate-Group', 'g', 'Impersonate-Extra-A', 'b'])).toThrow(
      'requested &user.DefaultInfo{Name:"", UID:"", Groups:[]string{"g"}, Extra:map[string][]string{"a":[]string{"b"}}} without impersonating a user name',
    );
  });
});

describe('impersonation', () => {
  const may = (...rules: PolicyRule[]) => {
    const stored = new StoredPolicy()
      .role('r', ...rules)
      .bind('b', { kind: 'ClusterRole', name: 'r' }, { kind: 'User', name: 'op' });
    return authorizeWith([mastersOnly, rbacAuthorizer(stored.policy)]);
  };
  const attributes: Attributes = {
    kind: 'resource',
    verb: 'list',
    group: '',
    resource: 'pods',
    subresource: '',
    namespace: 'ns',
    name: '',
  };
  const as = async (wanted: UserInfo, rules: PolicyRule[], by = user('op')) =>
    (await impersonateWith(may(...rules))(wanted, { user: by, attributes })).user;
  const on = (verbs: string[], resources: string[], group = ''): PolicyRule => ({
    verbs,
    apiGroups: [group],
    resources,
  });
  const legacy = on(['impersonate'], ['users', 'groups', 'serviceaccounts']);

  it.each<[string, UserInfo, PolicyRule[], string[]]>([
    ['a user', user('ada'), [legacy], ['system:authenticated']],
    ['a user of groups', user('ada', ['devs']), [legacy], ['devs', 'system:authenticated']],
    ['a stranger', user('system:anonymous'), [legacy], ['system:unauthenticated']],
    ['somebody said to be unknown', user('ada', ['system:unauthenticated']), [legacy], ['system:unauthenticated']],
    [
      'a service account, with its groups',
      user('system:serviceaccount:ns:bot'),
      [legacy],
      ['system:serviceaccounts', 'system:serviceaccounts:ns', 'system:authenticated'],
    ],
    [
      'a user for one thing only',
      user('ada'),
      [
        on(['impersonate-on:user-info:list'], ['pods']),
        on(['impersonate:user-info'], ['users'], 'authentication.k8s.io'),
      ],
      ['system:authenticated'],
    ],
    [
      'a user with words about them, for one thing only',
      user('ada', [], { extra: { 'acme.io/x': ['v'] } }),
      [
        on(['impersonate-on:user-info:list'], ['pods']),
        on(['impersonate:user-info'], ['users', 'userextras/acme.io/x'], 'authentication.k8s.io'),
      ],
      ['system:authenticated'],
    ],
    [
      'a node for one thing only',
      user('system:node:n1'),
      [
        on(['impersonate-on:arbitrary-node:list'], ['pods']),
        on(['impersonate:arbitrary-node'], ['nodes'], 'authentication.k8s.io'),
      ],
      ['system:nodes', 'system:authenticated'],
    ],
  ])('takes the one who may for %s', async (_, wanted, rules, groups) => {
    expect(await as(wanted, rules)).toEqual({ ...wanted, groups });
  });

  it('is for masters without asking', async () => {
    const wanted = user('ada', ['system:masters'], { uid: 'u', extra: { k: ['v'] } });
    expect(await as(wanted, [], user('root', ['system:masters']))).toEqual({
      ...wanted,
      groups: ['system:masters', 'system:authenticated'],
    });
  });

  const denied =
    'pods is forbidden: User "op" cannot impersonate-on:user-info:list resource "pods" in API group "" in the namespace "ns"';
  it.each<[string, UserInfo, PolicyRule[], string]>([
    ['a user', user('ada'), [], denied],
    ['a group', user('ada', ['devs']), [on(['impersonate'], ['users'])], denied],
    ['a uid', user('ada', [], { uid: 'u' }), [legacy], denied],
    ['something about the user', user('ada', [], { extra: { k: ['v'] } }), [legacy], denied],
    [
      'mastersOnly, by the ways that are for one thing',
      user('ada', ['system:masters']),
      [
        on(['impersonate-on:user-info:list'], ['pods']),
        on(['impersonate:user-info'], ['users', 'groups'], 'authentication.k8s.io'),
      ],
      'groups.authentication.k8s.io "system:masters" is forbidden: User "op" cannot impersonate:user-info resource "groups" in API group "authentication.k8s.io" at the cluster scope: impersonating the system:masters group is not allowed',
    ],
    [
      'a service account of another namespace',
      user('system:serviceaccount:ns:bot'),
      [],
      'pods is forbidden: User "op" cannot impersonate-on:serviceaccount:list resource "pods" in API group "" in the namespace "ns"',
    ],
    [
      'words about the user that nobody vouches for, by the ways that are for one thing',
      user('ada', [], { extra: { scope: ['x'] } }),
      [
        on(['impersonate-on:user-info:list'], ['pods']),
        on(['impersonate:user-info'], ['users', 'userextras/*', 'userextras/scope'], 'authentication.k8s.io'),
      ],
      'impersonating an invalid key in extra is not allowed: extra.key: Invalid value: "scope": must be a domain-prefixed path (such as "acme.io/foo")',
    ],
  ])('is refused for %s', async (_, wanted, rules, message) => {
    await expect(as(wanted, rules)).rejects.toThrow(message);
  });

  it('lets a pod take its own node', async () => {
    const extra = { 'authentication.kubernetes.io/node-name': ['n1'] };
    const stored = new StoredPolicy()
      .role(
        'r',
        on(['impersonate-on:associated-node:list'], ['pods']),
        on(['impersonate:associated-node'], ['nodes'], 'authentication.k8s.io'),
      )
      .bind('b', { kind: 'ClusterRole', name: 'r' }, { kind: 'ServiceAccount', name: 'agent', namespace: 'ns' });
    const authorizer = rbacAuthorizer(stored.policy);
    const by = user('system:serviceaccount:ns:agent', [], { extra });
    const acting = { user: by, attributes };
    const impersonate = impersonateWith(authorizer);
    expect((await impersonate(user('system:node:n1'), acting)).user.groups).toContain('system:nodes');
    await expect(impersonate(user('system:node:n2'), acting)).rejects.toThrow(/arbitrary-node/);
  });

  it('is refused in the words of the way that succeeded last', async () => {
    const impersonate = impersonateWith(may(legacy));
    const acting = { user: user('op'), attributes };
    const masked = user('ada', [], { uid: 'u' });
    await expect(impersonate(masked, acting)).rejects.toThrow(denied);
    await impersonate(user('ada'), acting);
    await expect(impersonate(masked, acting)).rejects.toThrow(
      'uids.authentication.k8s.io "u" is forbidden: User "op" cannot impersonate resource "uids" in API group "authentication.k8s.io" at the cluster scope',
    );
    const other = { user: user('other'), attributes };
    await expect(impersonate(masked, other)).rejects.toThrow(/impersonate-on:user-info/);
  });

  it('asks once for many groups where all are allowed', async () => {
    const all = (name: string): PolicyRule => ({
      verbs: ['impersonate:user-info'],
      apiGroups: ['authentication.k8s.io'],
      resources: ['groups'],
      resourceNames: [name],
    });
    const rules = [
      on(['impersonate-on:user-info:list'], ['pods']),
      on(['impersonate:user-info'], ['users'], 'authentication.k8s.io'),
      all('*'),
    ];
    expect((await as(user('ada', ['a', 'b', 'c', 'd']), rules)).groups).toContain('d');
    await expect(as(user('ada', ['a', 'b', 'c']), rules)).rejects.toThrow(
      /groups.authentication.k8s.io "a" is forbidden/,
    );
  });
});
