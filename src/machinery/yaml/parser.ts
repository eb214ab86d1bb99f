import { DecodeError } from '../version-codec.ts';
import { NODE, Node, type NodeKind } from './node.ts';
import { Scanner } from './scanner.ts';
import type { Source } from './source.ts';
import { TOKEN, type Token, type TokenType } from './token.ts';

/** What is expected next in a collection that is open. */
const EXPECT = {
  blockItem: 0,
  /** A list at the margin of its key has no beginning and no end of its own. */
  bareItem: 1,
  blockKey: 2,
  blockValue: 3,
  firstFlowItem: 4,
  flowItem: 5,
  firstFlowKey: 6,
  flowKey: 7,
  flowValue: 8,
  /** The value of `{a, b}`. */
  noFlowValue: 9,
  /** `[a: b]` is a list of a mapping. */
  pairKey: 10,
  pairValue: 11,
  pairEnd: 12,
} as const;
type Expected = (typeof EXPECT)[keyof typeof EXPECT];

/** Where a node may stand decides which forms it may have. */
const FLOW = 0;
const BLOCK = 1;
const BLOCK_OR_BARE_LIST = 2;
type Forms = typeof FLOW | typeof BLOCK | typeof BLOCK_OR_BARE_LIST;

/** Which collection begins with a token, where it may, and what is expected in it first. */
const beginnings = new Map<TokenType, { readonly kind: NodeKind; readonly expected: Expected; readonly forms: Forms }>([
  [TOKEN.flowSequence, { kind: NODE.sequence, expected: EXPECT.firstFlowItem, forms: FLOW }],
  [TOKEN.flowMapping, { kind: NODE.mapping, expected: EXPECT.firstFlowKey, forms: FLOW }],
  [TOKEN.blockSequence, { kind: NODE.sequence, expected: EXPECT.blockItem, forms: BLOCK }],
  [TOKEN.blockMapping, { kind: NODE.mapping, expected: EXPECT.blockKey, forms: BLOCK }],
  [TOKEN.blockEntry, { kind: NODE.sequence, expected: EXPECT.bareItem, forms: BLOCK_OR_BARE_LIST }],
]);

const TAG_PREFIX = 'tag:yaml.org,2002:';

interface Properties {
  anchor: string;
  tag: string;
  line: number;
}

/** Tokens as a tree, of the first document only. Not recursive: depth costs no stack. */
export class Parser {
  readonly #scanner: Scanner;
  readonly #open: Node[] = [];
  readonly #expected: Expected[] = [];
  readonly #anchors = new Map<string, Node>();
  readonly #handles = new Map<string, string>();
  #root: Node | undefined;

  constructor(source: Source) {
    this.#scanner = new Scanner(source);
  }

  /** Undefined where the stream holds no document. */
  parse(): Node | undefined {
    const first = this.#scanner.peek().type;
    if (first === TOKEN.streamEnd) return undefined;
    if (startsDocument(first)) this.#explicitDocument();
    else this.#implicitDocument();
    while (this.#expected.length > 0) this.#step();
    // The end of the document is seen by what follows it.
    this.#scanner.peek();
    return this.#root;
  }

  #implicitDocument(): void {
    this.#addHandles();
    this.#node(BLOCK);
  }

