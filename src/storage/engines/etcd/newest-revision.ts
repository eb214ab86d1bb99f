import type { Revision } from '../../engine.ts';

/**
 * Asks for the newest revision on behalf of many. An answer is good for everybody who came before its question was sent,
 * so that there are never more than one question under way and one that waits for it, however many ask.
 */
export class NewestRevision {
  readonly #question: () => Promise<Revision>;
  #running: Promise<Revision> | undefined;
  #next: Promise<Revision> | undefined;

  constructor(question: () => Promise<Revision>) {
    this.#question = question;
  }

  ask(): Promise<Revision> {
    if (this.#running === undefined) return this.#run();
    this.#next ??= this.#running.then(
      () => this.#runNext(),
      () => this.#runNext(),
    );
    return this.#next;
  }

  #runNext(): Promise<Revision> {
    this.#next = undefined;
    return this.#run();
  }
  #run(): Promise<Revision> {
    const running = this.#question().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}
