import type { Expr } from '../ast.ts';
import type { AstBuilder } from '../ast-builder.ts';
import type { Source } from '../source.ts';
import { ErrorRecovery, ParseAborted, type Recoverable, SyntaxFault } from './error-recovery.ts';
import type { RuleName } from './grammar.ts';
import { nextTokens } from './look-ahead.ts';
import { network } from './network.ts';
import type { AlternativeNode, Node, RuleNode, State, Transition } from './network-node.ts';
import { predictor } from './prediction.ts';
import { runTask, type Task } from './task.ts';
import { type TextToken, TokenStream } from './token-stream.ts';
import { TreeNode } from './tree.ts';
import { TreeReader } from './tree-reader.ts';

/** How often a rule may be open at the same time. */
const MAX_RULE_DEPTH = 250;
const MAX_SYNTAX_ERRORS = 100;

/**
 * Reads an expression that is, most likely, wrong. Finds the errors that the real parser finds, in its words: it follows
 * the same grammar, decides in the same way, and recovers in the same way. Undefined if there is nothing to look at.
 */
export function parseWithRecovery(source: Source, builder: AstBuilder): Expr | undefined {
  try {
    const tree = new RecoveringParser(source, builder).parse();
    return new TreeReader(builder).read(tree);
  } catch (error) {
    if (!(error instanceof ParseAborted)) throw error;
    if (error.message !== undefined) builder.reportNowhere(error.message);
    return undefined;
  }
}

type AlternativesRule = RuleNode & { readonly type: 'alternatives' };
type RecursiveRule = RuleNode & { readonly type: 'recursive' };
type NodePlace = ConstructorParameters<typeof TreeNode>[2];

class RecoveringParser implements Recoverable {
  readonly tokens: TokenStream;
  state: State = network().rules.start.start;
  context: TreeNode | undefined;
  readonly #builder: AstBuilder;
  readonly #recovery = new ErrorRecovery(this);
  readonly #predictor = predictor();
  readonly #precedences = [0];
  readonly #depths = new Map<RuleName, number>();
  #errors = 0;

  constructor(source: Source, builder: AstBuilder) {
    this.#builder = builder;
    this.tokens = new TokenStream(source.text, (position, message) => this.#syntaxError(position, message));
  }

  parse(): TreeNode {
    return runTask(this.#rule('start', 0));
  }

  reportAt(token: TextToken, message: string): void {
    this.#syntaxError(token.start, message);
  }

  #syntaxError(position: number, message: string): void {
    const reserved = /no viable alternative at input '.(true|false|null)'/.exec(message);
    const text =
      reserved === null
        ? message
        : message.replace(reserved[0], `mismatched input '${reserved[1]}' expecting IDENTIFIER`);
    if (this.#errors++ < MAX_SYNTAX_ERRORS) {
      this.#builder.report(position, `Syntax error: ${text}`);
      return;
    }
    this.#builder.report(position, `Syntax error: More than ${MAX_SYNTAX_ERRORS} syntax errors`);
    throw new ParseAborted();
  }

  #rule(name: RuleName, precedence: number): Task<TreeNode> {
    const rule = network().rules[name];
    return rule.type === 'recursive' ? this.#recursiveRule(name, rule, precedence) : this.#plainRule(name, rule);
  }

