import type { AdmissionChain, Annotate } from '#admission';
import type { Permissions, RequestContext, ServedResource } from '#machinery';
import {
  apiErrors,
  type ClusterPolicy,
  type CreateOptions,
  type FieldError,
  goQuote,
  parseApiVersion,
  pathSegmentName,
  type World,
} from '#meta';
import type { Collection, Written } from '#storage';
import type { StageTimes } from './stage-times.ts';

/** What the registry works with. */
export interface Registry {
  /** The objects under a prefix of the store. */
  collection(prefix: string): Collection;
  readonly admission: AdmissionChain;
  /** What this cluster allows: privileged pods. */
  readonly allowed: ReadonlySet<ClusterPolicy>;
  /**
   * Deletions and changes of metadata need no conversion. With `strict` they fail nevertheless if it fails, as on the
   * real server.
   */
  readonly conversionFailures: 'isolate' | 'strict';
  /** How long expiring objects stay after their last write; 0 for ever. */
  readonly eventTtlMs: number;
  /** No object may take more in the store. */
  readonly maxObjectBytes: number;
  readonly world: World;
  /**
   * Called for every write after it is stored. The writer waits for the promise, which slows down writers that are too
   * fast.
   */
  written?(access: Access, name: string, write: StoredWrite): Promise<void> | undefined;
}

/** What a write came to. */
export type StoredWrite = Exclude<Written, { readonly did: 'keep' }>;

/** One request's view of one resource: what is asked for, by whom, and where warnings go. */
export interface Access extends RequestContext {
  readonly registry: Registry;
  readonly resource: ServedResource;
  /** '' for the object itself. */
  readonly subresource: string;
  /** The options of a write, as they were sent. */
  readonly options?: Partial<CreateOptions>;
  /** The field manager. Only writes need it. */
  readonly manager?: string;
  /** Further permissions of the user. Absent where the server itself acts. */
  readonly permissions?: Permissions;
  /** When the request must be answered, as the clock's `elapsed` tells it. Absent where nobody waits. */
  readonly deadline?: number;
  /** A text for the `Warning` header. */
  readonly warn: (text: string) => void;
  /** Where the times of its stages are added up. Absent where nobody wants to know. */
  readonly stages?: StageTimes | undefined;
  /** A note for the audit log. Absent where nobody writes one. */
  readonly annotate?: Annotate | undefined;
}

/** The same request with some parts replaced. Not a spread, which would evaluate or lose getters. */
export function accessWith(access: Access, change: Partial<Access>): Access {
  return { ...access, now: access.now, ...change };
}

export function collectionOf({ registry, resource }: Access): Collection {
  return registry.collection(resource.definition.storagePrefix);
}

/** The key of an object, relative to its resource's prefix. */
export function keyOf({ resource, namespace }: Access, name: string): string {
  return resource.definition.namespaced ? `${namespace}/${name}` : name;
}

/** The key for a name that was not validated: it must not lead out of the prefix. */
export function askedKeyOf(access: Access, name: string): string {
  if (name === '') throw apiErrors.badRequest('Name parameter required.');
  const faults = pathSegmentName(name, { prefix: false });
  if (faults.length === 0) return keyOf(access, name);
  throw apiErrors.badRequest(`Name parameter invalid: ${goQuote(name)}: ${faults.join(';')}`);
}

/** Without the faults that the cluster allows. */
export function faultsHere({ registry }: Access, faults: readonly FieldError[]): readonly FieldError[] {
  if (faults.length === 0) return faults;
  return faults.filter(({ unlessAllowed: policy }) => policy === undefined || !registry.allowed.has(policy));
}

/** The group and resource that messages name: the ones the client asked for. */
export function groupResourceOf({ resource }: Access): { group: string; resource: string } {
  return { group: resource.group, resource: resource.definition.resource };
}

/** The group and kind that messages name: the hub's, so events of both groups are core Events. */
export function groupKindOf({ resource }: Access): { group: string; kind: string } {
  const { storage, kind } = resource.definition;
  return { group: parseApiVersion(storage.apiVersion)?.group ?? resource.group, kind };
}
