import type { Revision } from '../../engine.ts';
import type { Head, KeyHead } from '../revision-log.ts';
import { SortedKeys } from './sorted-keys.ts';

/** The head of every key, in memory, and the keys in order. */
export class KeyIndex {
  /** A removal is a negative revision. */
  readonly #heads: Map<string, Revision>;
  readonly #order: SortedKeys;

  constructor(heads: Map<string, Revision> = new Map()) {
    this.#heads = heads;
    this.#order = new SortedKeys(heads.keys());
  }

  get(key: string): Head | undefined {
    const revision = this.#heads.get(key);
    return revision === undefined ? undefined : headOf(revision);
  }
  set(key: string, { revision, removed }: Head): void {
    if (!this.#heads.has(key)) this.#order.add(key);
    this.#heads.set(key, removed ? -revision : revision);
  }
  delete(key: string): void {
    if (this.#heads.delete(key)) this.#order.remove(key);
  }
  *range(prefix: string, after?: string): Iterable<KeyHead> {
    for (const key of this.#order.range(prefix, after)) yield { key, ...headOf(this.#heads.get(key) as number) };
  }
}

function headOf(revision: Revision): Head {
  return { revision: Math.abs(revision), removed: revision < 0 };
}
