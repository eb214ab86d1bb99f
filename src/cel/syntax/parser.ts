import { type Ast, type Expr, type MapEntry, operators, type StructField } from './ast.ts';
import { AstBuilder, isReserved, type SyntaxOptions } from './ast-builder.ts';
import type { Issues } from './issues.ts';
import { Lexer } from './lexer.ts';
import { readLiteral } from './literal.ts';
import { parseWithRecovery } from './recovery/recovering-parser.ts';
import { countCodePoints, Source } from './source.ts';
import { T, type TokenKind } from './token.ts';

type ParseResult = { readonly ast: Ast } | { readonly issues: Issues };

/** Longer texts are refused unread. */
const MAX_CODE_POINTS = 100_000;
/** How high a tree may grow. */
const MAX_HEIGHT = 250;
/** Deeper nesting is left to the slower parser, which counts every rule of the grammar. A level has at most three of one. */
const QUICK_DEPTH = 80;

/**
 * Parses an expression. Nearly all are parsed by the fast parser below. At the first error a slower parser begins anew,
 * which finds all errors and words them as cel-go does.
 */
export function parse(text: string, options: SyntaxOptions): ParseResult {
  const source = new Source(text);
  const builder = new AstBuilder(source, options);
  const size = text.length > MAX_CODE_POINTS ? countCodePoints(text) : 0;
  if (size > MAX_CODE_POINTS) {
    builder.reportNowhere(`expression code point size exceeds limit: size: ${size}, limit ${MAX_CODE_POINTS}`);
    return { issues: builder.issues };
  }
  try {
    const expr = new Parser(text, builder).parse();
    return builder.issues.count > 0 ? { issues: builder.issues } : { ast: builder.finish(expr) };
  } catch (error) {
    if (error !== notWellFormed) throw error;
  }
  const second = new AstBuilder(source, options);
  const expr = parseWithRecovery(source, second);
  return second.issues.count > 0 || expr === undefined ? { issues: second.issues } : { ast: second.finish(expr) };
}

/** Thrown by the fast parser at any error. It carries nothing: the slower parser finds out what is wrong. */
const notWellFormed = Symbol('not well formed');

const relations: ReadonlyMap<TokenKind, string> = new Map([
  [T.EQUALS, operators.equals],
  [T.NOT_EQUALS, operators.notEquals],
  [T.IN, operators.in],
  [T.LESS, operators.less],
  [T.LESS_EQUALS, operators.lessEquals],
  [T.GREATER_EQUALS, operators.greaterEquals],
  [T.GREATER, operators.greater],
]);
const sums: ReadonlyMap<TokenKind, string> = new Map([
  [T.PLUS, operators.add],
  [T.MINUS, operators.subtract],
]);
const products: ReadonlyMap<TokenKind, string> = new Map([
  [T.TIMES, operators.multiply],
  [T.DIVIDE, operators.divide],
  [T.MODULO, operators.modulo],
]);

/** Recursive descent over well-formed expressions. */
class Parser {
  readonly #text: string;
  readonly #builder: AstBuilder;
  readonly #kinds: TokenKind[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #at = 0;
  /** How deep the calls of `#expr` are. */
  #depth = 0;
  /**
   * How high the tree is that was just read. Only what the limit counts adds to it: ternaries, relations, arithmetic,
   * selections, indexes and member calls.
   */
  #height = 0;

  constructor(text: string, builder: AstBuilder) {
    this.#text = text;
    this.#builder = builder;
    this.#readTokens();
  }

  #readTokens(): void {
    const lexer = new Lexer(this.#text);
    for (;;) {
      const kind = lexer.next();
      if (typeof kind !== 'number') throw notWellFormed;
      if (kind === T.WHITESPACE || kind === T.COMMENT) continue;
      this.#kinds.push(kind);
      this.#starts.push(lexer.start);
      this.#ends.push(lexer.position);
      if (kind === T.EOF) return;
    }
  }

  parse(): Expr {
    const expr = this.#expr();
    this.#expect(T.EOF);
    return expr;
  }

  #expr(): Expr {
    if (++this.#depth > QUICK_DEPTH) throw notWellFormed;
    const condition = this.#logical(T.OR, operators.or, () => this.#and());
    const expr = this.#peek() === T.QUESTION ? this.#conditional(condition) : condition;
    this.#depth--;
    return expr;
  }

  #conditional(condition: Expr): Expr {
    let height = this.#height;
    const id = this.#builder.id(this.#position());
    this.#at++;
    const whenTrue = this.#logical(T.OR, operators.or, () => this.#and());
    height = Math.max(height, this.#height);
    this.#expect(T.COLON);
    const whenFalse = this.#expr();
    this.#grow(Math.max(height, this.#height));
    return this.#builder.globalCall(id, operators.conditional, [condition, whenTrue, whenFalse]);
  }

