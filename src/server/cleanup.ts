/** What must be undone at the end, last made first undone, each step also when an earlier one failed. */
export class Cleanup {
  readonly #steps: (() => unknown)[] = [];
  #running: Promise<void> | undefined;

  add(step: () => unknown): void {
    this.#steps.push(step);
  }
  /** Runs once; later calls wait for the first. */
  run(): Promise<void> {
    this.#running ??= this.#undo();
    return this.#running;
  }
  async #undo(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of this.#steps.reverse()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0)
      throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'stopping failed');
  }
}
