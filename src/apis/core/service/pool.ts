/** How finely a place in a pool can be told. */
const PARTS = 2 ** 32;

/** Numbers from 0 to `size - 1`, each given to one holder at a time. */
export class Pool {
  readonly #size: bigint;
  readonly #band: bigint;
  readonly #taken = new Set<bigint>();
  #next: bigint;

  /**
   * Numbers below `band` are given out last: they are left to those who ask for a number of their own choice, so that
   * they seldom find it taken. `start`, from 0 to 1, says where in the rest the first one is looked for.
   */
  constructor(size: bigint, band: bigint, start = 0) {
    this.#size = size;
    this.#band = band;
    this.#next = band + ((size - band) * BigInt(Math.floor(start * PARTS))) / BigInt(PARTS);
  }
  /** False when somebody has it. */
  take(number: bigint): boolean {
    if (this.#taken.has(number)) return false;
    this.#taken.add(number);
    return true;
  }
  /** Goes round, so that a number just given back is not at once given to somebody else. Undefined when all are taken. */
  takeNext(): bigint | undefined {
    if (BigInt(this.#taken.size) >= this.#size) return undefined;
    const number =
      this.#free(this.#next, this.#size) ?? this.#free(this.#band, this.#next) ?? this.#free(0n, this.#band);
    if (number === undefined) return undefined;
    this.#taken.add(number);
    if (number >= this.#band) this.#next = number + 1n;
    return number;
  }
  giveBack(number: bigint): void {
    this.#taken.delete(number);
  }
  #free(from: bigint, to: bigint): bigint | undefined {
    for (let number = from; number < to; number++) if (!this.#taken.has(number)) return number;
    return undefined;
  }
}

/** The size of the part that is given out last: a share of the whole, within bounds, and nothing of a small pool. */
export function bandOf(size: bigint, { share, most }: { readonly share: bigint; readonly most: bigint }): bigint {
  if (size <= 16n) return 0n;
  const part = size / share;
  return part < 16n ? 16n : part > most ? most : part;
}
