import {
  awaits,
  FOREGROUND,
  type ObjectKey,
  type ResourceMapper,
  type StoredMetadata,
  storageKey,
} from '#in-process-client';
import type { OwnerReference } from '#meta';

/** An owner as a dependent names it, and where it would have to lie. */
export interface Owner {
  readonly reference: OwnerReference;
  /** Undefined when it cannot exist. */
  readonly key: string | undefined;
  /** `unknown`: no such kind is served. `out-of-reach`: it is in a namespace, but the dependent is in none. */
  readonly problem?: 'unknown' | 'out-of-reach';
  /** What another server says of it, which serves its kind. */
  readonly isThere?: boolean;
}

/** An object with owners, or one whose deletion waits for its dependents. Other objects are not in the index. */
export interface Node {
  readonly key: string;
  readonly objectKey: ObjectKey;
  readonly metadata: StoredMetadata;
  readonly owners: readonly Owner[];
}

export function ownersOf(
  { owners }: Pick<StoredMetadata, 'owners'>,
  namespace: string,
  mapper: ResourceMapper,
): readonly Owner[] {
  return owners.map((reference) => {
    const served = mapper.ofKind(reference.apiVersion, reference.kind);
    if (served === undefined) return { reference, key: undefined, problem: 'unknown' };
    // An owner in a namespace is always in the dependent's own.
    if (served.definition.namespaced && namespace === '') return { reference, key: undefined, problem: 'out-of-reach' };
    return { reference, key: storageKey({ served, namespace, name: reference.name }) };
  });
}

/** Who depends on whom. An owner is named by its place in the store; that its uid is right is for readers to check. */
export class DependencyIndex {
  readonly #nodes = new Map<string, Node>();
  readonly #dependents = new Map<string, Set<string>>();

  get size(): number {
    return this.#nodes.size;
  }
  get(key: string): Node | undefined {
    return this.#nodes.get(key);
  }
  nodes(): Iterable<Node> {
    return this.#nodes.values();
  }
  nodesUnder(prefix: string): Node[] {
    return [...this.#nodes.values()].filter(({ key }) => key.startsWith(prefix));
  }
  /** All that name an owner under this prefix. */
  dependentsUnder(prefix: string): string[] {
    return [...this.#dependents].flatMap(([owner, keys]) => (owner.startsWith(prefix) ? [...keys] : []));
  }

  set(node: Node): void {
    this.delete(node.key);
    this.#nodes.set(node.key, node);
    for (const { key } of node.owners) if (key !== undefined) this.#link(key, node.key);
  }

  delete(key: string): void {
    const node = this.#nodes.get(key);
    if (node === undefined) return;
    this.#nodes.delete(key);
    for (const owner of node.owners) if (owner.key !== undefined) this.#unlink(owner.key, key);
  }

  /** Those that name whatever lies there as owner. */
  namers(owner: string): Iterable<string> {
    return this.#dependents.get(owner) ?? [];
  }

  /** Those that name this very object as owner. */
  dependents(owner: string, uid: string): Node[] {
    return [...this.namers(owner)]
      .flatMap((key) => this.#nodes.get(key) ?? [])
      .filter(({ owners }) => owners.some(({ key, reference }) => key === owner && reference.uid === uid));
  }

  /** Those that hold up its deletion in the foreground. */
  blockers(owner: string, uid: string): Node[] {
    return this.dependents(owner, uid).filter(({ owners }) =>
      owners.some(({ key, reference }) => key === owner && reference.uid === uid && reference.blockOwnerDeletion),
    );
  }

  /**
   * Whether the deletion of `start` waits for that of `target`, through dependents that are being deleted in the
   * foreground. In a circle all of them would wait forever.
   */
  waitsFor(start: Node, target: string): boolean {
    const seen = new Set<string>();
    const stack = [start];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (node.key === target) return true;
      if (seen.has(node.key) || !awaits(node.metadata, FOREGROUND)) continue;
      seen.add(node.key);
      stack.push(...this.blockers(node.key, node.metadata.uid));
    }
    return false;
  }

  #link(owner: string, dependent: string): void {
    const there = this.#dependents.get(owner);
    if (there === undefined) this.#dependents.set(owner, new Set([dependent]));
    else there.add(dependent);
  }
  #unlink(owner: string, dependent: string): void {
    const there = this.#dependents.get(owner);
    there?.delete(dependent);
    if (there?.size === 0) this.#dependents.delete(owner);
  }
}
