import { type Expr, type MapEntry, operators, type StructField } from '../ast.ts';
import { type AstBuilder, isReserved } from '../ast-builder.ts';
import { readLiteral } from '../literal.ts';
import { T, type TokenKind } from '../token.ts';
import { ParseAborted } from './error-recovery.ts';
import type { TextToken } from './token-stream.ts';
import type { TreeNode } from './tree.ts';

const binaryOperators: Partial<Record<TokenKind, string>> = {
  [T.EQUALS]: operators.equals,
  [T.NOT_EQUALS]: operators.notEquals,
  [T.IN]: operators.in,
  [T.LESS]: operators.less,
  [T.LESS_EQUALS]: operators.lessEquals,
  [T.GREATER_EQUALS]: operators.greaterEquals,
  [T.GREATER]: operators.greater,
  [T.PLUS]: operators.add,
  [T.MINUS]: operators.subtract,
  [T.TIMES]: operators.multiply,
  [T.DIVIDE]: operators.divide,
  [T.MODULO]: operators.modulo,
};

const literalKinds: Readonly<Record<string, TokenKind>> = {
  Int: T.INT,
  Uint: T.UINT,
  Double: T.FLOAT,
  String: T.STRING,
  Bytes: T.BYTES,
  BoolTrue: T.TRUE,
  BoolFalse: T.FALSE,
  Null: T.NULL,
};

const MAX_DEPTH = 250;

/** Makes an expression of a tree, which may lack parts, and reports what the grammar alone does not refuse. */
export class TreeReader {
  readonly #builder: AstBuilder;
  #depth = 0;

  constructor(builder: AstBuilder) {
    this.#builder = builder;
  }

  read(start: TreeNode): Expr {
    return this.#visit(start.node('e'));
  }

