import { T, type TokenKind } from '../token.ts';
import { type Bottom, type CallStack, CallStacks } from './call-stack.ts';
import { Closure, type Configuration, Configurations } from './closure.ts';
import type { State } from './network-node.ts';

interface Reached {
  readonly configurations: Configurations;
  readonly prediction: Verdict | undefined;
  /** What a token leads to; undefined: nowhere. */
  readonly next: Map<TokenKind, Reached | undefined>;
}

type Verdict =
  | { readonly type: 'one'; readonly alternative: number }
  | { readonly type: 'conflict'; readonly alternatives: readonly number[] };

interface Look {
  /** The kind of the token so many ahead, from zero. */
  kind(ahead: number): TokenKind;
  /** The least precedence that an operator may have here. */
  readonly precedence: number;
  /** Where the open rules return to, innermost last. */
  readonly returns: readonly State[];
}

/** The alternative, or how many tokens ahead none was left. */
type Prediction = { readonly alternative: number } | { readonly failedAt: number };

/**
 * Decides which alternative to take, looking ahead as far as needed: first as if the rule could have been called from
 * anywhere, and only if that leaves a conflict with the rules that are really open. ANTLR calls it adaptive LL(*).
 * What was found out is kept for the next decision of the same kind.
 */
class Predictor {
  readonly #stacks = new CallStacks();
  readonly #begun = new Map<string, Reached>();
  /** How many configurations are kept. */
  size = 0;

  predict(decision: State, look: Look): Prediction {
    let here = this.#begin(decision, look, 'anything');
    for (let ahead = 0; ; ahead++) {
      const kind = look.kind(ahead);
      const next = this.#follow(decision, here, kind);
      if (next === undefined) return this.#dead(here, look, ahead);
      const answer = this.#judge(decision, next, look);
      if (answer !== undefined) return answer;
      here = next;
    }
  }

