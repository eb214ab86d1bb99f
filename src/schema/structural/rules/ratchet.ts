import type { Json } from '#meta';
import type { Correlation } from '../correlation.ts';

/** A value together with what it was before. */
class Pair {
  readonly value: Json;
  readonly correlation: Correlation;
  #same: boolean | undefined;

  constructor(value: Json, correlation: Correlation) {
    this.value = value;
    this.correlation = correlation;
  }
  get same(): boolean {
    this.#same ??= this.correlation.equals(this.value);
    return this.#same;
  }
}

/** Tells at each place of an object whether faults are forgiven because nothing has changed there. */
export class Ratchet {
  readonly #current: Pair | undefined;
  /** The nearest one above that has a former self. */
  readonly #above: Pair | undefined;

  private constructor(current: Pair | undefined, above: Pair | undefined) {
    this.#current = current;
    this.#above = above;
  }

  static root(value: Json, correlation: Correlation): Ratchet {
    return new Ratchet(new Pair(value, correlation), undefined);
  }

  get forgives(): boolean {
    return (this.#current ?? this.#above)?.same ?? false;
  }

  key(name: string, value: Json): Ratchet | undefined {
    if (this.#current === undefined) return this;
    // The version and kind of a whole object cannot be told apart from those of the old one: both were converted.
    if (this.#above === undefined && (name === 'apiVersion' || name === 'kind')) return undefined;
    return this.#below(value, this.#current.correlation.key(name));
  }

  item(value: Json): Ratchet {
    return this.#current === undefined ? this : this.#below(value, this.#current.correlation.item(value));
  }

  #below(value: Json, correlation: Correlation | undefined): Ratchet {
    return new Ratchet(correlation === undefined ? undefined : new Pair(value, correlation), this.#current);
  }
}
