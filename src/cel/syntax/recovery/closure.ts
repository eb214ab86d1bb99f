import type { Bottom, CallStack, CallStacks } from './call-stack.ts';
import { network } from './network.ts';
import type { State, Transition } from './network-node.ts';

/** A way of reading on: a state, the alternative that led there, and the rules that are open. */
export interface Configuration {
  readonly state: State;
  readonly alternative: number;
  stack: CallStack;
  /** The precedence an operator must have for this way to be open; zero: none. */
  readonly precedence: number;
  /** It has left the rule in which the prediction began. */
  beyond: boolean;
  /** It left the recursive rule in which the prediction began to where that was used first. */
  outermost: boolean;
}

/** Ways that differ in more than their stacks. */
export class Configurations {
  readonly list: Configuration[] = [];
  readonly bottom: Bottom;
  readonly #stacks: CallStacks;
  readonly #known = new Map<string, Configuration>();

  constructor(stacks: CallStacks, bottom: Bottom) {
    this.#stacks = stacks;
    this.bottom = bottom;
  }

  add(added: Configuration): void {
    const key = `${added.state.number}:${added.alternative}:${added.precedence}`;
    const existing = this.#known.get(key);
    if (existing === undefined) {
      const copy = { ...added };
      this.#known.set(key, copy);
      this.list.push(copy);
      return;
    }
    existing.stack = this.#stacks.merge(existing.stack, added.stack, this.bottom);
    existing.beyond ||= added.beyond;
    existing.outermost ||= added.outermost;
  }
}

interface ClosureOptions {
  readonly decision: State;
  /** The precedence, while the ways begin; undefined once a token was taken. */
  readonly atStart: number | undefined;
}

/** All states that can be reached without a token. */
export class Closure {
  readonly #stacks: CallStacks;
  readonly #into: Configurations;
  readonly #options: ClosureOptions;
  readonly #busy = new Set<string>();

  constructor(stacks: CallStacks, into: Configurations, options: ClosureOptions) {
    this.#stacks = stacks;
    this.#into = into;
    this.#options = options;
  }

  add(way: Configuration): void {
    this.#close(way, 0);
  }

  #close(way: Configuration, depth: number): void {
    if (way.state.kind !== 'stop') {
      this.#expand(way, depth);
      return;
    }
    if (way.stack === this.#stacks.bottom) {
      if (this.#into.bottom === 'the end') this.#into.add(way);
      else this.#expand(way, depth);
      return;
    }
    // The last first, as a stack of things to do has it.
    for (const { returnTo, parent } of way.stack.entries.toReversed()) {
      const state = network().states[returnTo] as State;
      this.#close({ ...way, state, stack: parent, outermost: false }, depth);
    }
  }

  #expand(way: Configuration, depth: number): void {
    if (!way.state.epsilonOnly) this.#into.add(way);
    way.state.transitions.forEach((transition, i) => {
      if (i === 0 && isRedundantLoop(way, this.#stacks.bottom)) return;
      const next = this.#step(way, transition, depth);
      if (next === undefined) return;
      if (way.state.kind === 'stop') {
        const outermost =
          this.#options.decision.precedenceDecision &&
          transition.type === 'epsilon' &&
          transition.outermostReturn === this.#options.decision.rule;
        this.#leave({ ...next, beyond: true, outermost: next.outermost || outermost }, depth - 1);
      } else this.#close(next, transition.type === 'rule' && depth >= 0 ? depth + 1 : depth);
    });
  }

  /** Out of the rule in which the prediction began, to anywhere that uses it: each place once. */
  #leave(way: Configuration, depth: number): void {
    const key = `${way.state.number}:${way.alternative}:${way.stack.id}:${way.precedence}:${way.outermost}`;
    if (this.#busy.has(key)) return;
    this.#busy.add(key);
    this.#close(way, depth);
  }

  #step(way: Configuration, transition: Transition, depth: number): Configuration | undefined {
    switch (transition.type) {
      case 'token':
        return undefined;
      case 'rule':
        return { ...way, state: transition.target, stack: this.#stacks.push(way.stack, transition.follow.number) };
      case 'precedence':
        return this.#operator(way, transition, depth);
      default:
        return { ...way, state: transition.target };
    }
  }

  #operator(way: Configuration, { target, precedence }: Transition & { type: 'precedence' }, depth: number) {
    const { atStart } = this.#options;
    if (atStart === undefined || depth !== 0) return { ...way, state: target };
    if (this.#into.bottom === 'anything') return { ...way, state: target, precedence };
    return precedence >= atStart ? { ...way, state: target } : undefined;
  }
}

/** Entering the loop of a recursive rule from an operand within that very loop: its caller enters it too. */
function isRedundantLoop({ state, stack }: Configuration, bottom: CallStack): boolean {
  if (!state.precedenceDecision || stack === bottom) return false;
  const blockEnd = (state.transitions[0] as Transition).target.end;
  return stack.entries.every(({ returnTo }) => {
    const at = network().states[returnTo] as State;
    if (at.rule !== state.rule || at.transitions.length !== 1 || at.transitions[0]?.type !== 'epsilon') return false;
    return at === blockEnd || at.transitions[0].target === blockEnd;
  });
}
