import type { CoreV1 } from '#apis';
import type { Labels } from '#meta';
import { type Amounts, amountsOf, type PodView } from './pod-view.ts';

export type Node = CoreV1['Node'];

/** A node and what is on it. */
export class NodeInfo {
  readonly node: Node;
  readonly allocatable: Amounts;
  readonly pods: PodView[] = [];
  readonly #requested = new Map<string, number>();

  constructor(node: Node) {
    this.node = node;
    this.allocatable = amountsOf(node.status?.allocatable);
  }

  get name(): string {
    return this.node.metadata.name ?? '';
  }
  label(key: string): string | undefined {
    const labels = this.node.metadata.labels ?? {};
    return Object.hasOwn(labels, key) ? labels[key] : undefined;
  }
  requested(resource: string): number {
    return this.#requested.get(resource) ?? 0;
  }
  add(pod: PodView): void {
    this.pods.push(pod);
    for (const [name, amount] of pod.requests) this.#requested.set(name, this.requested(name) + amount);
  }
}

/** The cluster as the scheduler sees it in one pass: what it places is there at once. */
export class Snapshot {
  readonly nodes: readonly NodeInfo[];
  readonly #byName: ReadonlyMap<string, NodeInfo>;
  readonly #namespaces: ReadonlyMap<string, Labels>;

  private constructor(nodes: readonly NodeInfo[], namespaces: ReadonlyMap<string, Labels>) {
    this.nodes = nodes;
    this.#byName = new Map(nodes.map((info) => [info.name, info]));
    this.#namespaces = namespaces;
  }

  static of(
    nodes: readonly Node[],
    pods: readonly PodView[],
    namespaces: ReadonlyMap<string, Labels> = new Map(),
  ): Snapshot {
    const snapshot = new Snapshot(
      nodes.map((node) => new NodeInfo(node)),
      namespaces,
    );
    for (const pod of pods) snapshot.node(pod.pod.spec?.nodeName ?? '')?.add(pod);
    return snapshot;
  }

  /** The same with other pods on one of the nodes. */
  withNode(changed: NodeInfo): Snapshot {
    const nodes = this.nodes.map((info) => (info.name === changed.name ? changed : info));
    return new Snapshot(nodes, this.#namespaces);
  }

  node(name: string): NodeInfo | undefined {
    return this.#byName.get(name);
  }
  namespaceLabels(name: string): Labels {
    return this.#namespaces.get(name) ?? {};
  }
}
