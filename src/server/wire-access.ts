import {
  type Authorizer,
  alwaysAllow,
  alwaysDeny,
  authorizeWith,
  EscalationGuard,
  mastersOnly,
  Policy,
  type Role,
  type RoleBinding,
  rbacAuthorizer,
  type StoredObjects,
} from '#auth';
import type { Catalog } from '#machinery';
import { type KubeObject, type MaybePromise, whenReady } from '#meta';
import type { CachedObjects, Collection } from '#storage';
import type { Milestone } from './milestone.ts';
import { objectsInMemory } from './objects-in-memory.ts';
import type { Options } from './options.ts';
import { StartError } from './start-error.ts';

interface AccessParts {
  readonly options: Pick<Options, 'authorizationMode'>;
  /** The roles and bindings that every server has. */
  readonly written: Milestone;
  catalog(): Catalog;
  collection(prefix: string): Collection;
  cached(prefix: string): CachedObjects | undefined;
}

export interface WiredAccess {
  readonly authorizer: Required<Authorizer>;
  readonly escalation: EscalationGuard;
}

/** Who may do what: masters everything, and others what the chosen modes say. */
export function wireAccess({ options, written, ...served }: AccessParts): WiredAccess {
  const policy = policyIn(served);
  const modes: { readonly [mode: string]: Authorizer } = {
    RBAC: afterPolicyIsWritten(rbacAuthorizer(policy), written),
    AlwaysAllow: alwaysAllow,
    AlwaysDeny: alwaysDeny,
  };
  const chosen = options.authorizationMode.map((mode) => {
    const authorizer = Object.hasOwn(modes, mode) ? modes[mode] : undefined;
    if (authorizer !== undefined) return authorizer;
    const known = Object.keys(modes).join(', ');
    throw new StartError(`--authorization-mode: there is no ${JSON.stringify(mode)}; there are ${known}`);
  });
  const authorizer = authorizeWith([mastersOnly, ...chosen]);
  return { authorizer, escalation: new EscalationGuard(policy, authorizer) };
}

/** Refuses nobody in the first moments of a new server, before the roles are there that would have let them in. */
function afterPolicyIsWritten({ authorize, rules }: Required<Authorizer>, written: Milestone): Authorizer {
  return {
    authorize: (user, attributes) =>
      whenReady(authorize(user, attributes), (decision) =>
        decision.allowed || written.isReached ? decision : written.reached.then(() => authorize(user, attributes)),
      ),
    async rules(user, namespace) {
      await written.reached;
      return rules(user, namespace);
    },
  };
}

type Served = Omit<AccessParts, 'options' | 'written'>;

function policyIn(served: Served): Policy {
  const stored = <Kind extends KubeObject>(resource: string) =>
    objectsInMemory(served, { group: 'rbac.authorization.k8s.io', resource }) as MaybePromise<StoredObjects<Kind>>;
  return new Policy(() =>
    whenReady(stored<Role>('roles'), (roles) =>
      whenReady(stored<Role>('clusterroles'), (clusterRoles) =>
        whenReady(stored<RoleBinding>('rolebindings'), (roleBindings) =>
          whenReady(stored<RoleBinding>('clusterrolebindings'), (clusterRoleBindings) => ({
            roles,
            clusterRoles,
            roleBindings,
            clusterRoleBindings,
          })),
        ),
      ),
    ),
  );
}
