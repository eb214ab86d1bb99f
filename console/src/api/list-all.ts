import { ask } from './call.ts';
import type { KubeObject } from './types.ts';

const PAGE = 500;

interface ListPage<T> {
  readonly items?: readonly T[];
  readonly metadata?: { readonly continue?: string };
}

/** All objects of a list that is known to be of a bearable length. */
export async function listAll<T = KubeObject>(path: string, signal?: AbortSignal): Promise<readonly T[]> {
  const found: T[] = [];
  let token: string | undefined;
  do {
    const page: ListPage<T> = await ask<ListPage<T>>({ path, query: { limit: PAGE, continue: token } }, signal);
    found.push(...(page.items ?? []));
    token = page.metadata?.continue || undefined;
  } while (token !== undefined);
  return found;
}
