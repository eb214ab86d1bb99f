import { getOwn, isJsonObject, type Json, type JsonObject, setOwn } from '#meta';
import { putAt, type Steps, takeAt } from './field-path.ts';

/** A place in an object that a rule takes a value from, or puts one to. */
export interface Slot {
  /** As messages name it. */
  readonly text: string;
  /** Empty for what lies in metadata, which every version has. */
  readonly steps: Steps;
  take(object: JsonObject): Json | undefined;
  put(object: JsonObject, value: Json): void;
}

export function fieldSlot(steps: Steps): Slot {
  return {
    text: steps.join('.'),
    steps,
    take: (object) => takeAt(object, steps),
    put: (object, value) => putAt(object, steps, value),
  };
}

/** An annotation or a label. What is put there is a text already. */
export function metadataSlot(map: 'annotations' | 'labels', key: string): Slot {
  return {
    text: `metadata.${map}[${key}]`,
    steps: [],
    take: (object) => takeKey(object, map, key),
    put: (object, value) => putKey(object, { map, key, value }),
  };
}

function takeKey(object: JsonObject, map: string, key: string): Json | undefined {
  const metadata = getOwn(object, 'metadata');
  const entries = isJsonObject(metadata) ? getOwn(metadata, map) : undefined;
  if (!isJsonObject(metadata) || !isJsonObject(entries)) return undefined;
  const value = getOwn(entries, key);
  if (value === undefined) return undefined;
  delete entries[key];
  if (Object.keys(entries).length === 0) delete metadata[map];
  return value;
}

interface PutKey {
  readonly map: string;
  readonly key: string;
  readonly value: Json;
}

function putKey(object: JsonObject, { map, key, value }: PutKey): void {
  if (!isJsonObject(object.metadata)) object.metadata = {};
  const { metadata } = object;
  if (!isJsonObject(metadata[map])) metadata[map] = {};
  setOwn(metadata[map] as JsonObject, key, value);
}