  /** Skips rules that only wrap another one. */
  #visit(from: TreeNode | undefined): Expr {
    const node = innermost(from);
    switch (node?.rule) {
      case 'expr':
        return this.#deeper(() => this.#conditional(node));
      case 'relation':
      case 'calc':
        return this.#deeper(() => this.#binary(node));
      case 'conditionalOr':
        return this.#logical(node, operators.or);
      case 'conditionalAnd':
        return this.#logical(node, operators.and);
      case 'unary':
        return this.#unary(node);
      case 'member':
        return this.#member(node);
      case 'primary':
        return this.#primary(node);
      case 'literal':
        return this.#literal(node);
      default:
        return this.#unknown();
    }
  }

  /** Reports an error, unless the error that left this part empty was reported. */
  #unknown(): Expr {
    if (this.#builder.issues.count === 0) this.#builder.reportNowhere('unknown parse element encountered: <<nil>>');
    return this.#builder.unspecified();
  }

  #deeper(read: () => Expr): Expr {
    if (++this.#depth > MAX_DEPTH) throw new ParseAborted('max recursion depth exceeded');
    const expr = read();
    this.#depth--;
    return expr;
  }

  #id(token: TextToken | undefined): number {
    return this.#builder.id(token?.start ?? -1);
  }

  #conditional(node: TreeNode): Expr {
    const condition = this.#visit(node.node('e'));
    const id = this.#id(node.token('op'));
    const whenTrue = this.#visit(node.node('e1'));
    const whenFalse = this.#visit(node.node('e2'));
    return this.#builder.globalCall(id, operators.conditional, [condition, whenTrue, whenFalse]);
  }

  #logical(node: TreeNode, name: string): Expr {
    const terms = [this.#visit(node.node('e'))];
    const ids: number[] = [];
    const rest = node.nodes('e1');
    for (const [i, operator] of node.tokens('ops').entries()) {
      if (i >= rest.length)
        return this.#builder.report(
          node.start.start,
          `unexpected character, wanted '${name === operators.or ? '||' : '&&'}'`,
        );
      terms.push(this.#visit(rest[i]));
      ids.push(this.#id(operator));
    }
    return this.#builder.balanced(name, terms, ids);
  }

  #binary(node: TreeNode): Expr {
    const token = node.token('op');
    const name = token === undefined ? undefined : binaryOperators[token.kind];
    if (name === undefined) return this.#builder.report(node.start.start, 'operator not found');
    const left = this.#visit(node.node('left'));
    const id = this.#id(token);
    return this.#builder.globalCall(id, name, [left, this.#visit(node.node('right'))]);
  }

  #unary(node: TreeNode): Expr {
    if (node.name === undefined) return this.#builder.literal(node.start.start, '<<error>>');
    const tokens = node.tokens('ops');
    if (tokens.length % 2 === 0) return this.#visit(node.node('member'));
    const id = this.#id(tokens[0]);
    const name = node.name === 'LogicalNot' ? operators.not : operators.negate;
    return this.#builder.globalCall(id, name, [this.#visit(node.node('member'))]);
  }

  #member(node: TreeNode): Expr {
    switch (node.name) {
      case 'Select':
        return this.#deeper(() => this.#select(node));
      case 'MemberCall':
        return this.#deeper(() => this.#memberCall(node));
      case 'Index':
        return this.#deeper(() => this.#index(node));
      default:
        return this.#unknown();
    }
  }

  #select(node: TreeNode): Expr {
    const operand = this.#visit(node.node('left'));
    const [name, operator] = [node.node('id'), node.token('op')];
    if (name === undefined || operator === undefined) return this.#builder.unspecified(node.start.start);
    const field = this.#identifier(name, name.start.start);
    if (node.token('opt') === undefined) return this.#builder.select(operator.start, operand, field ?? '');
    if (!this.#builder.options.optionalSyntax) return this.#builder.report(operator.start, "unsupported syntax '.?'");
    return this.#builder.optionalSelect(operand, field ?? '', { operator: operator.start, field: name.start.start });
  }

  /** Undefined, and reported at the position, if it is none that is allowed. */
  #identifier(node: TreeNode | undefined, position: number): string | undefined {
    if (node?.name === 'SimpleIdentifier') return node.token('id')?.text ?? '';
    const escaped = node?.name === 'EscapedIdentifier';
    this.#builder.report(position, escaped ? "unsupported syntax: '`'" : 'unsupported ident kind');
    return undefined;
  }

  #memberCall(node: TreeNode): Expr {
    const target = this.#visit(node.node('left'));
    const name = node.token('id');
    if (name === undefined) return this.#builder.unspecified(node.start.start);
    const id = this.#id(node.token('open'));
    return this.#builder.memberCall({ id, name: name.text, target }, this.#args(node));
  }

  #args(node: TreeNode): Expr[] {
    return (node.node('args')?.nodes('e') ?? []).map((arg) => this.#visit(arg));
  }

  #index(node: TreeNode): Expr {
    const operand = this.#visit(node.node('left'));
    const operator = node.token('op');
    if (operator === undefined) return this.#builder.unspecified(node.start.start);
    const id = this.#id(operator);
    const index = this.#visit(node.node('index'));
    if (node.token('opt') === undefined) return this.#builder.globalCall(id, operators.index, [operand, index]);
    if (!this.#builder.options.optionalSyntax) return this.#builder.report(operator.start, "unsupported syntax '[?'");
    return this.#builder.globalCall(id, operators.optionalIndex, [operand, index]);
  }

  #primary(node: TreeNode): Expr {
    switch (node.name) {
      case 'Ident':
      case 'GlobalCall':
        return this.#nameOrCall(node);
      case 'CreateList':
        return this.#list(node);
      case 'CreateStruct':
        return this.#builder.map(this.#id(node.token('op')), this.#entries(node.node('entries')));
      case 'CreateMessage':
        return this.#message(node);
      default:
        return this.#unknown();
    }
  }

  #nameOrCall(node: TreeNode): Expr {
    const token = node.token('id');
    if (token === undefined) return this.#builder.unspecified(node.start.start);
    if (isReserved(token.text)) return this.#builder.report(node.start.start, `reserved identifier: ${token.text}`);
    const name = node.token('leadingDot') === undefined ? token.text : `.${token.text}`;
    if (node.name === 'Ident') return this.#builder.ident(name, token.start);
    const id = this.#id(node.token('op'));
    return this.#builder.globalCall(id, name, this.#args(node));
  }

  #list(node: TreeNode): Expr {
    const id = this.#id(node.token('op'));
    const optional: number[] = [];
    const elements = (node.node('elems')?.nodes('elems') ?? []).map((element, i) => {
      const expr = this.#visit(element.node('e'));
      const mark = element.token('opt');
      if (mark === undefined) return expr;
      if (this.#builder.options.optionalSyntax) optional.push(i);
      else this.#builder.report(mark.start, "unsupported syntax '?'");
      return expr;
    });
    return this.#builder.list(id, elements, optional);
  }

  #entries(node: TreeNode | undefined): MapEntry[] {
    const keys = node?.nodes('keys') ?? [];
    const values = node?.nodes('values') ?? [];
    const entries: MapEntry[] = [];
    for (const [i, colon] of (node?.tokens('cols') ?? []).entries()) {
      const id = this.#id(colon);
      const key = keys[i];
      if (key === undefined || i >= values.length) return [];
      const optional = key.token('opt') !== undefined;
      if (optional && !this.#builder.options.optionalSyntax) {
        this.#builder.report(key.start.start, "unsupported syntax '?'");
        continue;
      }
      entries.push({ id, key: this.#visit(key.node('e')), value: this.#visit(values[i]), optional });
    }
    return entries;
  }

  #message(node: TreeNode): Expr {
    const names = node.tokens('ids').map(({ text }) => text);
    const name = `${node.token('leadingDot') === undefined ? '' : '.'}${names.join('.')}`;
    const id = this.#id(node.token('op'));
    return this.#builder.struct(id, name, this.#fields(node.node('entries')));
  }

  #fields(node: TreeNode | undefined): StructField[] {
    if (node === undefined) return [];
    const [colons, values] = [node.tokens('cols'), node.nodes('values')];
    const fields: StructField[] = [];
    for (const [i, field] of node.nodes('fields').entries()) {
      if (i >= colons.length || i >= values.length) return [];
      const id = this.#id(colons[i]);
      const optional = field.token('opt') !== undefined;
      if (optional && !this.#builder.options.optionalSyntax) {
        this.#builder.report(field.start.start, "unsupported syntax '?'");
        continue;
      }
      const name = this.#identifier(field.node('escapeIdent'), node.start.start);
      if (name === undefined) continue;
      fields.push({ id, name, value: this.#visit(values[i]), optional });
    }
    return fields;
  }

  #literal(node: TreeNode): Expr {
    const kind = literalKinds[node.name ?? ''];
    const token = node.token('tok');
    if (kind === undefined || token === undefined) return this.#unknown();
    const sign = node.token('sign')?.text ?? '';
    const result = readLiteral(kind, `${sign}${token.text}`);
    if ('value' in result) return this.#builder.literal(node.start.start, result.value);
    return this.#builder.report(node.start.start, result.fault);
  }
}

/** Past the rules that only lead to another. */
function innermost(from: TreeNode | undefined): TreeNode | undefined {
  let node = from;
  for (;;) {
    const next = node === undefined ? undefined : onlyChild(node);
    if (next === undefined) return node;
    node = next.node;
  }
}

function onlyChild(node: TreeNode): { readonly node: TreeNode | undefined } | undefined {
  switch (node.rule) {
    case 'expr':
      return node.token('op') === undefined ? { node: node.node('e') } : undefined;
    case 'conditionalOr':
    case 'conditionalAnd':
      return node.tokens('ops').length === 0 ? { node: node.node('e') } : undefined;
    case 'relation':
      return node.token('op') === undefined ? { node: node.node('calc') } : undefined;
    case 'calc':
      return node.token('op') === undefined ? { node: node.node('unary') } : undefined;
    case 'unary':
      return node.name === 'MemberExpr' ? { node: node.node('member') } : undefined;
    case 'member':
      return node.name === 'PrimaryExpr' ? { node: node.node('primary') } : undefined;
    case 'primary':
      if (node.name === 'Nested') return { node: node.node('e') };
      return node.name === 'ConstantLiteral' ? { node: node.node('literal') } : undefined;
    default:
      return undefined;
  }
}
