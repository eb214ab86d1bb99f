/** Something that happens once, and that others wait for. */
export class Milestone {
  #isReached = false;
  #resolve: () => void = () => {};
  readonly reached = new Promise<void>((resolve) => {
    this.#resolve = resolve;
  });

  get isReached(): boolean {
    return this.#isReached;
  }
  reach(): void {
    this.#isReached = true;
    this.#resolve();
  }
}
