import { ask, StatusError } from './call.ts';
import { watchOnce } from './list-watch.ts';
import { nameSelector, type ObjectRef, objectPath, resourcePath } from './resource-path.ts';
import type { KubeObject } from './types.ts';

/** A state that the object had, as far as the server still remembers. */
export interface Revision {
  readonly resourceVersion: string;
  readonly object: KubeObject;
  /** What made it: undefined for the oldest state that is remembered. */
  readonly type?: 'ADDED' | 'MODIFIED' | 'DELETED';
}

/** A watch that begins here is told where the memory of the server begins. */
const BEFORE_ALL = '1';
/** A server that says nothing for this long has nothing more to say. */
const SILENCE_MS = 1200;

/** The states of an object that the server still remembers (`--history`), the oldest first. */
export async function readHistory(ref: ObjectRef, signal: AbortSignal): Promise<readonly Revision[]> {
  const now = await ask<KubeObject>({ path: objectPath(ref) }, signal);
  const until = now.metadata.resourceVersion ?? '';
  try {
    return withPresent(await changesSince(ref, { from: BEFORE_ALL, until }, signal), now);
  } catch (error) {
    const from = oldestIn(error);
    if (from === undefined) throw error;
    const [first, changes] = await Promise.all([
      stateAt(ref, from, signal),
      changesSince(ref, { from, until }, signal),
    ]);
    return withPresent(first === undefined ? changes : [first, ...changes], now);
  }
}

/** `too old resource version: 1 (4711)` tells the oldest that can be asked for. */
export function oldestIn(error: unknown): string | undefined {
  if (!(error instanceof StatusError) || !error.isExpired) return undefined;
  return /\((\d+)\)\s*$/.exec(error.message)?.[1];
}

function withPresent(revisions: readonly Revision[], now: KubeObject): readonly Revision[] {
  const resourceVersion = now.metadata.resourceVersion ?? '';
  if (revisions.some((one) => one.resourceVersion === resourceVersion)) return revisions;
  return [...revisions, { resourceVersion, object: now }];
}

interface Span {
  readonly from: string;
  readonly until: string;
}

async function changesSince(ref: ObjectRef, { from, until }: Span, signal: AbortSignal): Promise<readonly Revision[]> {
  const found: Revision[] = [];
  const quiet = new AbortController();
  const stop = (): void => quiet.abort();
  signal.addEventListener('abort', stop);
  let timer = setTimeout(stop, SILENCE_MS);
  try {
    const call = { path: resourcePath(ref, ref.namespace), query: { fieldSelector: nameSelector(ref.name) } };
    for await (const { type, object } of watchOnce<KubeObject>({ ...call, version: from }, quiet.signal)) {
      clearTimeout(timer);
      timer = setTimeout(stop, SILENCE_MS);
      if (type === 'BOOKMARK' || type === 'ERROR') continue;
      const resourceVersion = object.metadata.resourceVersion ?? '';
      found.push({ resourceVersion, object, type });
      if (resourceVersion === until) break;
    }
  } catch (error) {
    if (!quiet.signal.aborted || signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
  return found;
}

async function stateAt(ref: ObjectRef, resourceVersion: string, signal: AbortSignal): Promise<Revision | undefined> {
  const query = { fieldSelector: nameSelector(ref.name), resourceVersion, resourceVersionMatch: 'Exact' };
  const { items } = await ask<{
    readonly items: readonly KubeObject[];
    readonly apiVersion: string;
    readonly kind: string;
  }>({ path: resourcePath(ref, ref.namespace), query }, signal);
  const [object] = items;
  return object && { resourceVersion: object.metadata.resourceVersion ?? resourceVersion, object };
}
