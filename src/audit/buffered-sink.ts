import type { AuditSink, LossReport } from './sink.ts';

/** Nobody waits for the log. What comes faster than it can be written is lost when so many events wait. */
export class BufferedSink implements AuditSink {
  readonly #sink: AuditSink;
  readonly #size: number;
  readonly #losses: LossReport;
  #waiting = 0;

  constructor(sink: AuditSink, { size, losses }: { readonly size: number; readonly losses: LossReport }) {
    this.#sink = sink;
    this.#size = size;
    this.#losses = losses;
  }

  async write(line: string): Promise<boolean> {
    if (this.#waiting >= this.#size) {
      this.#losses.lose(1, new Error('audit buffer queue blocked'));
      return true;
    }
    this.#waiting++;
    void this.#sink.write(line).finally(() => {
      this.#waiting--;
    });
    return true;
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#sink[Symbol.asyncDispose]();
  }
}
