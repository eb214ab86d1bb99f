/**
 * Does the same thing with each item, in batches of 1, 2, 4, …, and stops after a batch with a failure: what is refused
 * once is likely to be refused each time. Returns the first failure.
 */
export async function slowStart<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<Error | undefined> {
  for (let done = 0, size = 1; done < items.length; done += size, size *= 2) {
    const batch = items.slice(done, done + size).map(work);
    const failed = (await Promise.allSettled(batch)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') {
      return failed.reason instanceof Error ? failed.reason : new Error(String(failed.reason));
    }
  }
  return undefined;
}
