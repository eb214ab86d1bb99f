import { ApiError, type DeleteOptions, type ListOptions } from '#meta';
import { type Entry, pagesFrom } from '#storage';
import type { Access } from './access.ts';
import { removeOneOfMany, warnOfPropagation } from './delete.ts';
import { type LongList, list } from './read.ts';
import type { Selection } from './selection.ts';
import { convertPage } from './views.ts';

/** How many objects are listed at a time, and how many are deleted at once. */
const PAGE = 500;
const WORKERS = 16;

interface CollectionDeletion {
  readonly list: ListOptions;
  readonly delete: DeleteOptions;
  readonly selection: Selection;
}

/** Deletes what a list would show, page by page, and answers with that list. What vanished meanwhile is no mistake. */
export async function removeCollection(access: Access, request: CollectionDeletion): Promise<LongList> {
  warnOfPropagation(access, request.delete);
  const limited = request.list.limit > 0;
  const entries: Entry[] = [];
  let page = await list(access, limited ? request.list : { ...request.list, limit: PAGE }, request.selection);
  const { revision } = page;
  for (;;) {
    if (access.registry.conversionFailures === 'strict') await convertPage(access.resource, page.entries);
    await removeAll(access, page.entries, request.delete);
    entries.push(...page.entries);
    const { entries: _, ...about } = page;
    if (limited || page.continue === undefined) return pagesFrom(entries, limited ? about : { revision });
    page = await list(
      access,
      { ...request.list, limit: PAGE, continue: page.continue, resourceVersion: '' },
      request.selection,
    );
  }
}

async function removeAll(access: Access, entries: readonly Entry[], options: DeleteOptions): Promise<void> {
  const queue = [...entries];
  const worker = async (): Promise<void> => {
    for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) await removeOne(access, entry, options);
  };
  const workers = Array.from({ length: Math.min(WORKERS, queue.length) }, worker);
  for (const outcome of await Promise.allSettled(workers)) if (outcome.status === 'rejected') throw outcome.reason;
}

async function removeOne(access: Access, entry: Entry, options: DeleteOptions): Promise<void> {
  const name = entry.key.slice(entry.key.lastIndexOf('/') + 1);
  try {
    await removeOneOfMany(access, name, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 404) throw error;
  }
}
