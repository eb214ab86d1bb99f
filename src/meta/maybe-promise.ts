/** What is there at once, or has to be waited for. `await` costs a turn of the loop even for what is there. */
export type MaybePromise<T> = T | Promise<T>;

/** Goes on with a value, at once where it is there. Not named `then`: modules that export that are waited for in vain. */
export function whenReady<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** `try` and `catch` around what may have to be waited for. */
export function orElse<T>(work: () => MaybePromise<T>, failed: (error: unknown) => MaybePromise<T>): MaybePromise<T> {
  try {
    const made = work();
    return made instanceof Promise ? made.catch(failed) : made;
  } catch (error) {
    return failed(error);
  }
}
