import { describe, expect, it } from 'vitest';
import { chainsTo, type NamedSubject, type PolicyObjects, subjectsAllowed } from './who-can.ts';

const reads = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
const writes = { apiGroups: [''], resources: ['pods'], verbs: ['update'] };
const jane: NamedSubject = { kind: 'User', name: 'jane' };
const policy: PolicyObjects = {
  clusterRoles: [{ metadata: { name: 'view' }, rules: [reads, writes] }],
  roles: [{ metadata: { name: 'view', namespace: 'a' }, rules: [writes] }],
  bindings: [
    {
      metadata: { name: 'all' },
      subjects: [jane, { kind: 'Group', name: 'g' }],
      roleRef: { kind: 'ClusterRole', name: 'view' },
    },
    { metadata: { name: 'here', namespace: 'a' }, subjects: [jane], roleRef: { kind: 'Role', name: 'view' } },
    { metadata: { name: 'lost' }, subjects: [jane], roleRef: { kind: 'ClusterRole', name: 'gone' } },
  ],
};
const wanted = { kind: 'resource', group: '', resource: 'pods', subresource: '', namespace: 'a', name: '' } as const;

describe('who may do something', () => {
  it('is told with every way that lets them', () => {
    const allowed = subjectsAllowed(policy, { ...wanted, verb: 'update' });
    expect(allowed.map(({ subject, via }) => [subject.name, via.map(({ binding }) => binding.name)])).toEqual([
      ['jane', ['all', 'here']],
      ['g', ['all']],
    ]);
    expect(allowed[0]?.via[1]).toEqual({
      binding: { kind: 'RoleBinding', name: 'here', namespace: 'a' },
      role: { kind: 'Role', name: 'view' },
      rule: writes,
    });
    expect(subjectsAllowed(policy, { ...wanted, verb: 'delete' })).toEqual([]);
  });
  it('and what somebody may do is every rule of their roles', () => {
    expect(chainsTo(policy, ({ name }) => name === 'g').map(({ rule }) => rule)).toEqual([reads, writes]);
    expect(chainsTo(policy, ({ name }) => name === 'jane')).toHaveLength(3);
  });
});
