import {
  type ApiDefinition,
  type Finding,
  lostOf,
  lostPaths,
  pathText,
  type TripObject,
  thereAndBack,
  tripObjects,
  type Way,
} from '#compat';
import { encodeJson } from '#machinery';
import { isJsonObject, type JsonObject } from '#meta';
import { type Cluster, WebhookUnreachable } from './cluster.ts';

const BATCH_SIZE = 50;

/** Sends made objects and stored ones through the webhook of a running server, to every other version and back. */
export async function webhookLosses(definition: ApiDefinition, cluster: Cluster): Promise<readonly Finding[]> {
  const webhook = definition.conversion === 'Webhook' ? await cluster.conversionWebhook(definition.name) : undefined;
  if (webhook === undefined) return [];
  try {
    return await lossesThrough(webhook, definition, cluster);
  } catch (error) {
    if (!(error instanceof WebhookUnreachable)) throw error;
    const message = `the conversion webhook does not answer, so no object went there and back: ${error.message}`;
    return [{ ...findingOf(definition), severity: 'warning', version: '', path: '', message, undecided: true }];
  }
}

async function lossesThrough(
  webhook: Way['convert'],
  definition: ApiDefinition,
  cluster: Cluster,
): Promise<readonly Finding[]> {
  const used = definition.versions.filter(({ served }) => served);
  const found: Finding[] = [];
  for (const from of used) {
    const trips = tripObjects(definition, from);
    for (const to of used) {
      if (to === from) continue;
      const names = { from: `${definition.group}/${from.name}`, to: `${definition.group}/${to.name}` };
      const lost = await lostOf(trips, { ...names, convert: webhook });
      found.push(...lost.map((trip) => lossFinding(definition, trip, `${from.name}, ${to.name}`)));
      found.push(...(await storedLosses(definition, { ...names, convert: webhook }, cluster)));
    }
  }
  return found;
}

/** The same for what is stored: what is lost, how often, and the smallest object that loses it. */
async function storedLosses(definition: ApiDefinition, way: Way, cluster: Cluster): Promise<readonly Finding[]> {
  const losses = new Map<string, { count: number; object: JsonObject; readonly examples: string[] }>();
  let [total, batch]: [number, JsonObject[]] = [0, []];
  const flush = async (): Promise<void> => {
    const back = batch.length === 0 ? [] : await thereAndBack(batch, way);
    for (const [at, object] of batch.entries()) {
      const returned = back[at];
      for (const path of returned === undefined ? [] : lostPaths(object, returned)) {
        const known = losses.get(path) ?? { count: 0, object, examples: [] };
        known.count++;
        if (known.examples.length < 3) known.examples.push(objectName(object));
        if (sizeOf(object) < sizeOf(known.object)) known.object = object;
        losses.set(path, known);
      }
    }
    total += batch.length;
    batch = [];
  };
  for await (const object of cluster.list(`/apis/${way.from}/${definition.plural}`)) {
    batch.push({ ...object, apiVersion: way.from, kind: definition.kind });
    if (batch.length === BATCH_SIZE) await flush();
  }
  await flush();
  const version = [way.from, way.to].map((one) => one.split('/').at(-1)).join(', ');
  return [...losses].map(([path, { count, object, examples }]) => ({
    ...lossFinding(definition, { path: [path], object }, version),
    touched: { count, of: total, examples },
  }));
}

function sizeOf(object: JsonObject): number {
  return encodeJson(object).length;
}

function objectName({ metadata }: JsonObject): string {
  const { namespace, name } = isJsonObject(metadata) ? metadata : {};
  return [namespace, name].filter((part) => typeof part === 'string').join('/');
}

function lossFinding(definition: ApiDefinition, { path, object }: TripObject, version: string): Finding {
  const where = pathText(path);
  const [from, to] = version.split(', ');
  const message = `an object of ${from} loses ${where} on the way to ${to} and back through the webhook`;
  return { ...findingOf(definition), severity: 'error', version, path: where, message, evidence: [object] };
}

function findingOf({ name, origin, line }: ApiDefinition) {
  return { rule: 'round-trip-loses', directions: ['send', 'read'], definition: name, origin, line } as const;
}
