/**
 * The path to a value, for finding its size. It grows in place where it can, as slices in Go do, so that two paths that
 * grow from one may share their last step, which is then the one that was added last. This is a flaw of cel-go that its
 * estimates depend on.
 */
export class CostPath {
  readonly #shared: string[];
  readonly #length: number;
  readonly #capacity: number;

  private constructor(shared: string[], length: number, capacity: number) {
    this.#shared = shared;
    this.#length = length;
    this.#capacity = capacity;
  }

  static readonly empty: CostPath = new CostPath([], 0, 0);
  static of(name: string): CostPath {
    return new CostPath([name], 1, 1);
  }

  get steps(): readonly string[] {
    return this.#shared.slice(0, this.#length);
  }
  get first(): string | undefined {
    return this.#length === 0 ? undefined : this.#shared[0];
  }

  append(step: string): CostPath {
    if (this.#length < this.#capacity) {
      this.#shared[this.#length] = step;
      return new CostPath(this.#shared, this.#length + 1, this.#capacity);
    }
    const capacity = Math.max(this.#capacity * 2, 1);
    return new CostPath([...this.steps, step], this.#length + 1, capacity);
  }
}
