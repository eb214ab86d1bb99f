import type { UserInfo } from '#machinery';
import { apiErrors, goQuote, type JsonObject, type KubeObject, type MaybePromise, whenReady } from '#meta';
import { BindingIndex, type Granted } from './binding-index.ts';
import type { RuleJson } from './policy-rule.ts';

export interface Subject extends JsonObject {
  kind?: string;
  name?: string;
  namespace?: string;
}
export interface RoleRef extends JsonObject {
  apiGroup?: string;
  kind?: string;
  name?: string;
}
export interface RoleBinding extends KubeObject {
  subjects?: Subject[];
  roleRef?: RoleRef;
}
export interface Role extends KubeObject {
  rules?: RuleJson[] | null;
}

/** What is stored of one resource now. */
export interface StoredObjects<Kind> {
  /** Changes whenever an object may have changed. */
  readonly since: number;
  /** `name`, or `namespace/name`. */
  get(key: string): Kind | undefined;
  /** In the order of their keys. */
  all(): Iterable<Kind>;
}

/** All roles and bindings, as they are now. */
interface PolicyObjects {
  readonly roles: StoredObjects<Role>;
  readonly clusterRoles: StoredObjects<Role>;
  readonly roleBindings: StoredObjects<RoleBinding>;
  readonly clusterRoleBindings: StoredObjects<RoleBinding>;
}

/** A rule that a user has, and the binding that gives it. */
interface HeldRule {
  readonly rule: RuleJson;
  source(): string;
}

/** What users may do, by the roles and bindings that are stored. Bindings are found by their subjects, not looked through. */
export class Policy {
  readonly #read: () => MaybePromise<PolicyObjects>;
  /** The rules that users hold, as long as nothing of the policy has changed. */
  #held = new HeldRules([]);
  readonly #bindings = { everywhere: new BindingIndex(), inNamespaces: new BindingIndex() };

  constructor(read: () => MaybePromise<PolicyObjects>) {
    this.#read = read;
  }

  /** A promise only where the objects are not in memory yet. */
  now(): MaybePromise<CurrentPolicy> {
    return whenReady(this.#read(), (objects) => this.#current(objects));
  }

  #current(objects: PolicyObjects): CurrentPolicy {
    const { roles, clusterRoles, roleBindings, clusterRoleBindings } = objects;
    if (!this.#held.holdsFor(roles, clusterRoles, roleBindings, clusterRoleBindings)) {
      this.#held = new HeldRules([roles.since, clusterRoles.since, roleBindings.since, clusterRoleBindings.since]);
      this.#bindings.everywhere.follow(clusterRoleBindings);
      this.#bindings.inNamespaces.follow(roleBindings);
    }
    return new CurrentPolicy(objects, this.#bindings, this.#held);
  }
}

/** Anybody can name namespaces: more than this are not remembered for one user. */
const MOST_NAMESPACES = 1000;

/** Which rules users hold in which namespace, by one state of the policy. */
class HeldRules {
  readonly #since: readonly number[];
  readonly #byUser = new WeakMap<UserInfo, Map<string, readonly (HeldRule | string)[]>>();

  constructor(since: readonly number[]) {
    this.#since = since;
  }
  holdsFor(...objects: readonly StoredObjects<unknown>[]): boolean {
    return objects.every(({ since }, at) => since === this.#since[at]);
  }
  of(user: UserInfo, namespace: string, find: () => Iterable<HeldRule | string>): readonly (HeldRule | string)[] {
    const known = this.#byUser.get(user) ?? new Map<string, readonly (HeldRule | string)[]>();
    const there = known.get(namespace);
    if (there !== undefined) return there;
    const found = [...find()];
    if (known.size >= MOST_NAMESPACES) known.clear();
    this.#byUser.set(user, known.set(namespace, found));
    return found;
  }
}

/** The policy at one moment: valid only until the next await. */
export class CurrentPolicy {
  readonly #objects: PolicyObjects;
  readonly #bindings: { readonly everywhere: BindingIndex; readonly inNamespaces: BindingIndex };

  readonly #held: HeldRules;

  constructor(
    objects: PolicyObjects,
    bindings: { everywhere: BindingIndex; inNamespaces: BindingIndex },
    held: HeldRules,
  ) {
    this.#objects = objects;
    this.#bindings = bindings;
    this.#held = held;
  }

  /** Rules of the whole cluster, then those of the namespace; or a text that says what could not be found. */
  held(user: UserInfo, namespace: string): readonly (HeldRule | string)[] {
    return this.#held.of(user, namespace, () => this.#find(user, namespace));
  }

  *#find(user: UserInfo, namespace: string): Generator<HeldRule | string> {
    yield* this.#granted(this.#bindings.everywhere.of(user, ''));
    if (namespace !== '') yield* this.#granted(this.#bindings.inNamespaces.of(user, namespace));
  }

  /** The rules of a role; undefined when there is no such role. */
  rulesOf({ kind = '', name = '' }: RoleRef, namespace: string): readonly RuleJson[] | undefined {
    const isLocal = kind === 'Role';
    const { roles, clusterRoles } = this.#objects;
    const role = isLocal ? roles.get(`${namespace}/${name}`) : clusterRoles.get(name);
    return role && (role.rules ?? []);
  }

  #rulesOrFault({ roleRef = {}, metadata }: RoleBinding): readonly RuleJson[] | string {
    const { kind = '', name = '' } = roleRef;
    if (kind !== 'Role' && kind !== 'ClusterRole') return `unsupported role reference kind: ${goQuote(kind)}`;
    const rules = this.rulesOf(roleRef, metadata.namespace ?? '');
    const resource = kind.toLowerCase();
    return rules ?? apiErrors.notFound({ group: 'rbac.authorization.k8s.io', resource }, name).message;
  }

  *#granted(granted: Iterable<Granted>): Generator<HeldRule | string> {
    for (const { binding, subject } of granted) {
      const rules = this.#rulesOrFault(binding);
      if (typeof rules === 'string') {
        yield rules;
        continue;
      }
      const source = (): string => describeSource(binding, subject);
      for (const rule of rules) yield { rule, source };
    }
  }
}

function describeSource({ metadata, roleRef }: RoleBinding, subject: Subject): string {
  const { name = '', namespace = '' } = metadata;
  const binding =
    namespace === '' ? `ClusterRoleBinding ${goQuote(name)}` : `RoleBinding ${goQuote(`${name}/${namespace}`)}`;
  const who = subject.kind === 'ServiceAccount' ? `${subject.name}/${subject.namespace || namespace}` : subject.name;
  return `${binding} of ${roleRef?.kind} ${goQuote(roleRef?.name ?? '')} to ${subject.kind} ${goQuote(who ?? '')}`;
}
