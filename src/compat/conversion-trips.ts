import { encodeJson } from '#machinery';
import { isJsonObject, type Json, type JsonObject, numericEqual } from '#meta';
import type { ApiDefinition } from './api-definition.ts';
import { pathText } from './finding.ts';
import { isLost, type TripObject, tripObjects } from './round-trip.ts';

/** Gives objects in another version, in their order; undefined where one of them is refused. */
export type ConvertObjects = (
  objects: readonly JsonObject[],
  apiVersion: string,
) => Promise<readonly JsonObject[] | undefined>;

/** From one apiVersion to another. */
export interface Way {
  readonly from: string;
  readonly to: string;
  readonly convert: ConvertObjects;
}

/** What an object does not bring back from another version. */
export interface TripLoss {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  /** The smallest object that loses it. */
  readonly object: JsonObject;
}

const BATCH_SIZE = 50;

/** What objects that are made of the schemas lose by a conversion, and what these samples lose. */
export async function conversionLosses(
  definition: ApiDefinition,
  convert: ConvertObjects,
  samples: readonly JsonObject[] = [],
): Promise<readonly TripLoss[]> {
  const used = definition.versions.filter(({ served }) => served);
  const found: TripLoss[] = [];
  for (const from of used) {
    const trips = tripObjects(definition, from);
    for (const to of used) {
      if (to === from) continue;
      const way = { from: `${definition.group}/${from.name}`, to: `${definition.group}/${to.name}`, convert };
      const names = { from: from.name, to: to.name };
      for (const { path, object } of await lostOf(trips, way)) found.push({ ...names, path: pathText(path), object });
      for (const loss of await sampleLosses(samples, way)) {
        if (!found.some((known) => covers(known, { ...names, ...loss }))) found.push({ ...names, ...loss });
      }
    }
  }
  return found;
}

/** Whether a loss is told by another one already, of the same path or of one above it. */
function covers(known: TripLoss, { from, to, path }: TripLoss): boolean {
  const plain = (text: string): string => text.replaceAll('[*]', '').replaceAll('{*}', '');
  const [above, below] = [plain(known.path), plain(path)];
  return known.from === from && known.to === to && (above === below || below.startsWith(`${above}.`));
}

/** What some objects lose on a way, by path. */
export async function sampleLosses(
  samples: readonly JsonObject[],
  way: Way,
): Promise<readonly { readonly path: string; readonly object: JsonObject }[]> {
  const own = samples.filter(({ apiVersion }) => apiVersion === way.from);
  const smallest = new Map<string, JsonObject>();
  for (let at = 0; at < own.length; at += BATCH_SIZE) {
    const batch = own.slice(at, at + BATCH_SIZE);
    const back = await thereAndBack(batch, way);
    for (const [index, object] of batch.entries()) {
      const returned = back[index];
      for (const path of returned === undefined ? [] : lostPaths(object, returned)) {
        const known = smallest.get(path);
        if (known === undefined || sizeOf(object) < sizeOf(known)) smallest.set(path, object);
      }
    }
  }
  return [...smallest].map(([path, object]) => ({ path, object }));
}

const sizeOf = (object: JsonObject): number => encodeJson(object).length;

/** What an object has and did not bring back, apart from what servers keep. */
export function lostPaths(object: JsonObject, back: JsonObject): readonly string[] {
  const found: string[] = [];
  const walk = (before: Json | undefined, after: Json | undefined, path: string): void => {
    if (isJsonObject(before) && isJsonObject(after)) {
      for (const key of Object.keys(before)) walk(before[key], after[key], path === '' ? key : `${path}.${key}`);
    } else if (before !== undefined && !numericEqual(before, after)) found.push(path);
  };
  const { apiVersion: _, kind: __, metadata: ___, ...content } = object;
  walk(content, back, '');
  return found;
}

/** Those that did not bring everything back. */
export async function lostOf(trips: readonly TripObject[], way: Way): Promise<readonly TripObject[]> {
  const lost: TripObject[] = [];
  for (let at = 0; at < trips.length; at += BATCH_SIZE) {
    const batch = trips.slice(at, at + BATCH_SIZE);
    const back = await thereAndBack(
      batch.map(({ object }) => object),
      way,
    );
    for (const [index, trip] of batch.entries()) {
      const returned = back[index];
      const isBelow = lost.some(({ path }) => pathText(trip.path).startsWith(`${pathText(path)}.`));
      if (returned !== undefined && !isBelow && isLost(trip, returned)) lost.push(trip);
    }
  }
  return lost;
}

/** Objects that were to another version and back; undefined for those that are refused, which is not a loss. */
export async function thereAndBack(
  objects: readonly JsonObject[],
  way: Way,
): Promise<readonly (JsonObject | undefined)[]> {
  const there = await way.convert(objects, way.to);
  const back = there?.length === objects.length ? await way.convert(there, way.from) : undefined;
  if (back?.length === objects.length) return back;
  // One refused object fails its whole batch, so the batch is split.
  if (objects.length <= 1) return [undefined];
  const found: (JsonObject | undefined)[] = [];
  for (const object of objects) found.push(...(await thereAndBack([object], way)));
  return found;
}
