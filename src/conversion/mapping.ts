import { cloneJson, isJsonObject, type Json, type JsonObject, numericEqual } from '#meta';
import type { Slot } from './slot.ts';

/** The left side is the version that the conversion is from, the right side the one that it is to. */
export type Side = 'left' | 'right';

/** One value for each slot of a side. */
export type Values = readonly (Json | undefined)[];

/** What one rule does to an object, in both directions. */
export interface Mapping {
  /** `split spec.hostPort → spec.host, spec.port` */
  readonly text: string;
  readonly left: readonly Slot[];
  readonly right: readonly Slot[];
  /** The values of the other side. `kept` is what the way here kept for the way back. */
  run(to: Side, values: Values, rest: Rest): Mapped;
  /** Runs also where there is nothing to take, because it makes something of nothing. */
  readonly always?: true;
  /** What it takes is meant to be lost. */
  readonly isDeletion?: boolean;
  /** Looks at the object as it was. */
  readonly readsSource?: true;
  /** The rules of the items of a list or map, for those who look at what is covered. */
  readonly items?: readonly Mapping[];
}

interface Rest {
  readonly kept: Json | undefined;
  /** The object as it was before anything was taken from it. Not to be changed. */
  readonly source: JsonObject;
}

interface Mapped {
  readonly values: Values;
  /** What the other side cannot say. */
  readonly keep?: Json | undefined;
}

/** A rule that is two functions of values. */
interface PlainMapping extends Omit<Mapping, 'run'> {
  toRight(values: Values, source: JsonObject): Values;
  toLeft(values: Values, source: JsonObject): Values;
  /** What does not come back by itself is lost, and nobody minds. */
  readonly lossy?: boolean;
}

/**
 * What a function cannot bring back is kept beside the result, and comes back when the result is still the same. Whoever
 * changed the result meanwhile meant it.
 */
export function plainMapping(plain: PlainMapping): Mapping {
  const { toRight, toLeft, lossy = false, ...rest } = plain;
  return {
    ...rest,
    run(to, values, { kept, source }) {
      const [there, back] = to === 'right' ? [toRight, toLeft] : [toLeft, toRight];
      const known = restored(kept, values);
      const made = known ?? there(values, source);
      if (lossy) return { values: made };
      const isWhole = sameValues(back(made, source), values);
      return { values: made, keep: isWhole ? undefined : { now: packed(made), was: packed(values) } };
    },
  };
}

function restored(kept: Json | undefined, values: Values): Values | undefined {
  if (!isJsonObject(kept) || !numericEqual(kept.now, packed(values)) || !isJsonObject(kept.was)) return undefined;
  const { was } = kept;
  const length = Math.max(0, ...Object.keys(was).map((index) => Number(index) + 1));
  return Array.from({ length }, (_, index) => was[String(index)]);
}

/** JSON knows no undefined: values by their index. */
function packed(values: Values): JsonObject {
  const object: JsonObject = {};
  for (const [index, value] of values.entries()) if (value !== undefined) object[String(index)] = value;
  return object;
}

function sameValues(a: Values, b: Values): boolean {
  const length = Math.max(a.length, b.length);
  for (let index = 0; index < length; index++) if (!numericEqual(a[index], b[index])) return false;
  return true;
}

/** What mappings kept, by their texts. */
export type Kept = { [text: string]: Json | undefined };

/** Observes the conversion of an object. */
type Observe = (mapping: Mapping, to: Side) => void;

interface Way {
  readonly mappings: readonly Mapping[];
  readonly to: Side;
  readonly kept: Kept;
  readonly observe?: Observe | undefined;
}

/**
 * Changes the object, and returns what has to be kept for the way back. Everything is taken before anything is put, so that
 * paths are always those of their own version: two fields may change places.
 */
export function applyMappings(object: JsonObject, { mappings, to, kept, observe }: Way): Kept {
  const source = mappings.some(({ readsSource }) => readsSource) ? cloneJson(object) : object;
  const taken = mappings.map((mapping) =>
    (to === 'right' ? mapping.left : mapping.right).map((slot) => slot.take(object)),
  );
  const keeps: Kept = {};
  for (const [index, mapping] of mappings.entries()) {
    const values = taken[index] as Values;
    const known = kept[mapping.text];
    if (mapping.always !== true && known === undefined && values.every((value) => value === undefined)) continue;
    const { values: made, keep } = mapping.run(to, values, { kept: known, source });
    if (keep !== undefined) keeps[mapping.text] = keep;
    for (const [at, slot] of (to === 'right' ? mapping.right : mapping.left).entries()) {
      const value = made[at];
      if (value !== undefined) slot.put(object, value);
    }
    observe?.(mapping, to);
  }
  return keeps;
}
