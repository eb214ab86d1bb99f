/** Work that yields other work and goes on with what that returns. */
export type Task<R> = Generator<Task<unknown>, R, unknown>;

/** Calls as deep as the text is nested would need more stack than there is: here the waiting ones lie in a list. */
export function runTask<R>(task: Task<R>): R {
  const waiting: Task<unknown>[] = [task];
  let settle = (top: Task<unknown>): IteratorResult<Task<unknown>> => top.next();
  for (;;) {
    const top = waiting.at(-1) as Task<unknown>;
    try {
      const { done, value } = settle(top);
      if (done !== true) {
        waiting.push(value as Task<unknown>);
        settle = (next) => next.next();
        continue;
      }
      waiting.pop();
      if (waiting.length === 0) return value as R;
      settle = (next) => next.next(value);
    } catch (error) {
      waiting.pop();
      if (waiting.length === 0) throw error;
      settle = (next) => next.throw(error);
    }
  }
}
