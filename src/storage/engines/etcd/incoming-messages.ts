import type { ClientStream } from '#http2';
import type { MessageTaker } from './grpc-answer.ts';
import type { GrpcError } from './grpc-error.ts';

/** Messages that come on a stream and wait until somebody takes them. Meanwhile no more may come than a window holds. */
export class IncomingMessages implements MessageTaker, AsyncIterable<Uint8Array> {
  #stream: ClientStream | undefined;
  readonly #waiting: Uint8Array[] = [];
  /** How many bytes those who wait came with. */
  #size = 0;
  #end: { readonly error: GrpcError | undefined } | undefined;
  #wake: (() => void) | undefined;
  #whenOver: (() => void) | undefined;

  from(stream: ClientStream): void {
    this.#stream = stream;
  }
  whenOver(told: () => void): void {
    this.#whenOver = told;
  }

  messages(messages: readonly Uint8Array[], size: number): void {
    this.#waiting.push(...messages);
    this.#size += size;
    // Part of a message alone: the rest of it must be able to come.
    if (this.#waiting.length === 0) this.#allTaken();
    else this.#wakeUp();
  }
  end(error: GrpcError | undefined): void {
    if (this.#end !== undefined) return;
    this.#end = { error };
    this.#whenOver?.();
    this.#wakeUp();
  }

  /** Nobody wants more of it. */
  close(): void {
    this.#stream?.cancel();
    this.end(undefined);
  }
  /** Nothing more can come. What has come is not lost. */
  breakOff(error: GrpcError): void {
    this.#stream?.cancel();
    this.end(error);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const message = this.#waiting.shift();
        if (message !== undefined) {
          if (this.#waiting.length === 0) this.#allTaken();
          yield message;
        } else if (this.#end === undefined) {
          await this.#more();
        } else {
          if (this.#end.error !== undefined) throw this.#end.error;
          return;
        }
      }
    } finally {
      this.close();
    }
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
  #wakeUp(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
  #allTaken(): void {
    this.#stream?.taken(this.#size);
    this.#size = 0;
  }
}
