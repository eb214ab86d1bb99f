import { literalTokenName, T, type TokenKind } from '../token.ts';
import { EPSILON, nextTokens, showTokens, type TokenSet } from './look-ahead.ts';
import type { State, Transition } from './network-node.ts';
import type { TextToken, TokenStream } from './token-stream.ts';
import type { TreeNode } from './tree.ts';

/** A token that does not fit. Ends the rule. */
export class SyntaxFault {
  readonly message: string;
  readonly token: TextToken;

  constructor(message: string, token: TextToken) {
    this.message = message;
    this.token = token;
  }
}

/** Thrown to stop the parse. */
export class ParseAborted {
  /** An error to report besides those reported already. */
  readonly message: string | undefined;

  constructor(message?: string) {
    this.message = message;
  }
}

/** What recovery looks at and moves. */
export interface Recoverable {
  readonly tokens: TokenStream;
  readonly state: State;
  readonly context: TreeNode | undefined;
  reportAt(token: TextToken, message: string): void;
}

const MAX_ATTEMPTS = 30;
const MAX_SKIPPED = 256;

/**
 * How a parser goes on after an error, by ANTLR's default strategy: it drops one token, or assumes a missing one, or
 * leaves the rule and skips to a token that may follow. While it recovers, further errors are not reported.
 */
export class ErrorRecovery {
  readonly #parser: Recoverable;
  #recovering = false;
  #lastIndex = -1;
  readonly #lastStates = new Set<State>();
  #attempts = 0;

  constructor(parser: Recoverable) {
    this.#parser = parser;
  }

  matched(): void {
    this.#recovering = false;
    this.#lastIndex = -1;
    this.#lastStates.clear();
  }

  report(fault: SyntaxFault): void {
    if (this.#recovering) return;
    this.#recovering = true;
    this.#parser.reportAt(fault.token, fault.message);
  }

  /** Leaves a rule. */
  recover(): void {
    this.#countAttempt();
    const { tokens, state } = this.#parser;
    const skip = this.#skipper();
    // Nothing was consumed since the last error at this place, so one token is dropped to avoid a loop.
    if (this.#lastIndex === tokens.index && this.#lastStates.has(state)) skip();
    this.#lastIndex = tokens.index;
    this.#lastStates.add(state);
    this.#consumeUntil(this.#recoverySet(), skip);
  }

  /** Before a block, and before each round of a loop. */
  synchronize(): void {
    if (this.#recovering) return;
    const { state, tokens } = this.#parser;
    const next = nextTokens(state);
    if (next.has(EPSILON) || next.has(tokens.kind())) return;
    if (state.kind === 'block' || state.kind === 'loop entry') {
      if (this.#dropToken(() => tokens.consume()) === undefined) throw this.mismatch();
    } else if (state.kind === 'loop back') {
      this.#reportUnwanted();
      const wanted = new Set([...this.expected(), ...this.#recoverySet()]);
      this.#consumeUntil(wanted, () => tokens.consume());
    }
  }

  /** Replaces the wanted token: by the one behind an unwanted token, or by an assumed one. */
  recoverInline(): TextToken {
    this.#countAttempt();
    const skip = this.#skipper();
    const token = this.#dropToken(skip);
    if (token !== undefined) {
      skip();
      return token;
    }
    if (this.#isMissing()) return this.#missingToken();
    throw this.mismatch();
  }

  mismatch(): SyntaxFault {
    const token = this.#parser.tokens.token();
    return new SyntaxFault(`mismatched input ${show(token.text)} expecting ${showTokens(this.expected())}`, token);
  }

  /** From the current token to the one so many ahead. */
  noViableAlternative(ahead: number): SyntaxFault {
    const { tokens } = this.#parser;
    const text = tokens.kind() === T.EOF ? '<EOF>' : tokens.textTo(ahead);
    return new SyntaxFault(`no viable alternative at input ${show(text)}`, tokens.token(ahead));
  }

  /** The tokens that may come next, given the rules that are open. */
  expected(from: State = this.#parser.state): TokenSet {
    let following = nextTokens(from);
    const expected = new Set(following);
    let context = this.#parser.context;
    while (following.has(EPSILON) && context?.invokedFrom !== undefined) {
      following = nextTokens(followOf(context.invokedFrom));
      for (const kind of following) expected.add(kind);
      context = context.parent;
    }
    expected.delete(EPSILON);
    if (following.has(EPSILON)) expected.add(T.EOF);
    return expected;
  }

  /** The tokens that may follow any of the rules that are open. */
  #recoverySet(): TokenSet {
    const set = new Set<TokenKind | typeof EPSILON>();
    for (let context = this.#parser.context; context?.invokedFrom !== undefined; context = context.parent)
      for (const kind of nextTokens(followOf(context.invokedFrom))) set.add(kind);
    set.delete(EPSILON);
    return set;
  }

  #dropToken(skip: () => void): TextToken | undefined {
    const { tokens } = this.#parser;
    if (!this.expected().has(tokens.kind(1))) return undefined;
    this.#reportUnwanted();
    skip();
    this.matched();
    return tokens.token();
  }

  #reportUnwanted(): void {
    const token = this.#parser.tokens.token();
    this.report(
      new SyntaxFault(`extraneous input ${show(token.text)} expecting ${showTokens(this.expected())}`, token),
    );
  }

  /** The current token fits behind the one that was wanted. */
  #isMissing(): boolean {
    const { state, tokens } = this.#parser;
    const behind = (state.transitions[0] as Transition).target;
    if (!this.expected(behind).has(tokens.kind())) return false;
    const token = tokens.token();
    this.report(new SyntaxFault(`missing ${showTokens(this.expected())} at ${show(token.text)}`, token));
    return true;
  }

  #missingToken(): TextToken {
    const { tokens } = this.#parser;
    const kind = Math.min(...this.expected()) as TokenKind;
    const current = tokens.kind() === T.EOF ? (tokens.previous() ?? tokens.token()) : tokens.token();
    const text = kind === T.EOF ? '<missing EOF>' : `<missing ${literalTokenName(kind) ?? 'undefined'}>`;
    return { kind, start: current.start, end: current.start, text };
  }

  #consumeUntil(set: TokenSet, skip: () => void): void {
    const { tokens } = this.#parser;
    while (tokens.kind() !== T.EOF && !set.has(tokens.kind())) skip();
  }

  /** Of one recovery. */
  #skipper(): () => void {
    let skipped = 0;
    return () => {
      if (skipped++ >= MAX_SKIPPED)
        throw new ParseAborted(`error recovery token lookahead limit exceeded: ${MAX_SKIPPED}`);
      this.#parser.tokens.consume();
    };
  }

  #countAttempt(): void {
    if (this.#attempts++ < MAX_ATTEMPTS) return;
    this.#parser.reportAt(this.#parser.tokens.token(), `error recovery attempt limit exceeded: ${MAX_ATTEMPTS}`);
    throw new ParseAborted();
  }
}

function followOf(invokedFrom: State): State {
  return (invokedFrom.transitions[0] as Transition & { type: 'rule' }).follow;
}

function show(text: string): string {
  return `'${text.replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;
}
