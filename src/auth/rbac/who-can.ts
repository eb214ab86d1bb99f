// Imports nothing but its neighbour: the console asks the same questions in a browser.
import { type Attributes, type PolicyRule, ruleAllows } from './rule-match.ts';

export interface NamedSubject {
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
}

interface Named {
  readonly metadata: { readonly name?: string; readonly namespace?: string };
}

interface GivenRole extends Named {
  readonly rules?: readonly PolicyRule[] | null;
}

interface GivenBinding extends Named {
  readonly subjects?: readonly NamedSubject[];
  readonly roleRef?: { readonly kind?: string; readonly name?: string };
}

/** The roles and bindings that count: those of the cluster, and those of one namespace where one is asked about. */
export interface PolicyObjects {
  readonly clusterRoles: readonly GivenRole[];
  readonly roles: readonly GivenRole[];
  readonly bindings: readonly GivenBinding[];
}

/** Why somebody may: a binding, the role it gives, and a rule of that role. */
export interface Chain {
  readonly binding: { readonly kind: string; readonly name: string; readonly namespace?: string };
  readonly role: { readonly kind: string; readonly name: string };
  readonly rule: PolicyRule;
}

export interface Allowed {
  readonly subject: NamedSubject;
  readonly via: readonly Chain[];
}

/** Who may do something, each with all the ways that let them. */
export function subjectsAllowed(policy: PolicyObjects, wanted: Attributes): readonly Allowed[] {
  const known = knownRoles(policy);
  const found = new Map<string, { readonly subject: NamedSubject; readonly via: Chain[] }>();
  for (const binding of policy.bindings) {
    for (const chain of chainsOf(binding, known).filter(({ rule }) => ruleAllows(rule, wanted))) {
      for (const subject of binding.subjects ?? []) {
        const key = `${subject.kind}/${subject.namespace ?? ''}/${subject.name}`;
        const allowed = found.get(key) ?? { subject: plainSubject(subject), via: [] };
        allowed.via.push(chain);
        found.set(key, allowed);
      }
    }
  }
  return [...found.values()];
}

/** Every rule that is given to somebody, and how. */
export function chainsTo(policy: PolicyObjects, isThem: (subject: NamedSubject) => boolean): readonly Chain[] {
  const known = knownRoles(policy);
  return policy.bindings
    .filter(({ subjects = [] }) => subjects.some(isThem))
    .flatMap((binding) => chainsOf(binding, known));
}

interface KnownRoles {
  readonly clusterRoles: ReadonlyMap<string, GivenRole>;
  readonly roles: ReadonlyMap<string, GivenRole>;
}

function chainsOf({ metadata, roleRef }: GivenBinding, known: KnownRoles): readonly Chain[] {
  const { name: role = '', kind = '' } = roleRef ?? {};
  const { name = '', namespace } = metadata;
  const rules = (kind === 'Role' ? known.roles : known.clusterRoles).get(role)?.rules ?? [];
  const binding =
    namespace === undefined ? { kind: 'ClusterRoleBinding', name } : { kind: 'RoleBinding', name, namespace };
  return rules.map((rule) => ({ binding, role: { kind, name: role }, rule }));
}

const knownRoles = ({ clusterRoles, roles }: PolicyObjects): KnownRoles => ({
  clusterRoles: byName(clusterRoles),
  roles: byName(roles),
});

const byName = (roles: readonly GivenRole[]): ReadonlyMap<string, GivenRole> =>
  new Map(roles.map((role) => [role.metadata.name ?? '', role]));

const plainSubject = ({ kind = '', name = '', namespace }: NamedSubject): NamedSubject =>
  namespace === undefined ? { kind, name } : { kind, name, namespace };
