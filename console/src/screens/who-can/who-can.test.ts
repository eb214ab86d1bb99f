import { describe, expect, it } from 'vitest';
import type { PolicyObjects } from '../../../../src/auth/rbac/who-can.ts';
import type { ServedResource } from '../../api/discovery.ts';
import { boundSubjects, isThem, matrixOf, type Subject } from './matrix.ts';
import { ruleText } from './policy.ts';
import { smallestRole } from './smallest-role.ts';

const robot: Subject = { kind: 'ServiceAccount', name: 'robot', namespace: 'ci' };
const jane: Subject = { kind: 'User', name: 'jane', namespace: '' };

describe('whom a binding means', () => {
  it('knows users, groups and service accounts by all their names', () => {
    expect(isThem(jane)({ kind: 'User', name: 'jane' })).toBe(true);
    expect(isThem(jane)({ kind: 'Group', name: 'system:authenticated' })).toBe(true);
    expect(isThem(jane)({ kind: 'Group', name: 'jane' })).toBe(false);
    expect(isThem(robot)({ kind: 'ServiceAccount', name: 'robot', namespace: 'ci' })).toBe(true);
    expect(isThem(robot)({ kind: 'ServiceAccount', name: 'robot', namespace: 'default' })).toBe(false);
    expect(isThem(robot)({ kind: 'User', name: 'system:serviceaccount:ci:robot' })).toBe(true);
    expect(isThem(robot)({ kind: 'Group', name: 'system:serviceaccounts:ci' })).toBe(true);
    const group: Subject = { kind: 'Group', name: 'ops', namespace: '' };
    expect(isThem(group)({ kind: 'Group', name: 'ops' })).toBe(true);
    expect(isThem(group)({ kind: 'User', name: 'ops' })).toBe(false);
  });
});

describe('what somebody may do', () => {
  const policy: PolicyObjects = {
    clusterRoles: [
      {
        metadata: { name: 'reader' },
        rules: [
          { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] },
          { verbs: ['delete'], apiGroups: [''], resources: ['pods'], resourceNames: ['one'] },
        ],
      },
    ],
    roles: [],
    bindings: [
      {
        metadata: { name: 'b' },
        subjects: [{ kind: 'User', name: 'jane' }],
        roleRef: { kind: 'ClusterRole', name: 'reader' },
      },
    ],
  };
  const pods: ServedResource = {
    group: '',
    resource: 'pods',
    kind: 'Pod',
    singular: 'pod',
    namespaced: true,
    shortNames: [],
    verbs: ['get', 'list', 'delete'],
    versions: ['v1'],
  };
  it('has what lets them in each cell', () => {
    const [row] = matrixOf(jane, { policy, resources: [pods], namespace: 'default' });
    expect([...(row?.cells.keys() ?? [])]).toEqual(['get', 'list']);
    expect(row?.cells.get('get')?.role.name).toBe('reader');
    expect(matrixOf(robot, { policy, resources: [pods], namespace: 'default' })[0]?.cells.size).toBe(0);
  });
  it('is nothing outside of namespaces for who has it in one', () => {
    const here = {
      ...policy,
      bindings: policy.bindings.map((one) => ({ ...one, metadata: { name: 'b', namespace: 'default' } })),
    };
    const sizeOf = (resource: ServedResource) =>
      matrixOf(jane, { policy: here, resources: [resource], namespace: 'default' })[0]?.cells.size;
    expect([sizeOf(pods), sizeOf({ ...pods, namespaced: false })]).toEqual([2, 0]);
  });
  it('is told in words', () => {
    expect(ruleText({ verbs: ['*'], apiGroups: [''], resources: ['pods', 'pods/log'] })).toBe(
      'every verb on pods, pods/log in core',
    );
    expect(ruleText({ verbs: ['get'], nonResourceURLs: ['/metrics'] })).toBe('get on /metrics');
  });
});

it('names all who have a role, each once', () => {
  const binding = (...subjects: object[]) => ({
    metadata: { name: 'b' },
    roleRef: { kind: 'Role', name: 'r' },
    subjects,
  });
  const bindings = [binding(robot, { kind: 'User', name: 'jane' }), binding({ kind: 'User', name: 'jane' })];
  expect(boundSubjects(bindings as never as PolicyObjects['bindings'])).toEqual([robot, jane]);
});

describe('the smallest role that would do', () => {
  it('is for one verb on one resource, in the namespace', () => {
    expect(
      smallestRole({ subject: robot, verb: 'list', group: 'apps', resource: 'deployments', namespace: 'ci' }),
    ).toEqual([
      'kubectl create role robot-list-deployments --verb=list --resource=deployments.apps --namespace=ci',
      'kubectl create rolebinding robot-list-deployments --role=robot-list-deployments --serviceaccount=ci:robot --namespace=ci',
    ]);
    expect(smallestRole({ subject: jane, verb: 'get', group: '', resource: 'pods/log', namespace: '' })).toEqual([
      'kubectl create clusterrole jane-get-pods-log --verb=get --resource=pods/log',
      'kubectl create clusterrolebinding jane-get-pods-log --clusterrole=jane-get-pods-log --user=jane',
    ]);
  });
});
