import type { Service, SharedNetwork } from '#apis';
import type { ObservedCall } from '#crd';
import { answerHeavy, type HeavyReply, type House, OpenApiDocuments } from '#http';
import type { World } from '#meta';
import { readFeatureGates } from '../feature-gates.ts';
import { loadApis } from '../load-apis.ts';
import { Milestone } from '../milestone.ts';
import { CopiedManifests } from '../static-manifests/static-manifests.ts';
import { KUBERNETES_VERSION } from '../version.ts';
import { type Rooms, wireRooms } from '../wire-rooms.ts';
import {
  admissionPrefixes,
  CONVERSION_POLICIES_PREFIX,
  DEFINITIONS_PREFIX,
  policyPrefixes,
} from './copied-prefixes.ts';
import type { MainThread } from './main-thread.ts';
import type { ThreadJob, ThreadMetrics, ThreadStart } from './messages.ts';
import type { RemoteStore } from './remote-store.ts';

interface ThreadHouseParts {
  readonly start: ThreadStart;
  readonly store: RemoteStore;
  readonly mainThread: MainThread;
  readonly world: World;
  readonly metrics: ThreadMetrics;
}

const MOST_GROUPS = 16;

/** The rooms in a thread of their own. One request at a time. */
export class ThreadHouse {
  readonly #store: RemoteStore;
  readonly #rooms: Rooms;
  readonly #house: House;
  readonly #manifests: CopiedManifests;
  readonly #mainThread: MainThread;
  #ends: readonly string[] = [];

  private constructor(
    { store, world, start, mainThread }: ThreadHouseParts,
    { rooms, manifests }: { readonly rooms: Rooms; readonly manifests: CopiedManifests },
  ) {
    const { requestTimeout: requestTimeoutMs, featureGates } = start.options;
    const servesCbor = readFeatureGates(featureGates).isOn('CBORServingAndStorage');
    this.#store = store;
    this.#rooms = rooms;
    this.#manifests = manifests;
    this.#mainThread = mainThread;
    const { catalog, registry, auth } = rooms;
    const openapi = new OpenApiDocuments(KUBERNETES_VERSION.slice(1), { offered: { cbor: servesCbor } });
    this.#house = {
      catalog,
      registry,
      world,
      authenticate: () => unavailable(),
      authorize: auth.authorize,
      paths: {
        answer: ({ headers, query }, { path }) =>
          openapi.reply(catalog(), { path, query: new URLSearchParams(query), headers, now: world.clock.now() }),
      },
      settings: { requestTimeoutMs, minRequestTimeoutMs: 0, bookmarkIntervalMs: 0, random: () => 0, servesCbor },
      observe() {},
    } as Partial<House> as House;
  }

  static async open(parts: ThreadHouseParts): Promise<ThreadHouse> {
    const { start, store, mainThread, world, metrics } = parts;
    const policy = new Milestone();
    policy.markReached();
    // Each call, not only what is new to this thread: another may have told the main thread otherwise.
    const conversion = (call: ObservedCall): void => {
      metrics.conversion(call);
      const health = rooms.custom.health(call.definition);
      if (health !== undefined) void mainThread.ask('webhookHealth', call.definition, health);
    };
    const manifests = new CopiedManifests();
    const rooms: Rooms = await wireRooms(
      { ...start, apis: await loadApis(start.options.api), world, policy, metrics: { ...metrics, conversion } },
      {
        store: { collection: (prefix) => store.collection(prefix), cached: (prefix) => store.cached(prefix) },
        network: remoteNetwork(mainThread, start),
        countStored: (place) => mainThread.askNow('countStored', place),
        charges: {
          record: (namespace, charge) => mainThread.askNow('charge', namespace, charge),
          strike: (namespace, charge) => mainThread.askNow('strikeCharge', namespace, charge),
        },
        readManifests: (resource) => manifests.read(resource),
        healthChanged: () => {},
      },
    );
    return new ThreadHouse(parts, { rooms, manifests });
  }

  async serve({ request, since, manifestsSince }: ThreadJob): Promise<HeavyReply> {
    if (manifestsSince !== this.#manifests.since) this.#manifests.take(await this.#mainThread.ask('manifests'));
    for (const prefix of [CONVERSION_POLICIES_PREFIX, ...policyPrefixes, ...admissionPrefixes])
      await this.#store.refresh(prefix, { since: since[prefix] ?? 0 });
    await this.#store.refresh(DEFINITIONS_PREFIX, {
      since: since[DEFINITIONS_PREFIX] ?? 0,
      ends: this.#endsFor(request.group),
    });
    return answerHeavy(this.#house, request);
  }

  /** When nothing goes on behind the answers any more. */
  idle(): Promise<void> {
    return this.#rooms.recorder.idle();
  }

  /** The definitions of the groups that were asked for lately: all of them would take much memory. */
  #endsFor(group: string): readonly string[] {
    const end = `.${group}`;
    if (!this.#rooms.catalog().isBuiltIn(group) && !this.#ends.includes(end)) {
      this.#ends = [end, ...this.#ends].slice(0, MOST_GROUPS);
    }
    return this.#ends;
  }
}

function unavailable(): never {
  throw new Error('not in this thread');
}

/** The main thread counts who has which address and port. */
function remoteNetwork(mainThread: MainThread, { options }: ThreadStart): SharedNetwork {
  return {
    families: [options.serviceClusterIpRange.includes(':') ? 'IPv6' : 'IPv4'],
    vacate: ({ metadata, spec = {} }) =>
      mainThread.ask('vacate', { metadata: { name: metadata.name ?? '' }, spec } as Service),
    takeAddress: (family, address, holder) => mainThread.ask('takeAddress', family, address, holder),
    giveBackAddress: (address) => mainThread.ask('giveBackAddress', address),
    takePort: (port) => mainThread.ask('takePort', port),
    giveBackPort: (port) => mainThread.ask('giveBackPort', port),
    tryAddress: (family, address) => mainThread.ask('tryAddress', family, address),
    tryPort: (port) => mainThread.ask('tryPort', port),
  };
}
