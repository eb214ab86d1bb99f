import { type TokenKind, tokenName } from '../token.ts';
import type { State } from './network-node.ts';

/** Stands in a set of tokens for "the rule may end here". */
export const EPSILON = -2;

export type TokenSet = ReadonlySet<TokenKind | typeof EPSILON>;

const known = new Map<State, TokenSet>();

/** The tokens that may come next, within the rule of the state. No rule of this grammar is ever empty. */
export function nextTokens(state: State): TokenSet {
  let found = known.get(state);
  if (found === undefined) {
    const tokens = new Set<TokenKind | typeof EPSILON>();
    collect(state, tokens, new Set());
    found = tokens;
    known.set(state, found);
  }
  return found;
}

function collect(state: State, into: Set<TokenKind | typeof EPSILON>, seen: Set<State>): void {
  if (seen.has(state)) return;
  seen.add(state);
  if (state.kind === 'stop') {
    into.add(EPSILON);
    return;
  }
  for (const transition of state.transitions) {
    if (transition.type === 'token') for (const kind of transition.kinds) into.add(kind);
    else if (transition.type === 'rule') for (const kind of nextTokens(transition.target)) into.add(kind);
    else collect(transition.target, into, seen);
  }
}

/** `{'[', '{', IDENTIFIER}`, in the order of the tokens. */
export function showTokens(tokens: TokenSet): string {
  const kinds = [...tokens].filter((kind): kind is TokenKind => kind !== EPSILON).sort((a, b) => a - b);
  const names = kinds.map(tokenName);
  if (names.length === 0) return '{}';
  return names.length === 1 ? (names[0] as string) : `{${names.join(', ')}}`;
}