  #explicitDocument(): void {
    this.#directives();
    const token = this.#scanner.peek();
    if (token.type !== TOKEN.documentStart) throw fault('did not find expected <document start>', token);
    const { type, line } = this.#after();
    if (startsDocument(type) || type === TOKEN.documentEnd || type === TOKEN.streamEnd) this.#addEmpty(line);
    else this.#node(BLOCK);
  }

  #directives(): void {
    let isVersionKnown = false;
    for (let token = this.#scanner.peek(); ; token = this.#after()) {
      if (token.type === TOKEN.versionDirective) {
        if (isVersionKnown) throw fault('found duplicate %YAML directive', token);
        if (token.text !== '1.1') throw fault('found incompatible YAML document', token);
        isVersionKnown = true;
      } else if (token.type === TOKEN.tagDirective) {
        if (this.#handles.has(token.text)) throw fault('found duplicate %TAG directive', token);
        this.#handles.set(token.text, token.suffix);
      } else {
        break;
      }
    }
    this.#addHandles();
  }

  #addHandles(): void {
    if (!this.#handles.has('!')) this.#handles.set('!', '!');
    if (!this.#handles.has('!!')) this.#handles.set('!!', TAG_PREFIX);
  }

  /** Takes the token that was shown; gives the one behind it. */
  #after(): Token {
    this.#scanner.skip();
    return this.#scanner.peek();
  }

  /** What each expectation does with the tokens that come. */
  readonly #steps: readonly (() => void)[] = [
    () => this.#blockItem(),
    () => this.#bareItem(),
    () => this.#blockKey(),
    () => this.#blockValue(),
    () => this.#flowItem({ isFirst: true }),
    () => this.#flowItem({ isFirst: false }),
    () => this.#flowKey({ isFirst: true }),
    () => this.#flowKey({ isFirst: false }),
    () => this.#flowValue(),
    () => this.#noFlowValue(),
    () => this.#pairKey(),
    () => this.#pairValue(),
    () => this.#close(),
  ];

  #step(): void {
    this.#steps[this.#expected[this.#expected.length - 1] as Expected]?.();
  }

  #expect(next: Expected): void {
    this.#expected[this.#expected.length - 1] = next;
  }

  #close(): void {
    this.#open.pop();
    this.#expected.pop();
  }

  #blockItem(): void {
    const token = this.#scanner.peek();
    if (token.type === TOKEN.blockEntry) {
      const { endLine } = token;
      const { type } = this.#after();
      if (type === TOKEN.blockEntry || type === TOKEN.blockEnd) this.#addEmpty(endLine);
      else this.#node(BLOCK);
    } else if (token.type === TOKEN.blockEnd) {
      this.#scanner.skip();
      this.#close();
    } else {
      throw fault("did not find expected '-' indicator", token);
    }
  }

  #bareItem(): void {
    const token = this.#scanner.peek();
    if (token.type !== TOKEN.blockEntry) {
      this.#close();
      return;
    }
    const { endLine } = token;
    const { type } = this.#after();
    if (type === TOKEN.blockEntry || endsBlockNode(type)) this.#addEmpty(endLine);
    else this.#node(BLOCK);
  }

  #blockKey(): void {
    const token = this.#scanner.peek();
    if (token.type === TOKEN.blockEnd) {
      this.#scanner.skip();
      this.#close();
      return;
    }
    if (token.type !== TOKEN.key) throw fault('did not find expected key', token);
    this.#expect(EXPECT.blockValue);
    this.#behindIndicator(token);
  }

  #blockValue(): void {
    const token = this.#scanner.peek();
    this.#expect(EXPECT.blockKey);
    if (token.type === TOKEN.value) this.#behindIndicator(token);
    else this.#addEmpty(token.line);
  }

  /** What stands behind a question mark or a colon in a block mapping. */
  #behindIndicator({ endLine }: Token): void {
    if (endsBlockNode(this.#after().type)) this.#addEmpty(endLine);
    else this.#node(BLOCK_OR_BARE_LIST);
  }

  #flowItem(place: { readonly isFirst: boolean }): void {
    const token = this.#nextInFlow(place, TOKEN.flowSequenceEnd);
    if (token.type === TOKEN.flowSequenceEnd) {
      this.#scanner.skip();
      this.#close();
      return;
    }
    this.#expect(EXPECT.flowItem);
    if (token.type === TOKEN.key) {
      this.#scanner.skip();
      this.#openCollection(NODE.mapping, EXPECT.pairKey, { anchor: '', tag: '', line: token.line });
    } else {
      this.#node(FLOW);
    }
  }

  /** The token behind the comma that separates this entry from the one before. */
  #nextInFlow({ isFirst }: { readonly isFirst: boolean }, end: TokenType): Token {
    const token = this.#scanner.peek();
    if (isFirst || token.type === end) return token;
    if (token.type === TOKEN.flowEntry) return this.#after();
    throw fault(`did not find expected ',' or '${end === TOKEN.flowSequenceEnd ? ']' : '}'}'`, token);
  }

  #flowKey(place: { readonly isFirst: boolean }): void {
    const token = this.#nextInFlow(place, TOKEN.flowMappingEnd);
    if (token.type === TOKEN.flowMappingEnd) {
      this.#scanner.skip();
      this.#close();
    } else if (token.type === TOKEN.key) {
      this.#expect(EXPECT.flowValue);
      const { type, line } = this.#after();
      if (type === TOKEN.value || endsFlowEntry(type, TOKEN.flowMappingEnd)) this.#addEmpty(line);
      else this.#node(FLOW);
    } else {
      this.#expect(EXPECT.noFlowValue);
      this.#node(FLOW);
    }
  }

  #flowValue(): void {
    this.#expect(EXPECT.flowKey);
    this.#valueInFlow(TOKEN.flowMappingEnd);
  }

  #noFlowValue(): void {
    this.#expect(EXPECT.flowKey);
    this.#addEmpty(this.#scanner.peek().line);
  }

  #valueInFlow(end: TokenType): void {
    const token = this.#scanner.peek();
    if (token.type !== TOKEN.value) {
      this.#addEmpty(token.line);
      return;
    }
    const { type, line } = this.#after();
    // go-yaml says that a missing value in a list stands where its colon stands, in a mapping where the next token does.
    if (endsFlowEntry(type, end)) this.#addEmpty(end === TOKEN.flowMappingEnd ? line : token.line);
    else this.#node(FLOW);
  }

  #pairKey(): void {
    this.#expect(EXPECT.pairValue);
    const { type, endLine } = this.#scanner.peek();
    if (type === TOKEN.value || endsFlowEntry(type, TOKEN.flowSequenceEnd)) {
      this.#scanner.skip();
      this.#addEmpty(endLine);
    } else {
      this.#node(FLOW);
    }
  }

  #pairValue(): void {
    this.#expect(EXPECT.pairEnd);
    this.#valueInFlow(TOKEN.flowSequenceEnd);
  }

  /** A node goes into the innermost collection that is open; a collection is open until its end. */
  #node(forms: Forms): void {
    const token = this.#scanner.peek();
    if (token.type === TOKEN.alias) {
      this.#alias(token);
      return;
    }
    const properties = this.#properties(token);
    const { type } = this.#scanner.peek();
    const begin = beginnings.get(type);
    if (type === TOKEN.scalar) {
      this.#scalar(properties);
    } else if (begin === undefined || forms < begin.forms) {
      this.#withoutContent(properties);
    } else {
      // A list without indentation has no start token.
      if (type !== TOKEN.blockEntry) this.#scanner.skip();
      this.#openCollection(begin.kind, begin.expected, properties);
    }
  }

  #withoutContent(properties: Properties): void {
    const { anchor, tag, line } = properties;
    if (anchor === '' && tag === '') throw fault('did not find expected node content', this.#scanner.peek());
    const node = new Node(NODE.scalar, line);
    node.tag = tag;
    node.isImplicit = tag === '';
    this.#add(node, anchor);
  }

  /** An anchor and a tag, in any order. */
  #properties(first: Token): Properties {
    const properties = { anchor: '', tag: '', line: first.line };
    let token = first;
    if (token.type === TOKEN.anchor) {
      properties.anchor = token.text;
      token = this.#after();
      if (token.type === TOKEN.tag) properties.tag = this.#tag(token);
    } else if (token.type === TOKEN.tag) {
      const tag = token;
      token = this.#after();
      if (token.type === TOKEN.anchor) {
        properties.anchor = token.text;
        this.#after();
      }
      properties.tag = this.#tagOf(tag);
    }
    return properties;
  }

  #tag(token: Token): string {
    this.#after();
    return this.#tagOf(token);
  }

  #tagOf(token: Token): string {
    if (token.text === '') return token.suffix;
    const prefix = this.#handles.get(token.text);
    if (prefix === undefined) throw fault('found undefined tag handle', token);
    return prefix + token.suffix;
  }

  #alias({ text, line }: Token): void {
    const node = new Node(NODE.alias, line);
    node.text = text;
    node.target = this.#anchors.get(text);
    if (node.target === undefined) throw new DecodeError(`yaml: unknown anchor '${text}' referenced`);
    this.#scanner.skip();
    this.#add(node, '');
  }

  #scalar({ anchor, tag, line }: Properties): void {
    const { text, isPlain } = this.#scanner.peek();
    const node = new Node(NODE.scalar, line);
    node.text = text;
    node.tag = tag;
    node.isImplicit = tag === '' ? isPlain : tag === '!';
    this.#scanner.skip();
    this.#add(node, anchor);
  }

  #openCollection(kind: NodeKind, expected: Expected, { anchor, line }: Properties): void {
    const node = new Node(kind, line);
    this.#add(node, anchor);
    this.#open.push(node);
    this.#expected.push(expected);
  }

  #addEmpty(line: number): void {
    const node = new Node(NODE.scalar, line);
    node.isImplicit = true;
    this.#add(node, '');
  }

  #add(node: Node, anchor: string): void {
    if (anchor !== '') this.#anchors.set(anchor, node);
    const parent = this.#open[this.#open.length - 1];
    if (parent === undefined) this.#root = node;
    else parent.children.push(node);
  }
}

function startsDocument(type: TokenType): boolean {
  return type === TOKEN.versionDirective || type === TOKEN.tagDirective || type === TOKEN.documentStart;
}

/** Behind a key or a colon: there is nothing. */
function endsBlockNode(type: TokenType): boolean {
  return type === TOKEN.key || type === TOKEN.value || type === TOKEN.blockEnd;
}

function endsFlowEntry(type: TokenType, end: TokenType): boolean {
  return type === TOKEN.flowEntry || type === end;
}

/** An error in the words of libyaml's parser, which counts lines from zero and does not tell the first. */
function fault(problem: string, { line }: Token): DecodeError {
  return new DecodeError(`yaml: ${line === 0 ? '' : `line ${line}: `}${problem}`);
}