  *#plainRule(name: RuleName, rule: AlternativesRule): Task<TreeNode> {
    const node = this.#newNode(name, { parent: this.context, invokedFrom: this.#invoker() });
    const { parent, invokedFrom } = node;
    this.state = rule.start;
    this.context = node;
    this.#enter(name);
    yield this.#guarded(this.#alternatives(rule, node));
    this.#exit(name);
    if (invokedFrom !== undefined) this.state = invokedFrom;
    this.context = parent;
    return node;
  }

  /** The state that called the current rule; the outermost rule has none. */
  #invoker(): State | undefined {
    return this.context === undefined ? undefined : this.state;
  }

  /** An error ends the rule, not the parse. */
  *#guarded(work: Task<void>): Task<void> {
    try {
      yield work;
    } catch (fault) {
      if (!(fault instanceof SyntaxFault)) throw fault;
      this.#recovery.report(fault);
      this.#recovery.recover();
    }
  }

  *#alternatives(rule: AlternativesRule, node: TreeNode): Task<void> {
    const { block, alternatives, predict } = rule;
    let chosen = alternatives[0] as AlternativeNode;
    if (block !== undefined) {
      this.state = block;
      this.#recovery.synchronize();
      chosen = alternatives[(predict ? this.#predict(block) : this.#firstFit(block)) - 1] as AlternativeNode;
    }
    node.name = chosen.name;
    yield this.#run(chosen.node, node);
  }

  /** Operands and operators: each operator takes what was read so far as its left operand. */
  *#recursiveRule(name: RuleName, rule: RecursiveRule, precedence: number): Task<TreeNode> {
    const at = { parent: this.context, invokedFrom: this.#invoker() };
    const first = this.#newNode(name, at);
    this.state = rule.start;
    this.#precedences.push(precedence);
    this.context = first;
    this.#enter(name);
    yield this.#guarded(this.#operations(rule, first, at));
    const node = this.context;
    this.#precedences.pop();
    this.#exit(name);
    this.context = at.parent;
    return node;
  }

  *#operations(rule: RecursiveRule, first: TreeNode, at: NodePlace): Task<void> {
    first.name = rule.first.name;
    yield this.#run(rule.first.node, first);
    this.state = rule.entry;
    let left = first;
    for (;;) {
      this.#recovery.synchronize();
      if (this.#predict(rule.entry) !== 1) return;
      this.#exit(first.rule);
      const operator = this.#chooseOperator(rule);
      const node = this.#newNode(first.rule, at, first.start);
      node.name = operator.name;
      node.addNode('left', left);
      left.parent = node;
      left.invokedFrom = rule.start;
      left = node;
      this.context = node;
      this.#enter(first.rule);
      yield this.#run(operator.node, node);
      this.state = rule.back;
    }
  }

  #chooseOperator(rule: RecursiveRule): AlternativeNode {
    if (rule.operators.length === 1) return rule.operators[0] as AlternativeNode;
    this.state = rule.block;
    this.#recovery.synchronize();
    return rule.operators[this.#predict(rule.block) - 1] as AlternativeNode;
  }

  #newNode(rule: RuleName, at: NodePlace, start = this.tokens.token()): TreeNode {
    return new TreeNode(rule, start, at);
  }

  *#run(node: Node, into: TreeNode): Task<void> {
    switch (node.type) {
      case 'token':
        this.#token(node, into);
        break;
      case 'rule':
        yield this.#subrule(node, into);
        break;
      case 'sequence':
        for (const part of node.nodes) yield this.#run(part, into);
        break;
      case 'optional':
        this.state = node.block;
        this.#recovery.synchronize();
        if (this.#goesOn(node.block)) yield this.#run(node.body, into);
        break;
      case 'star':
        yield this.#star(node, into);
        break;
      case 'plus':
        yield this.#plus(node, into);
        break;
    }
  }

  #token(node: Node & { type: 'token' }, into: TreeNode): void {
    this.state = node.state;
    let token = this.tokens.token();
    if (node.kinds.includes(token.kind)) {
      this.#recovery.matched();
      this.tokens.consume();
    } else token = this.#recovery.recoverInline();
    if (node.label !== undefined) into.addToken(plainLabel(node.label), token);
  }

  *#subrule(node: Node & { type: 'rule' }, into: TreeNode): Task<void> {
    this.state = node.state;
    const child = (yield this.#rule(node.rule, node.precedence)) as TreeNode;
    if (node.label !== undefined) into.addNode(plainLabel(node.label), child);
  }

  *#star(node: Node & { type: 'star' }, into: TreeNode): Task<void> {
    this.state = node.entry;
    this.#recovery.synchronize();
    while (node.predict ? this.#predict(node.entry) === 1 : this.#goesOn(node.entry)) {
      yield this.#run(node.body, into);
      this.state = node.back;
      this.#recovery.synchronize();
    }
  }

  *#plus(node: Node & { type: 'plus' }, into: TreeNode): Task<void> {
    this.state = node.block;
    this.#recovery.synchronize();
    do {
      yield this.#run(node.body, into);
      this.state = node.back;
      this.#recovery.synchronize();
    } while (node.predict ? this.#predict(node.back) === 1 : this.#goesOn(node.back));
  }

  /** Whether the next token begins the body of an optional part or a loop. */
  #goesOn(decision: State): boolean {
    return nextTokens((decision.transitions[0] as Transition).target).has(this.tokens.kind());
  }

  #firstFit(block: State): number {
    const kind = this.tokens.kind();
    const found = block.transitions.findIndex(({ target }) => nextTokens(target).has(kind));
    if (found < 0) throw this.#recovery.noViableAlternative(0);
    return found + 1;
  }

  #predict(decision: State): number {
    const prediction = this.#predictor.predict(decision, {
      kind: (ahead) => this.tokens.kind(ahead),
      precedence: this.#precedences.at(-1) as number,
      returns: this.#returns(),
    });
    if ('failedAt' in prediction) throw this.#recovery.noViableAlternative(prediction.failedAt);
    return prediction.alternative;
  }

  #returns(): readonly State[] {
    const returns: State[] = [];
    for (let context = this.context; context?.invokedFrom !== undefined; context = context.parent)
      returns.push((context.invokedFrom.transitions[0] as Transition & { type: 'rule' }).follow);
    return returns.reverse();
  }

  #enter(name: RuleName): void {
    const depth = (this.#depths.get(name) ?? 0) + 1;
    if (depth > MAX_RULE_DEPTH) throw new ParseAborted(`expression recursion limit exceeded: ${MAX_RULE_DEPTH}`);
    this.#depths.set(name, depth);
  }
  #exit(name: RuleName): void {
    this.#depths.set(name, Math.max((this.#depths.get(name) ?? 0) - 1, 0));
  }
}

function plainLabel(label: string): string {
  return label.endsWith('+') ? label.slice(0, -1) : label;
}
