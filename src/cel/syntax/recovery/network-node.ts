import type { TokenKind } from '../token.ts';
import type { RuleName } from './grammar.ts';

/** What a state is to error recovery: at some it may look whether the next token fits, and drop it. */
export type StateKind = 'plain' | 'stop' | 'block' | 'block end' | 'loop entry' | 'loop back';

export type Transition =
  | { readonly type: 'epsilon'; target: State; readonly outermostReturn?: RuleName }
  | { readonly type: 'token'; target: State; readonly kinds: readonly TokenKind[] }
  | { readonly type: 'rule'; target: State; readonly rule: RuleName; follow: State; readonly precedence: number }
  /** Open only where an operator of this precedence may stand. */
  | { readonly type: 'precedence'; target: State; readonly precedence: number };

/** A state of the network that the grammar becomes: one automaton for each rule, linked where rules use each other. */
export class State {
  readonly number: number;
  readonly kind: StateKind;
  readonly rule: RuleName;
  readonly transitions: Transition[] = [];
  /** The decision whether a recursive rule goes on. */
  precedenceDecision = false;
  /** Of a block: its last state. */
  end: State | undefined;

  constructor(number: number, kind: StateKind, rule: RuleName) {
    this.number = number;
    this.kind = kind;
    this.rule = rule;
  }
  get epsilonOnly(): boolean {
    return this.transitions.length > 0 && this.transitions[0]?.type !== 'token';
  }
}

/** What the parser follows: the states of an element, beside the element. */
export type Node =
  | { readonly type: 'token'; readonly state: State; readonly kinds: readonly TokenKind[]; readonly label?: string }
  | {
      readonly type: 'rule';
      readonly state: State;
      readonly rule: RuleName;
      readonly precedence: number;
      readonly label?: string;
    }
  | { readonly type: 'sequence'; readonly nodes: readonly Node[] }
  | { readonly type: 'optional'; readonly block: State; readonly body: Node }
  | {
      readonly type: 'star';
      readonly entry: State;
      readonly back: State;
      readonly body: Node;
      readonly predict: boolean;
    }
  | {
      readonly type: 'plus';
      readonly block: State;
      readonly back: State;
      readonly body: Node;
      readonly predict: boolean;
    };

export type RuleNode =
  | {
      readonly type: 'alternatives';
      readonly start: State;
      readonly block: State | undefined;
      readonly alternatives: readonly AlternativeNode[];
      readonly predict: boolean;
    }
  | {
      readonly type: 'recursive';
      readonly start: State;
      readonly first: AlternativeNode;
      readonly entry: State;
      readonly back: State;
      readonly block: State;
      readonly operators: readonly AlternativeNode[];
    };

export interface AlternativeNode {
  readonly name: string | undefined;
  readonly node: Node;
}
