import type { KubeObject } from '#meta';
import type { ListRequest, ObjectList, WatchEvent, WatchRequest } from '../requests.ts';
import type { Transport } from '../transport.ts';

/** What a list answers, or what it fails with. */
export type ScriptedList = ObjectList<KubeObject> | Error;
/** What a watch tells; then it fails, or ends. One that is `'open'` ends only when the client goes away. */
export type ScriptedWatch = readonly (WatchEvent<KubeObject> | Error | 'open')[];

interface ScriptedTransport extends Transport {
  readonly lists: readonly ListRequest[];
  readonly watches: readonly WatchRequest[];
}

/** A server of which only lists and watches are asked, and whose answers are known beforehand. */
export function scriptedTransport(script: { lists: ScriptedList[]; watches: ScriptedWatch[] }): ScriptedTransport {
  const lists: ListRequest[] = [];
  const watches: WatchRequest[] = [];
  const transport: Pick<ScriptedTransport, 'list' | 'watch' | 'lists' | 'watches'> = {
    lists,
    watches,
    async list(_target, options) {
      lists.push(options);
      const answer = script.lists.shift();
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('nothing more to list');
      return answer;
    },
    async *watch(_target, options) {
      watches.push(options);
      for (const step of script.watches.shift() ?? ['open' as const]) {
        if (step === 'open') await untilAborted(options.signal);
        else if (step instanceof Error) throw step;
        else yield step;
      }
    },
  };
  return transport as ScriptedTransport;
}

const untilAborted = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
