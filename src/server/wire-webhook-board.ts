import type { ObservedWebhook } from '#admission';
import type { JsonObject, KubeObject, World } from '#meta';
import { formatTime, instantOf } from '#meta';
import { create, type Registry, systemAccess } from '#registry';
import { type Memory, objectsInMemory } from './objects-in-memory.ts';
import type { StaticManifests } from './static-manifests/static-manifests.ts';
import { WebhookBoard, type WebhookNews } from './webhook-board.ts';

interface BoardParts extends Memory {
  readonly world: World;
  readonly registry: Registry;
  /** Configurations that lie in files. */
  readonly manifests?: Pick<StaticManifests, 'read'> | undefined;
}

interface WiredBoard {
  observed(call: ObservedWebhook): void;
  /** What `/pinnace/webhooks` tells. */
  list(): Promise<JsonObject>;
}

const kinds = { mutating: 'MutatingWebhookConfiguration', validating: 'ValidatingWebhookConfiguration' } as const;

/** How admission webhooks do, with an Event on the configuration when one fails or answers again. */
export function wireWebhookBoard(parts: BoardParts): WiredBoard {
  const { world } = parts;
  const board = new WebhookBoard(
    () => world.clock.now(),
    (news) => void tell(parts, news),
  );
  return {
    observed: (call) => board.observed(call),
    async list() {
      const there = { mutating: await namesOf(parts, 'mutating'), validating: await namesOf(parts, 'validating') };
      return board.list(({ kind, configuration }) => there[kind].has(configuration));
    },
  };
}

async function namesOf(parts: BoardParts, kind: ObservedWebhook['kind']): Promise<ReadonlySet<string>> {
  const objects = await configurationsIn(parts, kind);
  const inFiles = parts.manifests?.read(`${kind}webhookconfigurations`).all() ?? [];
  return new Set([...objects.all(), ...inFiles].map(({ metadata }) => metadata.name ?? ''));
}

async function configurationsIn(parts: Memory, kind: ObservedWebhook['kind']) {
  return objectsInMemory(parts, { group: 'admissionregistration.k8s.io', resource: `${kind}webhookconfigurations` });
}

/** That nobody could be told is no reason to refuse anything. */
async function tell(parts: BoardParts, news: WebhookNews): Promise<void> {
  const { world, registry, catalog } = parts;
  const { configuration, webhook } = news.call;
  try {
    const resource = catalog().find('', 'v1', 'events');
    const object = (await configurationsIn(parts, news.call.kind)).get(configuration);
    if (resource === undefined || object === undefined) return;
    await create(systemAccess(registry, { resource, namespace: 'default' }), eventOf(news, object, world));
  } catch (error) {
    world.log.warn('could not tell of an admission webhook by an event', { configuration, webhook, error });
  }
}

function eventOf({ call, healthy, message }: WebhookNews, { metadata }: KubeObject, { clock, ids }: World): KubeObject {
  const { configuration, webhook, address, kind } = call;
  const now = formatTime(instantOf(clock.now()));
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${configuration.slice(0, 200)}.${ids.suffix(16)}`, namespace: 'default' },
    involvedObject: {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: kinds[kind],
      name: configuration,
      ...(metadata.uid !== undefined && { uid: metadata.uid }),
    },
    type: healthy ? 'Normal' : 'Warning',
    reason: healthy ? 'WebhookRecovered' : 'WebhookFailing',
    message: healthy
      ? `webhook ${webhook} at ${address} answers again`
      : `webhook ${webhook} at ${address} fails: ${message}`.slice(0, 1000),
    source: { component: 'pinnace' },
    reportingComponent: 'pinnace',
    reportingInstance: '',
    count: 1,
    firstTimestamp: now,
    lastTimestamp: now,
  };
}
