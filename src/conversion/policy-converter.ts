import { cloneJson, getOwn, isJsonObject, type Json, type JsonObject, type KubeObject, parseApiVersion } from '#meta';
import { ConversionRuleError } from './conversion-fault.ts';
import { applyMappings, type Kept, type Mapping, type Side } from './mapping.ts';
import type { PairRules } from './policy.ts';

/** Where an object keeps what its version cannot say. */
export const KEPT_ANNOTATION = 'conversion.pinnace.dev/kept';

/** One step of the way between two versions. */
interface Hop {
  readonly pair: PairRules;
  readonly to: Side;
}

/** A rule that made something of an object. */
export interface AppliedRule {
  readonly from: string;
  readonly to: string;
  readonly mapping: Mapping;
  readonly side: Side;
}

/** Converts by the rules of a policy, over other versions where two have no rules of their own. */
export class PolicyConverter {
  readonly #pairs: readonly PairRules[];
  readonly #ways = new Map<string, readonly Hop[] | undefined>();

  constructor(pairs: readonly PairRules[]) {
    this.#pairs = pairs;
  }

  /** Whether there is a way between two versions. */
  connects(from: string, to: string): boolean {
    return from === to || this.#way(from, to) !== undefined;
  }

  convert(objects: readonly KubeObject[], toApiVersion: string): KubeObject[] {
    return objects.map((object) => this.convertOne(object, toApiVersion));
  }

  /** A new object; what was given stays as it is. Throws a `ConversionRuleError`. */
  convertOne(object: KubeObject, toApiVersion: string, observe?: (rule: AppliedRule) => void): KubeObject {
    if (object.apiVersion === toApiVersion) return object;
    const [from, to] = [versionOf(object.apiVersion), versionOf(toApiVersion)];
    const way = this.#way(from, to);
    if (way === undefined) throw new ConversionRuleError(`no rules lead from ${from} to ${to}`);
    const copy = cloneJson(object as unknown as JsonObject);
    const kept = takeKept(copy);
    for (const hop of way) kept[keyOf(hop.pair)] = apply(copy, hop, { kept, observe }) as JsonObject;
    putKept(copy, kept);
    copy.apiVersion = toApiVersion;
    return copy as unknown as KubeObject;
  }

  #way(from: string, to: string): readonly Hop[] | undefined {
    const key = `${from} ${to}`;
    if (!this.#ways.has(key)) this.#ways.set(key, this.#search(from, to));
    return this.#ways.get(key);
  }

  /** The shortest way. */
  #search(from: string, to: string): readonly Hop[] | undefined {
    const ways = new Map<string, readonly Hop[]>([[from, []]]);
    for (const [version, way] of ways) {
      if (version === to) return way;
      for (const pair of this.#pairs) {
        if (pair.from === version && !ways.has(pair.to)) ways.set(pair.to, [...way, { pair, to: 'right' }]);
        if (pair.to === version && !ways.has(pair.from)) ways.set(pair.from, [...way, { pair, to: 'left' }]);
      }
    }
    return undefined;
  }
}

interface Passing {
  readonly kept: JsonObject;
  readonly observe: ((rule: AppliedRule) => void) | undefined;
}

function apply(object: JsonObject, { pair, to }: Hop, { kept, observe }: Passing): Kept {
  const { from: left, to: right, mappings } = pair;
  const known = getOwn(kept, keyOf(pair));
  const [from, target] = to === 'right' ? [left, right] : [right, left];
  return applyMappings(object, {
    mappings,
    to,
    kept: isJsonObject(known) ? known : {},
    observe: observe && ((mapping) => observe({ from, to: target, mapping, side: to })),
  });
}

const keyOf = ({ from, to }: PairRules): string => `${from} ${to}`;

function versionOf(apiVersion: string): string {
  return parseApiVersion(apiVersion)?.version ?? apiVersion;
}

function takeKept(object: JsonObject): JsonObject {
  const { metadata } = object;
  const annotations = isJsonObject(metadata) ? metadata.annotations : undefined;
  const text = isJsonObject(annotations) ? getOwn(annotations, KEPT_ANNOTATION) : undefined;
  if (typeof text !== 'string' || !isJsonObject(metadata) || !isJsonObject(annotations)) return {};
  delete annotations[KEPT_ANNOTATION];
  if (Object.keys(annotations).length === 0) delete metadata.annotations;
  try {
    const kept = JSON.parse(text) as Json;
    return isJsonObject(kept) ? kept : {};
  } catch {
    // The annotation is not ours: nothing is known of the object.
    return {};
  }
}

function putKept(object: JsonObject, kept: JsonObject): void {
  const left = Object.entries(kept).filter(([, keeps]) => isJsonObject(keeps) && Object.keys(keeps).length > 0);
  if (left.length === 0) return;
  const text = JSON.stringify(Object.fromEntries(left), (_, value) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
  if (!isJsonObject(object.metadata)) object.metadata = {};
  const { metadata } = object;
  metadata.annotations = {
    ...(isJsonObject(metadata.annotations) ? metadata.annotations : {}),
    [KEPT_ANNOTATION]: text,
  };
}