  #judge(decision: State, { configurations, prediction }: Reached, look: Look): Prediction | undefined {
    if (prediction === undefined) return undefined;
    const alternatives = prediction.type === 'one' ? [prediction.alternative] : prediction.alternatives;
    const open = alternatives.filter((alternative) => isOpen(configurations, alternative, look.precedence));
    if (prediction.type === 'one') return open.length === 0 ? { failedAt: 0 } : { alternative: open[0] as number };
    if (open.length === 1) return { alternative: open[0] as number };
    return this.#predictInContext(decision, look);
  }

  /** With the rules that are open. */
  #predictInContext(decision: State, look: Look): Prediction {
    let here = this.#begin(decision, look, 'the end');
    for (let ahead = 0; ; ahead++) {
      const next = this.#follow(decision, here, look.kind(ahead));
      // The message names only the first token, however far ahead the parser looked.
      if (next === undefined) return this.#dead(here, look, 0);
      const { list } = next.configurations;
      const unique = uniqueAlternative(list);
      if (unique !== undefined) return { alternative: unique };
      const firsts = new Set(conflicts(list).map((alternatives) => Math.min(...alternatives)));
      if (firsts.size === 1) return { alternative: [...firsts][0] as number };
      here = next;
    }
  }

  /** No configuration goes on. One that had finished the rule is still right: the error lies behind it. */
  #dead({ configurations }: Reached, look: Look, ahead: number): Prediction {
    const finished = (open: boolean): number[] =>
      configurations.list
        .filter((way) => way.precedence === 0 || way.precedence >= look.precedence === open)
        .filter((way) => way.beyond || (way.state.kind === 'stop' && this.#reachesBottom(way.stack)))
        .map((way) => way.alternative);
    const alternatives = finished(true);
    if (alternatives.length > 0) return { alternative: Math.min(...alternatives) };
    const closed = finished(false);
    return closed.length > 0 ? { alternative: Math.min(...closed) } : { failedAt: ahead };
  }

  #reachesBottom(stack: CallStack): boolean {
    return stack === this.#stacks.bottom;
  }

  #begin(decision: State, look: Look, bottom: Bottom): Reached {
    const returns = bottom === 'anything' ? [] : look.returns;
    const context = returns.map((state) => state.number).join();
    const key = `${decision.number}|${bottom}|${context}|${look.precedence}`;
    let begun = this.#begun.get(key);
    if (begun === undefined) {
      const configurations = this.#startOf(decision, look, bottom);
      begun = { configurations, prediction: undefined, next: new Map() };
      this.#begun.set(key, begun);
    }
    return begun;
  }

  #startOf(decision: State, look: Look, bottom: Bottom): Configurations {
    const inContext = bottom === 'the end';
    let stack = this.#stacks.bottom;
    if (inContext) for (const { number } of look.returns) stack = this.#stacks.push(stack, number);
    const ways = new Configurations(this.#stacks, bottom);
    decision.transitions.forEach(({ target }, i) => {
      const closure = new Closure(this.#stacks, ways, { decision, atStart: look.precedence });
      closure.add({ state: target, alternative: i + 1, stack, precedence: 0, beyond: false, outermost: false });
    });
    return decision.precedenceDecision && !inContext ? this.#byPrecedence(ways, look.precedence) : ways;
  }

  /** Of a recursive rule: going on wins over ending it and going on outside, which would be the same. */
  #byPrecedence(ways: Configurations, precedence: number): Configurations {
    const kept = new Configurations(this.#stacks, ways.bottom);
    const goingOn = new Map<State, CallStack>();
    for (const way of ways.list) {
      if (way.alternative !== 1 || (way.precedence > 0 && way.precedence < precedence)) continue;
      goingOn.set(way.state, way.stack);
      kept.add({ ...way, precedence: 0 });
    }
    for (const way of ways.list) {
      if (way.alternative === 1) continue;
      if (!way.outermost && goingOn.get(way.state) === way.stack) continue;
      kept.add(way);
    }
    return kept;
  }

  #follow(decision: State, from: Reached, kind: TokenKind): Reached | undefined {
    if (from.next.has(kind)) return from.next.get(kind);
    const configurations = this.#reach(decision, from.configurations, kind);
    const next =
      configurations.list.length === 0
        ? undefined
        : { configurations, prediction: verdict(configurations), next: new Map() };
    from.next.set(kind, next);
    this.size++;
    return next;
  }

  #reach(decision: State, from: Configurations, kind: TokenKind): Configurations {
    const inContext = from.bottom === 'the end';
    const stepped = new Configurations(this.#stacks, from.bottom);
    const stopped: Configuration[] = [];
    for (const way of from.list) {
      if (way.state.kind === 'stop') {
        if (inContext || kind === T.EOF) stopped.push(way);
        continue;
      }
      for (const transition of way.state.transitions)
        if (transition.type === 'token' && transition.kinds.includes(kind))
          stepped.add({ ...way, state: transition.target });
    }
    if (stopped.length === 0 && kind !== T.EOF && uniqueAlternative(stepped.list) !== undefined) return stepped;
    let reached = new Configurations(this.#stacks, from.bottom);
    const closure = new Closure(this.#stacks, reached, { decision, atStart: undefined });
    for (const way of stepped.list) closure.add(way);
    if (kind === T.EOF) reached = this.#onlyStopped(reached);
    const hasStopped = reached.list.some((way) => way.state.kind === 'stop');
    if (!inContext || !hasStopped) for (const way of stopped) reached.add(way);
    return reached;
  }

  #onlyStopped(ways: Configurations): Configurations {
    const kept = new Configurations(this.#stacks, ways.bottom);
    for (const way of ways.list) if (way.state.kind === 'stop') kept.add(way);
    return kept;
  }
}

const MAX_KEPT = 20_000;
let shared = new Predictor();

/** Shared by all parses; made anew when it has grown too large. */
export function predictor(): Predictor {
  if (shared.size > MAX_KEPT) shared = new Predictor();
  return shared;
}

function isOpen({ list }: Configurations, alternative: number, precedence: number): boolean {
  const ways = list.filter((way) => way.alternative === alternative);
  return ways.some((way) => way.precedence === 0 || way.precedence >= precedence);
}

function uniqueAlternative(list: readonly Configuration[]): number | undefined {
  const first = list[0]?.alternative;
  return list.every(({ alternative }) => alternative === first) ? first : undefined;
}

/** The alternatives that came to the same state with the same stacks. */
function conflicts(list: readonly Configuration[]): readonly ReadonlySet<number>[] {
  return [...grouped(list, ({ state, stack }) => `${state.number}:${stack.id}`).values()];
}

function grouped(list: readonly Configuration[], keyOf: (way: Configuration) => string): Map<string, Set<number>> {
  const groups = new Map<string, Set<number>>();
  for (const way of list) {
    const key = keyOf(way);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, new Set([way.alternative]));
    else group.add(way.alternative);
  }
  return groups;
}

function verdict({ list }: Configurations): Verdict | undefined {
  const alternative = uniqueAlternative(list);
  if (alternative !== undefined) return { type: 'one', alternative };
  const subsets = conflicts(list);
  const alternatives = [...new Set(subsets.flatMap((subset) => [...subset]))].sort((a, b) => a - b);
  if (list.every((way) => way.state.kind === 'stop')) return { type: 'conflict', alternatives };
  const stateOfOne = [...grouped(list, ({ state }) => String(state.number)).values()].some(({ size }) => size === 1);
  return subsets.some(({ size }) => size > 1) && !stateOfOne ? { type: 'conflict', alternatives } : undefined;
}
