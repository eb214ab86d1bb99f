/**
 * The way to a value, for the sake of its size. It grows in place where it can, as slices in Go do: two ways that grow
 * from the same one may then share their last step. Whoever grew last has it. The real estimates depend on it.
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
