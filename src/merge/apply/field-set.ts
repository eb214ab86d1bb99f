import { compareElements, formatPath, type Path, type PathElement } from './path-element.ts';

/** One element of a field set: the field itself may be in the set, fields below it, or both. */
export interface FieldNode {
  readonly element: PathElement;
  readonly member: boolean;
  readonly below: FieldSet;
}

/**
 * Which fields somebody owns, has changed, …: a tree of path elements, some of which are members. Sets never change,
 * so that they and their parts are shared; an operation that changes nothing answers the set itself.
 */
export class FieldSet {
  static readonly empty = new FieldSet([]);

  /** In canonical order, and each a member or with something below. */
  readonly nodes: readonly FieldNode[];

  /** Of nodes that are in order; see `fromNodes`. */
  constructor(nodes: readonly FieldNode[]) {
    this.nodes = nodes;
  }

  /** Of nodes in any order; of several with one element the last counts. Sorts them where they are. */
  static fromNodes(nodes: FieldNode[]): FieldSet {
    if (nodes.length === 0) return FieldSet.empty;
    if (isSorted(nodes)) return new FieldSet(nodes);
    sortNodes(nodes);
    return new FieldSet(nodes.filter(({ element }, at) => element.text !== nodes[at + 1]?.element.text));
  }

