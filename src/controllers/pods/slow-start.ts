/**
 * Does the same thing a number of times, in batches of 1, 2, 4, …, and stops after a batch in which something went wrong:
 * what is refused once is likely to be refused each time. Answers with the first failure.
 */
export async function slowStart(count: number, work: (nth: number) => Promise<unknown>): Promise<Error | undefined> {
  for (let done = 0, size = 1; done < count; done += size, size *= 2) {
    const batch = Array.from({ length: Math.min(size, count - done) }, (_, i) => work(done + i));
    const failed = (await Promise.allSettled(batch)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') {
      return failed.reason instanceof Error ? failed.reason : new Error(String(failed.reason));
    }
  }
  return undefined;
}
