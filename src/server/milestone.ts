/** Something that happens once, and that others wait for. */
export class Milestone {
  #isReached = false;
  #fault: string | undefined;
  #resolve: () => void = () => {};
  readonly reached = new Promise<void>((resolve) => {
    this.#resolve = resolve;
  });

  get isReached(): boolean {
    return this.#isReached;
  }
  /** What went wrong on the way, if anything did. */
  get fault(): string | undefined {
    return this.#fault;
  }
  markReached(fault?: string): void {
    this.#isReached = true;
    this.#fault = fault;
    this.#resolve();
  }
}
