/**
 * A controller that fires when one of the signals does, which may live much longer than it: once it has fired, or is
 * released, nothing of it is left there. Neither `AbortSignal.any` nor a listener with a `signal` of its own is sure to go:
 * Node 20 keeps two kilobytes for each of the former as long as the longest-lived of its signals, and holds weakly what would
 * remove the latter, so that the garbage collection may take it before.
 */
export class LinkedAbort extends AbortController implements Disposable {
  readonly #followed: readonly AbortSignal[];

  constructor(...followed: readonly AbortSignal[]) {
    super();
    this.#followed = followed;
    for (const signal of followed) {
      if (signal.aborted) this.abort(signal.reason);
      else signal.addEventListener('abort', this.#fired);
    }
    if (this.signal.aborted) this.#leave();
  }
  override abort(reason: unknown = ended): void {
    this.#leave();
    super.abort(reason);
  }
  /** It will not be needed any more, though it has not fired. */
  [Symbol.dispose](): void {
    this.#leave();
  }

  readonly #fired = ({ target }: Event): void => this.abort((target as AbortSignal).reason);
  #leave(): void {
    for (const signal of this.#followed) signal.removeEventListener('abort', this.#fired);
  }
}

/** The same for all: an error of its own would know the whole stack, and with it the request, as long as somebody has the signal. */
const ended = new DOMException('This operation was aborted', 'AbortError');
