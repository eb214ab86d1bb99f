import type { OwnerReference } from '#meta';
import type { ApiService, ApiServiceSpec } from './availability.ts';

/** The servers that versions of groups are registered for. */
export interface AggregatedServers {
  /** Whether it is said where a service is, so that the service need not be there. */
  isFixed(service: NonNullable<ApiServiceSpec['service']>): boolean;
  /** Why a server does not answer; undefined when it does. */
  fault(service: ApiService, signal: AbortSignal): Promise<string | undefined>;
  /** Brings up to date what is known of what a server serves. */
  refresh(name: string, signal: AbortSignal): Promise<void>;
  /** Versions of which nobody knows now what they serve, as `GROUP/VERSION`. */
  undiscovered(): readonly string[];
  /** Deletes what the others keep in a namespace, and tells what stays behind. */
  deleteContent(namespace: string, signal: AbortSignal): Promise<RemoteRemains>;
  /** Whether there are any. */
  readonly hasServers: boolean;
  /** The objects of others that name owners. */
  dependents(signal: AbortSignal): Promise<readonly RemoteDependent[]>;
  /** Whether an owner is at one of them; undefined where none of them can tell. */
  hasOwner(reference: OwnerReference, namespace: string, signal: AbortSignal): Promise<boolean | undefined>;
}

interface RemoteDependent {
  readonly namespace: string;
  readonly owners: readonly OwnerReference[];
  delete(signal: AbortSignal): Promise<void>;
}

interface RemoteRemains {
  /** By resource, as `things.example.com`. */
  readonly resources: ReadonlyMap<string, number>;
  readonly finalizers: ReadonlyMap<string, number>;
  readonly failures: readonly Error[];
}

/** Where there are none. */
export const noServers: AggregatedServers = {
  isFixed: () => false,
  fault: async () => 'this server does not forward requests to others',
  refresh: async () => undefined,
  undiscovered: () => [],
  deleteContent: async () => ({ resources: new Map(), finalizers: new Map(), failures: [] }),
  hasServers: false,
  dependents: async () => [],
  hasOwner: async () => undefined,
};
