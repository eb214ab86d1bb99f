import type { Pod } from './pod-run.ts';

interface NodeNetwork {
  /** `10.244.0.0/24` */
  readonly range: string;
  readonly address: string;
}

/** The first address is that of the network, the second that of the node in it. */
const FIRST_ADDRESS = 2;
const MOST_ADDRESSES = 253;

/** What the pods of one node share: addresses and images. */
export class NodePods {
  readonly address: string;
  readonly #prefix: string;
  readonly #byAddress = new Map<string, string>();
  readonly #byPod = new Map<string, string>();
  readonly #images = new Set<string>();
  #next = FIRST_ADDRESS;

  constructor({ range, address }: NodeNetwork, pods: readonly Pod[]) {
    this.address = address;
    this.#prefix = range.replace(/\.\d+\/\d+$/, '');
    for (const { metadata, status, spec } of pods) {
      if (!status?.podIP) continue;
      if (!spec?.hostNetwork) this.#take(metadata.uid ?? '', status.podIP);
      for (const { image = '' } of spec?.containers ?? []) this.#images.add(image);
    }
  }

  /** The address of a pod, as long as it is there. */
  assign(uid: string): string {
    const known = this.#byPod.get(uid);
    if (known !== undefined) return known;
    let address = '';
    for (let tries = 0; tries < MOST_ADDRESSES; tries++) {
      address = `${this.#prefix}.${this.#next}`;
      this.#next = this.#next === FIRST_ADDRESS + MOST_ADDRESSES - 1 ? FIRST_ADDRESS : this.#next + 1;
      if (!this.#byAddress.has(address)) break;
    }
    this.#take(uid, address);
    return address;
  }

  release(uid: string): void {
    const address = this.#byPod.get(uid);
    this.#byPod.delete(uid);
    if (address !== undefined) this.#byAddress.delete(address);
  }

  /** True when no pod of the node has had it before. */
  isNewImage(image: string): boolean {
    if (this.#images.has(image)) return false;
    this.#images.add(image);
    return true;
  }

  #take(uid: string, address: string): void {
    this.#byAddress.set(address, uid);
    this.#byPod.set(uid, address);
  }
}
