import { type Alternative, type Element, grammar, type Rule, type RuleName } from './grammar.ts';
import {
  type AlternativeNode,
  type Node,
  type RuleNode,
  State,
  type StateKind,
  type Transition,
} from './network-node.ts';

interface Network {
  readonly states: readonly State[];
  readonly rules: Readonly<Record<RuleName, RuleNode>>;
}

interface Piece {
  readonly left: State;
  readonly right: State;
  readonly node: Node;
  /**
   * The transition that leads to `right`, if it can lead past it: an unneeded state would make stacks differ from
   * ANTLR's.
   */
  readonly tail?: Transition;
}

class NetworkBuilder {
  readonly states: State[] = [];
  readonly #starts = new Map<RuleName, State>();
  readonly #stops = new Map<RuleName, State>();
  #rule: RuleName = 'start';

  build(): Network {
    const names = Object.keys(grammar) as RuleName[];
    for (const name of names) {
      this.#rule = name;
      this.#starts.set(name, this.#state());
      this.#stops.set(name, this.#state('stop'));
    }
    const rules = {} as Record<RuleName, RuleNode>;
    for (const name of names) rules[name] = this.#buildRule(name);
    this.#linkReturns();
    return { states: this.states, rules };
  }

  #buildRule(name: RuleName): RuleNode {
    this.#rule = name;
    const start = this.#starts.get(name) as State;
    const stop = this.#stops.get(name) as State;
    const rule = grammar[name];
    return rule.type === 'recursive' ? this.#recursive(rule, start, stop) : this.#alternatives(rule, start, stop);
  }

  #alternatives(rule: Rule & { type: 'alternatives' }, start: State, stop: State): RuleNode {
    const pieces = rule.alternatives.map(({ body }) => this.#piece(body));
    const alternatives = rule.alternatives.map(({ name }, i) => ({ name, node: (pieces[i] as Piece).node }));
    if (pieces.length === 1) {
      const [piece] = pieces as [Piece];
      link(start, piece.left);
      link(piece.right, stop);
      return { type: 'alternatives', start, block: undefined, alternatives, predict: false };
    }
    const block = this.#block(pieces);
    link(start, block);
    link(block.end as State, stop);
    return { type: 'alternatives', start, block, alternatives, predict: rule.predict };
  }

  #recursive(rule: Rule & { type: 'recursive' }, start: State, stop: State): RuleNode {
    const first = this.#piece(rule.first.body);
    const pieces = rule.operators.map(({ body, precedence }) => {
      const piece = this.#piece(body);
      const left = this.#state();
      left.transitions.push({ type: 'precedence', target: piece.left, precedence });
      return { ...piece, left };
    });
    const loop = this.#loop(this.#block(pieces));
    loop.entry.precedenceDecision = true;
    link(start, first.left);
    link(first.right, loop.entry);
    link(loop.end, stop);
    const nameOf = (alternative: Alternative, piece: Piece): AlternativeNode => ({
      name: alternative.name,
      node: piece.node,
    });
    return {
      type: 'recursive',
      start,
      first: nameOf(rule.first, first),
      entry: loop.entry,
      back: loop.back,
      block: loop.block,
      operators: rule.operators.map((operator, i) => nameOf(operator, pieces[i] as Piece)),
    };
  }

  #piece(element: Element): Piece {
    switch (element.type) {
      case 'token':
        return this.#token(element);
      case 'rule':
        return this.#ruleReference(element);
      case 'sequence':
        return this.#sequence(element.elements);
      case 'optional':
        return this.#optional(element.body);
      case 'star':
        return this.#star(element);
      case 'plus':
        return this.#plus(element);
    }
  }

  #token(element: Element & { type: 'token' }): Piece {
    const [left, right] = [this.#state(), this.#state()];
    const tail: Transition = { type: 'token', target: right, kinds: element.kinds };
    left.transitions.push(tail);
    return { left, right, node: { ...element, state: left }, tail };
  }

  #ruleReference(element: Element & { type: 'rule' }): Piece {
    const [left, right] = [this.#state(), this.#state()];
    const target = this.#starts.get(element.rule) as State;
    const { rule, precedence } = element;
    const tail: Transition = { type: 'rule', target, rule, follow: right, precedence };
    left.transitions.push(tail);
    return { left, right, node: { ...element, state: left }, tail };
  }

  #sequence(elements: readonly Element[]): Piece {
    const pieces = elements.map((element) => this.#piece(element));
    for (let i = 1; i < pieces.length; i++) lead(pieces[i - 1] as Piece, (pieces[i] as Piece).left);
    const node: Node = { type: 'sequence', nodes: pieces.map((piece) => piece.node) };
    return { ...(pieces.at(-1) as Piece), left: (pieces[0] as Piece).left, node };
  }

  #optional(element: Element): Piece {
    const body = this.#piece(element);
    const block = this.#block([body]);
    const right = block.end as State;
    link(block, right);
    return { left: block, right, node: { type: 'optional', block, body: body.node } };
  }

  #star({ body: element, predict }: Element & { type: 'star' }): Piece {
    const body = this.#piece(element);
    const { entry, back, end } = this.#loop(this.#block([body]));
    return { left: entry, right: end, node: { type: 'star', entry, back, body: body.node, predict } };
  }

  #plus({ body: element, predict }: Element & { type: 'plus' }): Piece {
    const body = this.#piece(element);
    const block = this.#block([body]);
    const back = this.#state('loop back');
    const end = this.#state();
    link(block.end as State, back);
    link(back, block);
    link(back, end);
    return { left: block, right: end, node: { type: 'plus', block, back, body: body.node, predict } };
  }

  #block(alternatives: readonly Piece[]): State {
    const block = this.#state('block');
    const end = this.#state('block end');
    block.end = end;
    for (const alternative of alternatives) {
      link(block, alternative.left);
      lead(alternative, end);
    }
    return block;
  }

  #loop(block: State): { entry: State; back: State; end: State; block: State } {
    const entry = this.#state('loop entry');
    const end = this.#state();
    const back = this.#state('loop back');
    link(entry, block);
    link(entry, end);
    link(block.end as State, back);
    link(back, entry);
    return { entry, back, end, block };
  }

  /** From the end of each rule to wherever it is used. */
  #linkReturns(): void {
    for (const state of [...this.states]) {
      for (const transition of state.transitions) {
        if (transition.type !== 'rule') continue;
        const outermost = grammar[transition.rule].type === 'recursive' && transition.precedence === 0;
        (this.#stops.get(transition.rule) as State).transitions.push({
          type: 'epsilon',
          target: transition.follow,
          ...(outermost ? { outermostReturn: transition.rule } : {}),
        });
      }
    }
  }

  #state(kind: StateKind = 'plain'): State {
    const state = new State(this.states.length, kind, this.#rule);
    this.states.push(state);
    return state;
  }
}

function link(from: State, to: State): void {
  from.transitions.push({ type: 'epsilon', target: to });
}

/** From the end of a piece to a state. */
function lead({ tail, right }: Piece, to: State): void {
  if (tail?.type === 'rule') tail.follow = to;
  else if (tail !== undefined) tail.target = to;
  else link(right, to);
}

let built: Network | undefined;

/** Made with the first syntax error of the process. */
export function network(): Network {
  built ??= new NetworkBuilder().build();
  return built;
}
