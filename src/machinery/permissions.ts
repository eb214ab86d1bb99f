import type { GroupResource, KubeObject } from '#meta';
import type { UserInfo } from './strategy.ts';

/** Something that a user may or may not do, besides what the request itself asks for. */
export interface Permission {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  /** '' for the cluster scope. */
  readonly namespace: string;
  readonly name: string;
}

/** What may be asked about the user of a request where its verb alone does not say whether a write is allowed. */
export interface Permissions {
  readonly user: UserInfo;
  /** The verb of the request. */
  readonly verb: string;
  readonly namespace: string;
  /** Throws a 403 when the user may not do to the same object what this other verb is for. */
  demand(verb: string): Promise<void>;
  /** Undefined when the user may do it; otherwise the refusal, in the words of a 403. */
  refusal(wanted: Permission): Promise<string | undefined>;
  /** An object of the hub that lies in no namespace; null when there is none. */
  find(resource: GroupResource, name: string): Promise<KubeObject | null>;
  /** The resource of a kind; undefined where it is not served. */
  resourceOf(kind: { readonly group: string; readonly version: string; readonly kind: string }): string | undefined;
}
