import type { RuleName } from './grammar.ts';
import type { State } from './network-node.ts';
import type { TextToken } from './token-stream.ts';

/** What a rule matched. Parts are absent where the rule was left because of an error. */
export class TreeNode {
  readonly rule: RuleName;
  readonly start: TextToken;
  parent: TreeNode | undefined;
  /** The state in which the rule was called. */
  invokedFrom: State | undefined;
  /** The alternative; undefined until one was chosen. */
  name: string | undefined;
  readonly #tokens = new Map<string, TextToken[]>();
  readonly #nodes = new Map<string, TreeNode[]>();

  constructor(rule: RuleName, start: TextToken, at: { parent: TreeNode | undefined; invokedFrom: State | undefined }) {
    this.rule = rule;
    this.start = start;
    this.parent = at.parent;
    this.invokedFrom = at.invokedFrom;
  }

  addToken(label: string, token: TextToken): void {
    const tokens = this.#tokens.get(label);
    if (tokens === undefined) this.#tokens.set(label, [token]);
    else tokens.push(token);
  }
  addNode(label: string, node: TreeNode): void {
    const nodes = this.#nodes.get(label);
    if (nodes === undefined) this.#nodes.set(label, [node]);
    else nodes.push(node);
  }
  token(label: string): TextToken | undefined {
    return this.#tokens.get(label)?.[0];
  }
  tokens(label: string): readonly TextToken[] {
    return this.#tokens.get(label) ?? [];
  }
  node(label: string): TreeNode | undefined {
    return this.#nodes.get(label)?.[0];
  }
  nodes(label: string): readonly TreeNode[] {
    return this.#nodes.get(label) ?? [];
  }
}
