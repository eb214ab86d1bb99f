import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Params, TestClient } from './support/client.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';
import type { WatchStream } from './support/watch-stream.ts';
import type { Wire, WireEvent } from './support/wire.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const configMaps = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`;

/** What one client does to one object. */
interface Step {
  readonly verb: 'create' | 'update' | 'delete';
  readonly name: string;
  readonly color: string;
}
const step: fc.Arbitrary<Step> = fc.record({
  verb: fc.constantFrom('create', 'create', 'update', 'update', 'delete'),
  name: fc.constantFrom('a', 'b', 'c', 'd'),
  color: fc.constantFrom('red', 'blue'),
});
const scripts = fc.array(fc.array(step, { minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 4 });
const selector = fc.constantFrom<Params>(
  {},
  { labelSelector: 'color=red' },
  { labelSelector: 'color in (blue),last!=yes' },
  { fieldSelector: 'metadata.name!=b' },
  { labelSelector: 'color=red', fieldSelector: 'metadata.name=a' },
);

/** Whether somebody was faster is of no interest here: any answer but a fault of the server will do. */
async function perform(client: TestClient, path: string, { verb, name, color }: Step): Promise<void> {
  const object = { metadata: { name, labels: { color } }, data: { by: verb } };
  const answer =
    verb === 'create'
      ? await client.post(path, object)
      : verb === 'update'
        ? await client.put(`${path}/${name}`, object)
        : await client.delete(`${path}/${name}`);
  expect([200, 201, 404, 409]).toContain(answer.status);
}

type State = Map<string, Wire>;

const stateOf = (list: Wire): State => new Map(list.items.map((item) => [item.metadata.name, typed(item)]));
const typed = (item: Wire): Wire => ({ ...item, kind: 'ConfigMap', apiVersion: 'v1' });

/** Replays events, and finds fault with those that make no sense after what came before. */
function replay(start: State, events: readonly WireEvent[]): State {
  const state = new Map(start);
  let last = 0n;
  for (const { type, object } of events) {
    const { name, resourceVersion } = object.metadata;
    expect(BigInt(resourceVersion)).toBeGreaterThan(last);
    last = BigInt(resourceVersion);
    expect({ name, type, known: state.has(name) }).toEqual({ name, type, known: type !== 'ADDED' });
    if (type === 'DELETED') state.delete(name);
    else state.set(name, object);
  }
  return state;
}

/** Lists, then watches from there. */
class Observer {
  readonly #path: string;
  readonly #start: State;
  readonly #watch: WatchStream;

  private constructor(path: string, start: State, watch: WatchStream) {
    this.#path = path;
    this.#start = start;
    this.#watch = watch;
  }
  static async begin(path: string, query: Params): Promise<Observer> {
    const { body: list } = await server.client.get(path, query);
    const { resourceVersion } = list.metadata;
    const watch = await server.client.watch(path, { ...query, resourceVersion, allowWatchBookmarks: true });
    return new Observer(path, stateOf(list), watch);
  }
  /** What this observer thinks is there. It has seen everything when a bookmark as new as the world comes by. */
  async finish(): Promise<State> {
    const newest = BigInt((await server.client.get(this.#path)).body.metadata.resourceVersion);
    const isNew = ({ type, object }: WireEvent): boolean =>
      type === 'BOOKMARK' && BigInt(object.metadata.resourceVersion) >= newest;
    const events = await server.clock.advanceUntil(this.#watch.until(isNew), 30_000);
    this.#watch.close();
    return replay(
      this.#start,
      events.filter(({ type }) => type !== 'BOOKMARK'),
    );
  }
}

let runs = 0;

it('a list plus the replayed watch is the next list, whoever writes meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, selector, async (clients, query) => {
      const namespace = `run-${++runs}`;
      await server.client.post('/api/v1/namespaces', { metadata: { name: namespace } });
      const path = configMaps(namespace);
      const early = await Observer.begin(path, query);
      const [half, rest] = [clients.map((steps) => steps.slice(0, 5)), clients.map((steps) => steps.slice(5))];
      const work = async (part: readonly Step[][]) =>
        Promise.all(
          part.map(async (steps) => {
            for (const each of steps) await perform(server.client, path, each);
          }),
        );
      const working = work(half);
      const amid = await Observer.begin(path, query);
      await working;
      const late = await Observer.begin(path, query);
      await work(rest);
      const expected = stateOf((await server.client.get(path, query)).body);
      for (const observer of [early, amid, late]) expect(await observer.finish()).toEqual(expected);
    }),
    { numRuns: 60, interruptAfterTimeLimit: 12_000, markInterruptAsFailure: false },
  );
});
