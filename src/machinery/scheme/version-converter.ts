import { isJsonObject, type JsonObject, type KubeObject } from '#meta';
import { type Converter, type TypePair, unknownConversion } from './converter.ts';
import type { KnownType, KnownTypes } from './known-types.ts';
import { SchemeError } from './scheme-error.ts';
import type { KindVersion } from './versioned-kind.ts';

interface ConversionStep {
  readonly from: KnownType;
  readonly to: KnownType;
  readonly context: unknown;
}

const pairOf = ({ from, to }: Pick<ConversionStep, 'from' | 'to'>): TypePair => ({ from: from.type, to: to.type });
const namedOf = ({ apiVersion, kind }: KnownType): Pick<KnownType, 'apiVersion' | 'kind'> => ({ apiVersion, kind });

/** The objects in a list. */
export function itemsIn({ items }: JsonObject): readonly JsonObject[] {
  return Array.isArray(items) ? items.filter(isJsonObject) : [];
}

/** Converts objects between the versions of their kind, which meet in a hub. */
export class VersionConverter {
  readonly #types: KnownTypes;
  readonly #converter: Converter;

  constructor(types: KnownTypes, converter: Converter) {
    this.#types = types;
    this.#converter = converter;
  }

  /** One sentence per conversion between a type and its hub that nobody added. */
  missing(known: KnownType): readonly string[] {
    const hub = this.#types.hubOf(known);
    if (hub === undefined || known.itemsOf !== undefined) return [];
    return [
      { from: known.type, to: hub.type },
      { from: hub.type, to: known.type },
    ]
      .filter((pair) => pair.from !== pair.to && !this.#converter.has(pair))
      .map((pair) => `${known.kind}: ${unknownConversion(pair)}`);
  }

  /** The type of the first of the wanted versions that the kind has. */
  targetOf(from: KnownType, wanted: readonly string[]): KnownType {
    if (wanted.length === 0) throw new SchemeError([`${from.kind} of ${from.apiVersion}: say which version is wanted`]);
    for (const apiVersion of wanted) {
      const found = this.#types.find(apiVersion, from.kind);
      if (found !== undefined && (found === from || this.#canMeet(from, found))) return found;
    }
    const versions = this.#types.versionsOf({ group: from.described?.group ?? from.group, kind: from.kind });
    const known = versions.map(({ apiVersion }) => apiVersion).join(', ');
    throw new SchemeError([`${from.kind} has no version ${wanted.join(' or ')}; it has ${known}`]);
  }

  #canMeet(from: KnownType, to: KnownType): boolean {
    const hub = this.#types.hubOf(from);
    return (hub !== undefined && hub === this.#types.hubOf(to)) || from.group === to.group;
  }

  /** Through the hub, unless there is a direct way. */
  convert(object: KubeObject, step: ConversionStep): KubeObject {
    const { from, to } = step;
    const hub = this.#types.hubOf(from);
    const isDirect = hub === undefined || from === hub || to === hub || this.#converter.has(pairOf(step));
    if (isDirect) return this.direct(object, step);
    return this.direct(this.direct(object, { ...step, to: hub }), { ...step, from: hub });
  }

  /** One step of the star, or a conversion between two versions that somebody added. */
  direct(object: KubeObject, { from, to, context }: ConversionStep): KubeObject {
    if (from === to) return object;
    if (from.itemsOf !== undefined && to.itemsOf !== undefined) {
      const step = { from: from.itemsOf, to: to.itemsOf, context };
      const items = itemsIn(object).map((item) => this.direct({ ...item, ...namedOf(step.from) } as KubeObject, step));
      return { ...object, ...namedOf(to), items } as unknown as KubeObject;
    }
    const pair = pairOf({ from, to });
    const described = to === this.#types.hubOf(from) ? from.kindVersion?.toHub : to.kindVersion?.fromHub;
    const parts = { root: object, context };
    if (described === undefined || this.#converter.overrides(pair)) {
      return { ...this.#converter.convert(object, pair, parts), ...namedOf(to) } as KubeObject;
    }
    return described(object);
  }

  /** A version of a kind whose types were added one by one. */
  kindVersion(own: KnownType, hub: KnownType, defaults: KindVersion['defaults']): KindVersion {
    const { group, version, apiVersion, type } = own;
    const direction = (from: KnownType, to: KnownType) => (object: KubeObject) =>
      this.direct(object, { from, to, context: to.apiVersion });
    return {
      group,
      version,
      apiVersion,
      type,
      defaults,
      toHub: direction(own, hub),
      fromHub: direction(hub, own),
      lacks: [],
      faults: () => this.missing(own),
    };
  }
}
