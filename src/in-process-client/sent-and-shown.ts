import type { ListRequest, ObjectTarget, WatchRequest, WriteOptions } from '#client';
import { DecodeError, type ServedResource, strictDecodingError } from '#machinery';
import {
  apiErrors,
  apiVersionOf,
  cloneJson,
  type KubeObject,
  type ListOptions,
  type Versioned,
  validateListOptions,
  withListDefaults,
} from '#meta';
import { fromStored, objectInVersion, type Shown } from '#registry';

/** The options of a list or watch with what holds where nothing is said. */
export function listOptions(request: ListRequest & WatchRequest, { watch }: { readonly watch: boolean }): ListOptions {
  const { signal: _, ...asked } = request;
  const options = withListDefaults({
    labelSelector: '',
    fieldSelector: '',
    resourceVersion: '',
    resourceVersionMatch: '',
    continue: '',
    limit: 0,
    allowWatchBookmarks: false,
    ...given(asked),
    watch,
  });
  const faults = validateListOptions(options);
  if (faults.length > 0) throw apiErrors.invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', faults);
  return options;
}

/** What is sent, read as a body is: of the kind and version that are asked for, with its types checked. */
export function decode(served: ServedResource, object: KubeObject, { fieldValidation }: WriteOptions): Versioned {
  const { kind } = served.definition;
  const apiVersion = apiVersionOf(served);
  if (object.kind !== kind || object.apiVersion !== apiVersion) {
    throw apiErrors.badRequest(`${object.kind} of ${object.apiVersion} is not a ${kind} of ${apiVersion}`);
  }
  try {
    const decoded = served.versionDefinition.codec.decode({ value: cloneJson(object), duplicates: [] });
    const { strictErrors } = decoded;
    if (fieldValidation === 'Strict' && strictErrors.length > 0)
      throw new DecodeError(strictDecodingError(strictErrors));
    return decoded.object;
  } catch (error) {
    if (error instanceof DecodeError) throw apiErrors.badRequest(error.message);
    throw error;
  }
}

/** What is sent must be about the object that is named. */
export function matchTarget({ name, namespace }: ObjectTarget, { metadata }: KubeObject): void {
  if (metadata.name === name && (!metadata.namespace || !namespace || metadata.namespace === namespace)) return;
  throw apiErrors.badRequest(`the object is ${metadata.namespace}/${metadata.name}, not ${namespace}/${name}`);
}

/** What a write left to show, in the version that was asked for. */
export async function shown(served: ServedResource, left: Shown): Promise<KubeObject> {
  if ('entry' in left) return objectInVersion(served, left.entry);
  return 'stored' in left ? fromStored(served, left.stored) : served.versionDefinition.fromHub(left.hub);
}

/** Without what is undefined. */
export function given<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as { [K in keyof T]: Exclude<T[K], undefined> };
}