  /** The whole object, as an empty path, is never a member. */
  static of(...paths: readonly Path[]): FieldSet {
    return paths.reduce<FieldSet>((set, path) => set.union(FieldSet.#ofPath(path)), FieldSet.empty);
  }

  static #ofPath(path: Path): FieldSet {
    return path.reduceRight<FieldSet>(
      (below, element, at) => new FieldSet([{ element, member: at === path.length - 1, below }]),
      FieldSet.empty,
    );
  }

  get isEmpty(): boolean {
    return this.nodes.length === 0;
  }

  /** How many fields are members. */
  get size(): number {
    return this.nodes.reduce((size, { member, below }) => size + Number(member) + below.size, 0);
  }

  node(element: PathElement): FieldNode | undefined {
    let [low, high] = [0, this.nodes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const node = this.nodes[middle] as FieldNode;
      const order = compareElements(node.element, element);
      if (order === 0) return node;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }

  has(path: Path): boolean {
    let set: FieldSet = this;
    for (const [at, element] of path.entries()) {
      const node = set.node(element);
      if (node === undefined) return false;
      if (at === path.length - 1) return node.member;
      set = node.below;
    }
    return false;
  }

  union(other: FieldSet): FieldSet {
    if (other.isEmpty || other === this) return this;
    return this.isEmpty ? other : zip(this, other, unionRule);
  }

  intersection(other: FieldSet): FieldSet {
    if (other === this || this.isEmpty) return this;
    return other.isEmpty ? other : zip(this, other, intersectionRule);
  }

  /** Without the members of the other; what is below them stays. */
  difference(other: FieldSet): FieldSet {
    if (other === this) return FieldSet.empty;
    return other.isEmpty || this.isEmpty ? this : zip(this, other, differenceRule);
  }

  /** Without the members of the other and all that is below them. */
  recursiveDifference(other: FieldSet): FieldSet {
    return other.isEmpty || this.isEmpty ? this : zip(this, other, recursiveDifferenceRule);
  }

  /** Only the members that have no members below. */
  leaves(): FieldSet {
    return this.map((node) => {
      if (node.below.isEmpty) return node;
      return changed(node, { member: false, below: node.below.leaves() });
    });
  }

  equals(other: FieldSet): boolean {
    if (this === other) return true;
    return this.nodes.length === other.nodes.length && this.nodes.every((node, at) => sameNode(node, other.nodes[at]));
  }

  /** Each node replaced, or left out. The elements must stay. */
  map(change: (node: FieldNode) => FieldNode | undefined): FieldSet {
    let nodes: FieldNode[] | undefined;
    for (let at = 0; at < this.nodes.length; at++) {
      const node = this.nodes[at] as FieldNode;
      const next = change(node);
      if (nodes === undefined && next !== node) nodes = this.nodes.slice(0, at);
      if (nodes !== undefined && next !== undefined) nodes.push(next);
    }
    return nodes === undefined ? this : share(nodes);
  }

  /** All members: those of one level before those below, each level in canonical order. */
  *paths(prefix: Path = []): Generator<Path, void, undefined> {
    for (const { element, member } of this.nodes) if (member) yield [...prefix, element];
    for (const { element, below } of this.nodes) if (!below.isEmpty) yield* below.paths([...prefix, element]);
  }

  /** One path in each line. */
  toString(): string {
    return Array.from(this.paths(), formatPath).join('\n');
  }
}

function share(nodes: readonly FieldNode[]): FieldSet {
  return nodes.length === 0 ? FieldSet.empty : new FieldSet(nodes);
}

function isSorted(nodes: readonly FieldNode[]): boolean {
  for (let at = 1; at < nodes.length; at++) {
    if (compareElements((nodes[at - 1] as FieldNode).element, (nodes[at] as FieldNode).element) >= 0) return false;
  }
  return true;
}

/** Most objects have few members, for which this is the fastest way. */
function sortNodes(nodes: FieldNode[]): void {
  if (nodes.length > 24) {
    nodes.sort((a, b) => compareElements(a.element, b.element));
    return;
  }
  for (let at = 1; at < nodes.length; at++) {
    const node = nodes[at] as FieldNode;
    let to = at;
    for (; to > 0; to--) {
      const before = nodes[to - 1] as FieldNode;
      if (compareElements(before.element, node.element) <= 0) break;
      nodes[to] = before;
    }
    nodes[to] = node;
  }
}

function sameNode(a: FieldNode, b: FieldNode | undefined): boolean {
  if (a === b) return true;
  return b !== undefined && a.member === b.member && a.element.text === b.element.text && a.below.equals(b.below);
}

/** The node with other content: itself if that is the same, undefined if it is nothing. */
export function changed(node: FieldNode, { member, below }: Omit<FieldNode, 'element'>): FieldNode | undefined {
  if (member === node.member && below === node.below) return node;
  return member || !below.isEmpty ? { element: node.element, member, below } : undefined;
}

/** What becomes of an element of the left set, of one of the right, and of one of both. */
interface ZipRule {
  readonly left: boolean;
  readonly right: boolean;
  readonly both: (left: FieldNode, right: FieldNode) => FieldNode | undefined;
}

const unionRule: ZipRule = {
  left: true,
  right: true,
  both: (a, b) => changed(a, { member: a.member || b.member, below: a.below.union(b.below) }),
};

const intersectionRule: ZipRule = {
  left: false,
  right: false,
  both: (a, b) => changed(a, { member: a.member && b.member, below: a.below.intersection(b.below) }),
};

const differenceRule: ZipRule = {
  left: true,
  right: false,
  both: (a, b) => changed(a, { member: a.member && !b.member, below: a.below.difference(b.below) }),
};

const recursiveDifferenceRule: ZipRule = {
  left: true,
  right: false,
  both: (a, b) => (b.member ? undefined : changed(a, { ...a, below: a.below.recursiveDifference(b.below) })),
};

function zip(left: FieldSet, right: FieldSet, rule: ZipRule): FieldSet {
  const as = left.nodes;
  const bs = right.nodes;
  const nodes: FieldNode[] = [];
  let kept = 0;
  let i = 0;
  let j = 0;
  while (i < as.length || j < bs.length) {
    const a = as[i];
    const b = bs[j];
    const order = a === undefined ? 1 : b === undefined ? -1 : compareElements(a.element, b.element);
    const node = order < 0 ? rule.left && a : order > 0 ? rule.right && b : rule.both(a as FieldNode, b as FieldNode);
    if (node === a && node) kept++;
    if (node) nodes.push(node);
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  return kept === as.length && kept === nodes.length ? left : share(nodes);
}
