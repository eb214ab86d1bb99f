import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#meta';
import type { Role, RoleBinding } from '../policy.ts';
import { initialPolicy, reconciled } from './initial-policy.ts';
import { parseRoles } from './notation.ts';

const metadata = (name: string, labels = {}) => ({
  name,
  labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults', ...labels },
  annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
});

describe('the table of roles', () => {
  it('reads verbs, groups, resources, names and paths', () => {
    const table = `
one -> edit
  read on core apps: pods pods/log
      deployments = a b
  escalate on x.io: things
  get at /version /livez/*
kube-system/two <- view
`;
    expect(parseRoles(table)).toEqual([
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: metadata('one', { 'rbac.authorization.k8s.io/aggregate-to-edit': 'true' }),
        rules: [
          {
            verbs: ['get', 'list', 'watch'],
            apiGroups: ['', 'apps'],
            resources: ['pods', 'pods/log', 'deployments'],
            resourceNames: ['a', 'b'],
          },
          { verbs: ['escalate'], apiGroups: ['x.io'], resources: ['things'] },
          { verbs: ['get'], nonResourceURLs: ['/version', '/livez/*'] },
        ],
      },
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'Role',
        metadata: { ...metadata('two'), namespace: 'kube-system' },
        aggregationRule: {
          clusterRoleSelectors: [{ matchLabels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } }],
        },
        rules: null,
      },
    ]);
  });
});

describe('the roles that every server has', () => {
  const policy = initialPolicy();
  const ofKind = (kind: string) => policy.filter((object) => object.kind === kind);
  const keyOf = ({ kind, metadata: { namespace = '', name } }: KubeObject) => `${kind} ${namespace}/${name}`;

  it('are complete, and each is there once', () => {
    const counts = ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'].map((kind) => ofKind(kind).length);
    expect(counts).toEqual([69, 50, 7, 7]);
    expect(new Set(policy.map(keyOf)).size).toBe(policy.length);
  });
  it('hold rules that say something', () => {
    const rules = (policy as Role[]).flatMap((object) => object.rules ?? []);
    for (const { verbs, apiGroups, resources, nonResourceURLs } of rules) {
      expect([...(verbs ?? []), ...(apiGroups ?? []), ...(resources ?? nonResourceURLs ?? [])].join(' ')).not.toMatch(
        /undefined|:|=/,
      );
      expect(verbs?.length).toBeGreaterThan(0);
      expect(resources ?? nonResourceURLs).not.toEqual([]);
    }
  });
  it('bind only what is among them', () => {
    const roles = new Set(policy.map(keyOf));
    for (const {
      metadata: { namespace = '' },
      roleRef,
    } of policy.filter(({ kind }) => kind.endsWith('Binding')) as RoleBinding[]) {
      expect(roles).toContain(`${roleRef?.kind} ${roleRef?.kind === 'Role' ? namespace : ''}/${roleRef?.name}`);
    }
  });
});

describe('a role that is there already', () => {
  const [wanted] = parseRoles('r -> edit\n  read on core: pods') as [KubeObject];
  const live = (more: object = {}, annotations: object = wanted.metadata.annotations ?? {}): KubeObject =>
    ({ ...wanted, metadata: { ...wanted.metadata, uid: 'u', annotations }, ...more }) as KubeObject;
  const own = { verbs: ['get'], apiGroups: [''], resources: ['secrets'] };
  const list = { verbs: ['list', 'get'], apiGroups: [''], resources: ['pods'] };

  it('stays when nothing is missing', () => {
    expect(reconciled(live(), wanted)).toBeUndefined();
    expect(
      reconciled(live({ rules: [own, { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }] }), wanted),
    ).toBeUndefined();
  });
  it('gets what is missing and keeps what it has', () => {
    const watch = { verbs: ['watch'], apiGroups: [''], resources: ['pods'] };
    expect(reconciled(live({ rules: [own, list] }), wanted)).toEqual(live({ rules: [own, list, watch] }));
    expect(reconciled(live({}, { mine: 'x' }), wanted)).toEqual(
      live({}, { mine: 'x', ...wanted.metadata.annotations }),
    );
  });
  it('is left alone when it says so', () => {
    const annotations = { 'rbac.authorization.kubernetes.io/autoupdate': 'false' };
    expect(reconciled(live({ rules: [] }, annotations), wanted)).toBeUndefined();
  });
  it('gets missing subjects and selectors too', () => {
    const subject = { kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: 'g' };
    expect(reconciled(live(), { ...wanted, subjects: [subject] })).toMatchObject({ subjects: [subject] });
    const selectors = (...names: string[]) => ({
      aggregationRule: { clusterRoleSelectors: names.map((name) => ({ matchLabels: { name } })) },
    });
    expect(reconciled(live(selectors('a')), { ...wanted, ...selectors('b') } as KubeObject)).toMatchObject(
      selectors('a', 'b'),
    );
  });
});
