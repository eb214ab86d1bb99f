import type { ResourceDefinition } from '#machinery';
import type { AdmissionAttributes } from '../plugin.ts';
import { type MatchPolicy, type MatchRule, matchRules } from './rule-match.ts';

/** What tells which requests something may be for. */
interface Rules {
  readonly rules: readonly MatchRule[];
  readonly matchPolicy: MatchPolicy;
}

/** Things with rules, by the resources that the rules name. A request pays for those that name its resource. */
export class RuleIndex<Item> {
  readonly #items: readonly Item[];
  readonly #rulesOf: (item: Item) => Rules;
  readonly #byDefinition = new WeakMap<ResourceDefinition, Map<string, readonly Item[]>>();

  constructor(items: readonly Item[], rulesOf: (item: Item) => Rules) {
    this.#items = items;
    this.#rulesOf = rulesOf;
  }

  /** Those whose rules name what is asked for, whatever the object is called, in their order. */
  for(request: AdmissionAttributes): readonly Item[] {
    if (this.#items.length === 0) return this.#items;
    const { resource, subresource, operation, served } = request;
    const known = this.#knownOf(served.definition);
    const key = `${operation} ${resource.version}/${resource.resource}/${subresource}`;
    let found = known.get(key);
    if (found === undefined) {
      found = this.#items.filter((item) => this.#mayMatch(item, request));
      known.set(key, found);
    }
    return found;
  }

  #knownOf(definition: ResourceDefinition): Map<string, readonly Item[]> {
    const known = this.#byDefinition.get(definition) ?? new Map<string, readonly Item[]>();
    this.#byDefinition.set(definition, known);
    return known;
  }

  #mayMatch(item: Item, request: AdmissionAttributes): boolean {
    const { rules, matchPolicy } = this.#rulesOf(item);
    const anyName = rules.map(({ resourceNames: _, ...rule }) => rule);
    return matchRules(anyName, matchPolicy, request) !== undefined;
  }
}
