/** Work that yields other work and goes on with what that returns. */
export type Task<R> = Generator<Task<unknown>, R, unknown>;

/**
 * Runs tasks with a list of waiting ones in place of the call stack, because texts may be nested deeper than the stack
 * allows.
 */
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
