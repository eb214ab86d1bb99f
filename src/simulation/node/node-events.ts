import type { CachedClient } from '#in-process-client';
import type { Node } from './simulated-node.ts';

interface Told {
  readonly uid: string;
  readonly isSchedulable: boolean;
  readonly isReady: boolean;
}

/** Tells of nodes what a kubelet tells: that it begins, and what becomes of its node. */
export class NodeEvents {
  readonly #told = new Map<string, Told>();

  async tell(client: CachedClient, node: Node): Promise<void> {
    const { name = '', uid = '' } = node.metadata;
    const before = this.#told.get(name);
    const isReady = node.status?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True';
    const now: Told = { uid, isReady, isSchedulable: node.spec?.unschedulable !== true };
    this.#told.set(name, now);
    const say = (reason: string, message = `Node ${name} status is now: ${reason}`): Promise<void> =>
      client.tell(node, { type: 'Normal', reason, message, host: name });
    if (before?.uid !== uid) {
      await say('Starting', 'Starting kubelet.');
      return say('NodeReady');
    }
    if (before.isReady !== isReady) await say(isReady ? 'NodeReady' : 'NodeNotReady');
    if (before.isSchedulable !== now.isSchedulable) {
      await say(now.isSchedulable ? 'NodeSchedulable' : 'NodeNotSchedulable');
    }
  }
}
