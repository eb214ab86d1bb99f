import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, StatusError } from '../../api/call.ts';
import type { ServedResource } from '../../api/discovery.ts';
import { watchOnce } from '../../api/list-watch.ts';
import { resourcePath } from '../../api/resource-path.ts';
import type { KubeObject } from '../../api/types.ts';
import { EventLog } from './event-log.ts';
import { resourceKey } from './watched-resources.ts';

const PAUSE_MS = 3000;
const REDRAW_MS = 150;

/** All that happens to the resources from now on. `failures` names those that cannot be watched. */
export function useLiveEvents(resources: readonly ServedResource[]): {
  readonly log: EventLog;
  readonly failures: ReadonlyMap<string, unknown>;
} {
  const log = useRef(new EventLog());
  const failures = useRef(new Map<string, unknown>());
  const [, redraw] = useState<unknown>();
  const key = resources.map(resourceKey).join();
  // The key is the resources.
  useEffect(() => {
    const abort = new AbortController();
    failures.current = new Map();
    for (const one of resources)
      void follow(one, { log: log.current, failures: failures.current, signal: abort.signal });
    const timer = setInterval(() => redraw(`${log.current.events[0]?.id} ${failures.current.size}`), REDRAW_MS);
    return () => {
      abort.abort();
      clearInterval(timer);
    };
  }, [key]);
  return { log: log.current, failures: failures.current };
}

interface Following {
  readonly log: EventLog;
  readonly failures: Map<string, unknown>;
  readonly signal: AbortSignal;
}

async function follow(one: ServedResource, { log, failures, signal }: Following): Promise<void> {
  const ref = { group: one.group, version: one.versions[0] ?? '', resource: one.resource, namespaced: one.namespaced };
  const path = resourcePath(ref);
  let version: string | undefined;
  while (!signal.aborted) {
    try {
      version ??= await newestVersion(path, signal);
      for await (const { type, object } of watchOnce<KubeObject>({ path, version }, signal)) {
        version = object.metadata.resourceVersion ?? version;
        if (type !== 'BOOKMARK' && type !== 'ERROR') log.add({ at: Date.now(), type, resource: ref, object });
      }
      failures.delete(resourceKey(one));
    } catch (error) {
      if (signal.aborted) return;
      version = undefined;
      if (!(error instanceof StatusError && error.isExpired)) failures.set(resourceKey(one), error);
      if (error instanceof StatusError && error.code === 403) return;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function newestVersion(path: string, signal: AbortSignal): Promise<string> {
  const list = await ask<{ readonly metadata: { readonly resourceVersion?: string } }>(
    { path, query: { limit: 1 } },
    signal,
  );
  return list.metadata.resourceVersion ?? '';
}