  #and(): Expr {
    return this.#logical(T.AND, operators.and, () => this.#binary(relations, this.#sum));
  }

  #logical(operator: TokenKind, name: string, term: () => Expr): Expr {
    const first = term();
    if (this.#peek() !== operator) return first;
    const terms = [first];
    const ids: number[] = [];
    let height = this.#height;
    while (this.#peek() === operator) {
      const position = this.#position();
      this.#at++;
      terms.push(term());
      ids.push(this.#builder.id(position));
      height = Math.max(height, this.#height);
    }
    this.#height = height;
    return this.#builder.balanced(name, terms, ids);
  }

  readonly #sum = (): Expr => this.#binary(sums, this.#product);
  readonly #product = (): Expr => this.#binary(products, this.#unary);

  #binary(names: ReadonlyMap<TokenKind, string>, operand: () => Expr): Expr {
    let left = operand();
    for (let name = names.get(this.#peek()); name !== undefined; name = names.get(this.#peek())) {
      const height = this.#height;
      const id = this.#builder.id(this.#position());
      this.#at++;
      const right = operand();
      this.#grow(Math.max(height, this.#height));
      left = this.#builder.globalCall(id, name, [left, right]);
    }
    return left;
  }

  readonly #unary = (): Expr => {
    const kind = this.#peek();
    if (kind !== T.NOT && kind !== T.MINUS) return this.#member();
    if (kind === T.MINUS && isNumber(this.#peek(1))) return this.#member();
    const position = this.#position();
    let count = 0;
    for (; this.#peek() === kind; count++) this.#at++;
    if (count % 2 === 0) return this.#member();
    const id = this.#builder.id(position);
    const name = kind === T.NOT ? operators.not : operators.negate;
    return this.#builder.globalCall(id, name, [this.#member()]);
  };

  #member(): Expr {
    let expr = this.#primary();
    for (;;) {
      const kind = this.#peek();
      if (kind === T.DOT) expr = this.#selection(expr);
      else if (kind === T.LEFT_BRACKET) expr = this.#index(expr);
      else return expr;
    }
  }

  #selection(operand: Expr): Expr {
    const operator = this.#position();
    this.#at++;
    const optional = this.#acceptOptional();
    const field = this.#position();
    const name = this.#identifier();
    if (!optional && this.#peek() === T.LEFT_PAREN) return this.#memberCall(operand, name);
    this.#grow(this.#height);
    if (optional) return this.#builder.optionalSelect(operand, name, { operator, field });
    return this.#builder.select(operator, operand, name);
  }

  #memberCall(target: Expr, name: string): Expr {
    const height = this.#height;
    const id = this.#builder.id(this.#position());
    const args = this.#arguments();
    this.#grow(Math.max(height, this.#height));
    return this.#builder.memberCall({ id, name, target }, args);
  }

  #index(operand: Expr): Expr {
    const height = this.#height;
    const id = this.#builder.id(this.#position());
    this.#at++;
    const operator = this.#acceptOptional() ? operators.optionalIndex : operators.index;
    const index = this.#expr();
    this.#expect(T.RIGHT_BRACKET);
    this.#grow(Math.max(height, this.#height));
    return this.#builder.globalCall(id, operator, [operand, index]);
  }

  #primary(): Expr {
    this.#height = 0;
    switch (this.#peek()) {
      case T.DOT:
      case T.IDENTIFIER:
        return this.#name();
      case T.LEFT_PAREN:
        return this.#nested();
      case T.LEFT_BRACKET:
        return this.#list();
      case T.LEFT_BRACE:
        return this.#map();
      default:
        return this.#literal();
    }
  }

  #nested(): Expr {
    this.#at++;
    const expr = this.#expr();
    this.#expect(T.RIGHT_PAREN);
    return expr;
  }

  /** A variable, a call or a message, perhaps with a dot before it. */
  #name(): Expr {
    const dot = this.#accept(T.DOT);
    if (this.#isMessage()) return this.#message(dot);
    const position = this.#position();
    const name = this.#identifier();
    if (isReserved(name)) throw notWellFormed;
    if (this.#peek() !== T.LEFT_PAREN) return this.#builder.ident(dot ? `.${name}` : name, position);
    const id = this.#builder.id(this.#position());
    return this.#builder.globalCall(id, dot ? `.${name}` : name, this.#arguments());
  }

  #isMessage(): boolean {
    let ahead = 0;
    while (this.#peek(ahead) === T.IDENTIFIER && this.#peek(ahead + 1) === T.DOT) ahead += 2;
    return this.#peek(ahead) === T.IDENTIFIER && this.#peek(ahead + 1) === T.LEFT_BRACE;
  }

  #message(dot: boolean): Expr {
    let name = `${dot ? '.' : ''}${this.#identifier()}`;
    while (this.#accept(T.DOT)) name += `.${this.#identifier()}`;
    const id = this.#builder.id(this.#position());
    this.#expect(T.LEFT_BRACE);
    const fields = this.#separated(T.RIGHT_BRACE, () => this.#field());
    return this.#builder.struct(id, name, fields);
  }

  #field(): StructField {
    const optional = this.#acceptOptional();
    const name = this.#identifier();
    const id = this.#builder.id(this.#position());
    this.#expect(T.COLON);
    return { id, name, value: this.#expr(), optional };
  }

  #list(): Expr {
    const id = this.#builder.id(this.#position());
    this.#at++;
    const optional: number[] = [];
    let index = 0;
    const elements = this.#separated(T.RIGHT_BRACKET, () => {
      if (this.#acceptOptional()) optional.push(index);
      index++;
      return this.#expr();
    });
    return this.#builder.list(id, elements, optional);
  }

  #map(): Expr {
    const id = this.#builder.id(this.#position());
    this.#at++;
    return this.#builder.map(
      id,
      this.#separated(T.RIGHT_BRACE, () => this.#entry()),
    );
  }

  #entry(): MapEntry {
    const optional = this.#acceptOptional();
    const key = this.#expr();
    const height = this.#height;
    const id = this.#builder.id(this.#position());
    this.#expect(T.COLON);
    const value = this.#expr();
    this.#height = Math.max(height, this.#height);
    return { id, key, value, optional };
  }

  #literal(): Expr {
    const position = this.#position();
    const signed = this.#accept(T.MINUS);
    const kind = this.#peek();
    if (signed ? !isNumber(kind) : !isLiteral(kind)) throw notWellFormed;
    const text = this.#text.slice(this.#starts[this.#at], this.#ends[this.#at]);
    this.#at++;
    const result = readLiteral(kind, signed ? `-${text}` : text);
    if ('fault' in result) throw notWellFormed;
    return this.#builder.literal(position, result.value);
  }

  /** `(a, b)`, from its opening. */
  #arguments(): Expr[] {
    this.#at++;
    const args: Expr[] = [];
    let height = 0;
    if (!this.#accept(T.RIGHT_PAREN)) {
      do {
        args.push(this.#expr());
        height = Math.max(height, this.#height);
      } while (this.#accept(T.COMMA));
      this.#expect(T.RIGHT_PAREN);
    }
    this.#height = height;
    return args;
  }

  /** Items up to the closing, the last of which may be followed by a comma. */
  #separated<R>(closing: TokenKind, item: () => R): R[] {
    const items: R[] = [];
    let height = 0;
    while (!this.#accept(closing)) {
      items.push(item());
      height = Math.max(height, this.#height);
      if (this.#accept(T.COMMA)) continue;
      this.#expect(closing);
      break;
    }
    this.#height = height;
    return items;
  }

  #grow(height: number): void {
    this.#height = height + 1;
    if (this.#height > MAX_HEIGHT) throw notWellFormed;
  }

  #peek(ahead = 0): TokenKind {
    return this.#kinds[this.#at + ahead] ?? T.EOF;
  }
  #position(): number {
    return this.#starts[this.#at] ?? this.#text.length;
  }
  #accept(kind: TokenKind): boolean {
    if (this.#kinds[this.#at] !== kind) return false;
    this.#at++;
    return true;
  }
  #acceptOptional(): boolean {
    if (!this.#accept(T.QUESTION)) return false;
    if (!this.#builder.options.optionalSyntax) throw notWellFormed;
    return true;
  }
  #expect(kind: TokenKind): void {
    if (this.#kinds[this.#at] !== kind) throw notWellFormed;
    this.#at++;
  }
  #identifier(): string {
    const name = this.#text.slice(this.#starts[this.#at], this.#ends[this.#at]);
    this.#expect(T.IDENTIFIER);
    return name;
  }
}

function isNumber(kind: TokenKind): boolean {
  return kind === T.INT || kind === T.FLOAT;
}

function isLiteral(kind: TokenKind): boolean {
  return (kind >= T.FLOAT && kind <= T.BYTES) || (kind >= T.TRUE && kind <= T.NULL);
}
