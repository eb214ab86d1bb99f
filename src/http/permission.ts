import { type Attributes, type Decision, forbidden } from '#auth';
import type { Catalog, Permission, Permissions, UserInfo } from '#machinery';
import { apiErrors, type GroupResource, type GroupVersionKind, type KubeObject } from '#meta';
import { hubObject } from '#registry';
import { accessAttributes } from './access-attributes.ts';
import type { AuditNotes } from './audit-notes.ts';
import type { House } from './house.ts';
import type { ResourceInfo } from './request-info.ts';

/** Throws a 403 when the user may not do it. A promise only where the authorizer has to wait. */
export function demand(house: House, user: UserInfo, wanted: Attributes): void | Promise<void> {
  const decision = house.authorize(user, wanted);
  if (decision instanceof Promise) return decision.then((made) => refuse(made, user, wanted));
  refuse(decision, user, wanted);
}

interface NotedDemand {
  readonly user: UserInfo;
  readonly wanted: Attributes;
  readonly notes: AuditNotes;
}

/** The same, and writes down what was decided. k8s: apiserver/pkg/endpoints/filters/authorization.go */
export async function demandNoted(house: House, { user, wanted, notes }: NotedDemand): Promise<void> {
  const decision = await house.authorize(user, wanted);
  notes.annotate('authorization.k8s.io/decision', decision.allowed ? 'allow' : 'forbid');
  notes.annotate('authorization.k8s.io/reason', decision.reason);
  refuse(decision, user, wanted);
}

function refuse({ allowed, reason }: Decision, user: UserInfo, wanted: Attributes): void {
  if (!allowed) throw forbidden(user, wanted, reason);
}

/** An authorized request, which may need further permissions. */
interface AllowedRequest {
  readonly house: House;
  readonly catalog: Catalog;
  readonly user: UserInfo;
  readonly info: ResourceInfo;
}

/** What else the user of a request may do. */
export class RequestPermissions implements Permissions {
  readonly #request: AllowedRequest;
  constructor(request: AllowedRequest) {
    this.#request = request;
  }
  get user(): UserInfo {
    return this.#request.user;
  }
  get verb(): string {
    return this.#request.info.verb;
  }
  get namespace(): string {
    return this.#request.info.namespace;
  }
  async demand(verb: string): Promise<void> {
    const { house, user, info } = this.#request;
    await demand(house, user, { ...accessAttributes(info, ''), verb });
  }
  async refusal(wanted: Permission): Promise<string | undefined> {
    const { house, user } = this.#request;
    const attributes: Attributes = { kind: 'resource', ...wanted };
    const { allowed, reason } = await house.authorize(user, attributes);
    return allowed ? undefined : forbidden(user, attributes, reason).message;
  }
  async find({ group, resource }: GroupResource, name: string): Promise<KubeObject | null> {
    const { house, catalog } = this.#request;
    const definition = catalog.definition(group, resource);
    if (definition === undefined) return null;
    const entry = await house.registry.collection(definition.storagePrefix).get(name, { need: 'newest' });
    return entry === null ? null : hubObject(definition, entry);
  }
  resourceOf(kind: GroupVersionKind): string | undefined {
    return this.#request.catalog.findKind(kind)?.definition.resource;
  }
}

/** The same for connections, whose refusal has only the authorizer's reason as its message. */
export async function demandConnection(
  { house, user, info }: Omit<AllowedRequest, 'catalog'>,
  verb: string,
): Promise<void> {
  if (info.verb === verb) return;
  const { allowed, reason } = await house.authorize(user, { ...accessAttributes(info, ''), verb });
  if (!allowed) throw apiErrors.forbidden(info, info.name, reason);
}
