/** Numbers that are collected without an allocation for each. */
export class Samples {
  #values = new Float64Array(4096);
  #length = 0;

  add(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Float64Array(this.#length * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length++] = value;
  }
  get length(): number {
    return this.#length;
  }
  all(): Float64Array {
    return this.#values.slice(0, this.#length);
  }
}
