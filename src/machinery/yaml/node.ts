export const NODE = { scalar: 0, sequence: 1, mapping: 2, alias: 3 } as const;
export type NodeKind = (typeof NODE)[keyof typeof NODE];

const none: readonly Node[] = [];

/** A part of a document. The keys and values of a mapping stand in turn. */
export class Node {
  readonly kind: NodeKind;
  /** Counted from zero. */
  readonly line: number;
  /** A scalar's text, an alias's name. */
  text = '';
  /** Empty where there is none. Only scalars have one that counts. */
  tag = '';
  /** A scalar whose text says what it is. */
  isImplicit = false;
  readonly children: Node[];
  /** What an alias stands for. */
  target: Node | undefined = undefined;

  constructor(kind: NodeKind, line: number) {
    this.kind = kind;
    this.line = line;
    this.children = kind === NODE.sequence || kind === NODE.mapping ? [] : (none as Node[]);
  }
}
