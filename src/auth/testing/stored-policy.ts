import type { KubeObject } from '#meta';
import {
  Policy,
  type PolicyRule,
  type Role,
  type RoleBinding,
  type RoleRef,
  type StoredObjects,
  type Subject,
} from '../index.ts';

/** Roles and bindings in memory; what is added holds from the next question on. */
export class StoredPolicy {
  readonly #objects = new Map<string, Map<string, KubeObject>>();
  readonly #since = new Map<string, number>();
  readonly policy = new Policy(async () => ({
    roles: this.#stored<Role>('Role'),
    clusterRoles: this.#stored<Role>('ClusterRole'),
    roleBindings: this.#stored<RoleBinding>('RoleBinding'),
    clusterRoleBindings: this.#stored<RoleBinding>('ClusterRoleBinding'),
  }));

  /** `name` or `namespace/name`. */
  role(place: string, ...rules: PolicyRule[]): this {
    return this.#add('Role', place, { rules: rules as Role['rules'] });
  }
  /** With `-> kind name`, as `RoleRef`s are. */
  bind(place: string, { kind, name }: RoleRef, ...subjects: Subject[]): this {
    return this.#add('RoleBinding', place, { roleRef: { kind, name } as RoleRef, subjects });
  }

  unbind(name: string): void {
    this.#objects.get('ClusterRoleBinding')?.delete(name);
    this.#since.set('ClusterRoleBinding', (this.#since.get('ClusterRoleBinding') ?? 0) + 1);
  }

  #add(kind: string, place: string, rest: object): this {
    const [name = '', namespace] = place.split('/').reverse();
    const whole = namespace === undefined ? `Cluster${kind}` : kind;
    const metadata = { name, ...(namespace === undefined ? {} : { namespace }) };
    const objects = this.#objects.get(whole) ?? new Map<string, KubeObject>();
    objects.set(place, { apiVersion: 'rbac.authorization.k8s.io/v1', kind: whole, metadata, ...rest });
    this.#objects.set(whole, objects);
    this.#since.set(whole, (this.#since.get(whole) ?? 0) + 1);
    return this;
  }
  #stored<Kind extends KubeObject>(kind: string): StoredObjects<Kind> {
    const objects = (this.#objects.get(kind) ?? new Map()) as Map<string, Kind>;
    return { since: this.#since.get(kind) ?? 0, get: (key) => objects.get(key), all: () => objects.values() };
  }
}
