import { isJsonObject, type Json, type JsonObject } from '#meta';
import type { Mapping } from './mapping.ts';
import { RuleFault, RuleReader } from './rule-reader.ts';
import { ruleKinds } from './rules/index.ts';

/** What is wrong with a policy, at a path of it. */
interface PolicyFault {
  readonly path: string;
  readonly message: string;
}

/** The rules between two versions. */
export interface PairRules {
  readonly from: string;
  readonly to: string;
  readonly mappings: readonly Mapping[];
}

/** A policy that was read: what it is for, what it says, and what is wrong with it. */
export interface ReadPolicy {
  /** `crontabs.example.com` */
  readonly definition: string;
  readonly pairs: readonly PairRules[];
  readonly faults: readonly PolicyFault[];
}

const MAX_PAIRS = 32;
const MAX_RULES = 500;
const MAX_DEPTH = 8;

/** Reads the `spec` of a ConversionPolicy. Never throws. */
export function readPolicy(spec: Json | undefined): ReadPolicy {
  const faults: PolicyFault[] = [];
  const { definition, conversions } = isJsonObject(spec) ? spec : {};
  if (typeof definition !== 'string' || !definition.includes('.'))
    faults.push({ path: 'spec.definition', message: 'must be the name of a definition, such as crontabs.example.com' });
  const list = Array.isArray(conversions) ? conversions : [];
  if (list.length === 0 || list.length > MAX_PAIRS)
    faults.push({ path: 'spec.conversions', message: `must have between 1 and ${MAX_PAIRS} conversions` });
  const pairs = list.slice(0, MAX_PAIRS).flatMap((pair, index) => new PairReader(faults, index).read(pair) ?? []);
  return { definition: typeof definition === 'string' ? definition : '', pairs, faults };
}

class PairReader {
  readonly #faults: PolicyFault[];
  readonly #path: string;
  #rules = 0;

  constructor(faults: PolicyFault[], index: number) {
    this.#faults = faults;
    this.#path = `spec.conversions[${index}]`;
  }

  read(pair: Json): PairRules | undefined {
    const { from, to, rules } = isJsonObject(pair) ? pair : {};
    if (typeof from !== 'string' || typeof to !== 'string' || from === to) {
      this.#faults.push({ path: this.#path, message: 'from and to must be two versions' });
      return undefined;
    }
    const mappings = this.#mappings(rules, { from, to, path: `${this.#path}.rules`, depth: 0 });
    return { from, to, mappings };
  }

  #mappings(rules: Json | undefined, place: Place): readonly Mapping[] {
    if (!Array.isArray(rules) || place.depth > MAX_DEPTH) {
      this.#faults.push({ path: place.path, message: `must be a list, at most ${MAX_DEPTH} levels deep` });
      return [];
    }
    const mappings = rules.flatMap(
      (rule, index) => this.#mapping(rule, { ...place, path: `${place.path}[${index}]` }) ?? [],
    );
    for (const side of ['left', 'right'] as const) {
      const twice = overlap(mappings.flatMap((mapping) => mapping[side].map(({ text }) => text)));
      if (twice !== undefined)
        this.#faults.push({
          path: place.path,
          message: `two rules speak of ${twice} of ${side === 'left' ? place.from : place.to}`,
        });
    }
    return mappings;
  }

  #mapping(rule: Json, place: Place): Mapping | undefined {
    try {
      if (++this.#rules > MAX_RULES) throw new RuleFault(`there are more than ${MAX_RULES} rules`);
      const [name = '', ...others] = isJsonObject(rule) ? Object.keys(rule) : [];
      const kind = ruleKinds.get(name);
      if (kind === undefined || others.length > 0)
        throw new RuleFault(`must be one of ${[...ruleKinds.keys()].join(', ')}`);
      const reader = new RuleReader((rule as JsonObject)[name]);
      const { from, to, path, depth } = place;
      const items = (value: Json | undefined) =>
        this.#mappings(value, { ...place, path: `${path}.${name}.rules`, depth: depth + 1 });
      const mapping = kind(reader, { from, to, rules: items });
      reader.end();
      return mapping;
    } catch (error) {
      if (!(error instanceof RuleFault)) throw error;
      this.#faults.push({ path: place.path, message: error.message });
      return undefined;
    }
  }
}

interface Place {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  readonly depth: number;
}

/** A path that is there twice, or lies below another one. */
function overlap(paths: readonly string[]): string | undefined {
  const sorted = [...paths].sort();
  return sorted.find((path, at) => sorted.slice(0, at).some((other) => path === other || path.startsWith(`${other}.`)));
}
