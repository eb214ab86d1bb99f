import { useEffect, useState } from 'preact/hooks';
import { ask, StatusError } from '../api/call.ts';
import { watchOnce } from '../api/list-watch.ts';
import { nameSelector, type ObjectRef, objectPath, resourcePath } from '../api/resource-path.ts';
import type { KubeObject } from '../api/types.ts';

export interface FollowedObject {
  readonly object?: KubeObject;
  /** The object is the last that was seen of one that is gone. */
  readonly deleted?: boolean;
  readonly error?: unknown;
}

const PAUSE_MS = 2000;

/** An object as it is now, and as it becomes while it is looked at. */
export function useObject(ref: ObjectRef): FollowedObject {
  const key = objectPath(ref);
  const [state, setState] = useState<{ readonly key: string; readonly found: FollowedObject }>();
  // The key is the object.
  useEffect(() => {
    const abort = new AbortController();
    const tell = (found: FollowedObject): void => {
      if (!abort.signal.aborted) setState({ key, found });
    };
    void follow(ref, tell, abort.signal);
    return () => abort.abort();
  }, [key]);
  return state?.key === key ? state.found : {};
}

async function follow(ref: ObjectRef, tell: (found: FollowedObject) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const object = await ask<KubeObject>({ path: objectPath(ref) }, signal);
      tell({ object });
      await followFrom(ref, object, tell, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof StatusError && error.isExpired)) tell({ error });
      // What is not there, or may not be seen, is not asked for again.
      if (error instanceof StatusError && error.code >= 400 && error.code < 500 && !error.isExpired) return;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function followFrom(
  ref: ObjectRef,
  from: KubeObject,
  tell: (found: FollowedObject) => void,
  signal: AbortSignal,
): Promise<void> {
  const path = resourcePath(ref, ref.namespace);
  const query = { fieldSelector: nameSelector(ref.name) };
  const version = from.metadata.resourceVersion ?? '';
  for await (const { type, object } of watchOnce<KubeObject>({ path, query, version }, signal)) {
    if (type === 'BOOKMARK') continue;
    tell(type === 'DELETED' ? { object, deleted: true } : { object });
  }
}
