/**
 * The rules that a prediction is in: where each returns to. Several stacks share what they have in common, as a graph.
 * Equal ones are the same object.
 */
export interface CallStack {
  readonly id: number;
  /** Sorted by the state that is returned to. Empty at the bottom. */
  readonly entries: readonly StackEntry[];
}

interface StackEntry {
  readonly returnTo: number;
  readonly parent: CallStack;
}

/** How stacks are merged: a bottom that stands for any caller absorbs all others. */
export type Bottom = 'anything' | 'the end';

export class CallStacks {
  readonly bottom: CallStack = { id: 0, entries: [] };
  readonly #known = new Map<string, CallStack>();

  push(parent: CallStack, returnTo: number): CallStack {
    return this.#of([{ returnTo, parent }]);
  }

  merge(a: CallStack, b: CallStack, bottom: Bottom): CallStack {
    if (a === b) return a;
    if (a === this.bottom || b === this.bottom) {
      if (bottom === 'anything') return this.bottom;
      // ANTLR drops the bottom here.
      return a === this.bottom ? b : a;
    }
    const merged = new Map<number, CallStack>();
    for (const { returnTo, parent } of [...a.entries, ...b.entries]) {
      const other = merged.get(returnTo);
      merged.set(returnTo, other === undefined ? parent : this.merge(other, parent, bottom));
    }
    const entries = [...merged].map(([returnTo, parent]) => ({ returnTo, parent }));
    return this.#of(entries.sort((x, y) => x.returnTo - y.returnTo));
  }

  #of(entries: readonly StackEntry[]): CallStack {
    const key = entries.map(({ returnTo, parent }) => `${returnTo}:${parent.id}`).join();
    let stack = this.#known.get(key);
    if (stack === undefined) {
      stack = { id: this.#known.size + 1, entries };
      this.#known.set(key, stack);
    }
    return stack;
  }
}
