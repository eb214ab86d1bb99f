import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { clusterRoles, roles } from './role.ts';
import { clusterRoleBindings, roleBindings } from './role-binding.ts';

const group = 'rbac.authorization.k8s.io';
const of = (kind: string) => (rest: object) => ({
  apiVersion: `${group}/v1`,
  kind,
  metadata: { name: 'a:b' },
  ...rest,
});
const role = of('Role');
const clusterRole = of('ClusterRole');
const binding = of('RoleBinding');
const clusterBinding = of('ClusterRoleBinding');

describe('a Role', () => {
  const { write } = tryOut(roles);

  it('always tells its rules', async () => {
    expect((await write(role({}))).object).toMatchObject({ rules: null });
  });

  it.each([
    [[{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }], []],
    [
      [{}],
      [
        'rules[0].verbs: Required value: verbs must contain at least one value',
        'rules[0].apiGroups: Required value: resource rules must supply at least one api group',
        'rules[0].resources: Required value: resource rules must supply at least one resource',
      ],
    ],
    [
      [{ verbs: ['get'], nonResourceURLs: ['/x'], resourceNames: ['y'] }],
      [
        'rules[0].nonResourceURLs: Invalid value: ["/x"]: namespaced rules cannot apply to non-resource URLs',
        'rules[0].nonResourceURLs: Invalid value: ["/x"]: rules cannot apply to both regular resources and non-resource URLs',
      ],
    ],
  ])('with rules %j', async (rules, faults) => {
    expect((await write(role({ rules }))).faults).toEqual(faults);
  });
});

describe('a ClusterRole', () => {
  const { read, write, cells } = tryOut(clusterRoles);
  const badSelector = { matchExpressions: [{ key: 'a', operator: 'In', values: ['b c'] }] };
  const aggregating = (...clusterRoleSelectors: object[]) => clusterRole({ aggregationRule: { clusterRoleSelectors } });

  it('may speak of paths outside the API', async () => {
    const rules = [{ verbs: ['get'], nonResourceURLs: ['/healthz'] }];
    expect((await write(clusterRole({ rules }))).faults).toEqual([]);
  });

  it('that aggregates must say what', async () => {
    expect((await write(aggregating())).faults).toEqual([
      'aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil',
    ]);
  });

  it('has selectors that can select', async () => {
    const { faults } = await write(aggregating({ matchExpressions: [{ key: 'a', operator: 'Near' }] }));
    expect(faults).toEqual([
      'aggregationRule.clusterRoleSelectors[0].matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator',
      'aggregationRule.clusterRoleSelectors[0]: Invalid value: null: invalid label selector.',
    ]);
  });

  it('keeps odd label values that it had before', async () => {
    expect((await write(aggregating(badSelector))).faults).not.toEqual([]);
    const live = read(aggregating(badSelector));
    const field = 'aggregationRule.clusterRoleSelectors[0].matchExpressions[0]';
    const { faults } = await write(aggregating(badSelector), { live });
    expect(faults.filter((fault) => fault.startsWith(field))).toEqual([]);
  });

  it('shows when it was made', () => {
    const metadata = { name: 'a', creationTimestamp: '2024-01-01T00:00:00Z' };
    expect(cells(clusterRole({ metadata }))).toEqual(['a', '2024-01-01T00:00:00Z']);
  });
});

describe('a RoleBinding', () => {
  const { read, write, cells } = tryOut(roleBindings);
  const roleRef = { kind: 'Role', name: 'r' };

  it('fills in the groups of its references', async () => {
    const subjects = [
      { kind: 'User', name: 'u' },
      { kind: 'Group', name: 'g' },
      { kind: 'ServiceAccount', name: 's' },
    ];
    const { object, faults } = await write(binding({ roleRef, subjects }));
    expect(faults).toEqual([]);
    expect(object).toMatchObject({
      roleRef: { apiGroup: group, ...roleRef },
      subjects: [{ apiGroup: group }, { apiGroup: group }, { kind: 'ServiceAccount', name: 's' }],
    });
  });

  it.each([
    [
      { roleRef: {} },
      ['roleRef.kind: Unsupported value: "": supported values: "Role", "ClusterRole"', 'roleRef.name: Required value'],
    ],
    [
      { roleRef: { kind: 'Role', name: 'a/b', apiGroup: 'x' } },
      [
        `roleRef.apiGroup: Unsupported value: "x": supported values: "${group}"`,
        `roleRef.name: Invalid value: "a/b": may not contain '/'`,
      ],
    ],
    [
      { roleRef, subjects: [{ kind: 'User', name: 'u', apiGroup: 'x' }] },
      [`subjects[0].apiGroup: Unsupported value: "x": supported values: "${group}"`],
    ],
    [
      { roleRef, subjects: [{ kind: 'ServiceAccount', name: '', apiGroup: 'x' }] },
      ['subjects[0].name: Required value', 'subjects[0].apiGroup: Unsupported value: "x": supported values: ""'],
    ],
    [
      { roleRef, subjects: [{ kind: 'Robot', name: 'r' }] },
      ['subjects[0].kind: Unsupported value: "Robot": supported values: "ServiceAccount", "User", "Group"'],
    ],
  ])('with %j', async (rest, faults) => {
    expect((await write(binding(rest))).faults).toEqual(faults);
  });

  it('never changes its role', async () => {
    const live = read(binding({ roleRef }));
    const { faults } = await write(binding({ roleRef: { ...roleRef, name: 'other' } }), { live });
    expect(faults).toEqual([
      `roleRef: Invalid value: {"APIGroup":"${group}","Kind":"Role","Name":"other"}: cannot change roleRef`,
    ]);
    expect((await write(binding({ roleRef, subjects: [] }), { live })).faults).toEqual([]);
  });

  it('shows who gets what', () => {
    const subjects = [
      { kind: 'User', name: 'u' },
      { kind: 'User', name: 'v' },
      { kind: 'Group', name: 'g' },
      { kind: 'ServiceAccount', name: 's', namespace: 'n' },
    ];
    expect(cells(binding({ roleRef, subjects }))).toEqual(['a:b', 'Role/r', '<unknown>', 'u, v', 'g', 'n/s']);
  });
});

describe('a ClusterRoleBinding', () => {
  const { write } = tryOut(clusterRoleBindings);

  it('gives only ClusterRoles, and says where a service account is', async () => {
    const { faults } = await write(
      clusterBinding({ roleRef: { kind: 'Role', name: 'r' }, subjects: [{ kind: 'ServiceAccount', name: 's' }] }),
    );
    expect(faults).toEqual([
      'roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"',
      'subjects[0].namespace: Required value',
    ]);
  });
});
