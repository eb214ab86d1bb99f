import { byAge, ConversionRuleError, PolicyConverter, policyProblems, type ReadPolicy, readPolicy } from '#conversion';
import { type ConversionByRules, type CustomResourceDefinition, schemaOf, versionsOf } from '#crd';
import type { KubeObject, ObjectMeta } from '#meta';
import { parseEntry } from '#registry';
import type { CachedObjects } from '#storage';
import { conversionFailure } from '../conversion-failure.ts';
import { CONVERSION_POLICIES_PREFIX, DEFINITIONS_PREFIX } from '../threads/copied-prefixes.ts';

/** A policy as it lies in the store. */
interface StoredPolicy {
  readonly metadata: ObjectMeta;
  readonly read: ReadPolicy;
}

/** What became of a policy. */
export interface PolicyVerdict {
  readonly policy: StoredPolicy;
  readonly definition: CustomResourceDefinition | undefined;
  /** The older policy for the same definition, which holds. */
  readonly shadowedBy: string | undefined;
  readonly problems: ReturnType<typeof policyProblems>;
}

/** The policies in the store, by the definitions that they are for. Read anew when one of them changes. */
export class PolicyIndex {
  readonly #cached: (prefix: string) => CachedObjects | undefined;
  #since = -1;
  #byDefinition: ReadonlyMap<string, readonly StoredPolicy[]> = new Map();
  /** Problems of a policy with a definition, as long as both are there. */
  readonly #problems = new WeakMap<
    StoredPolicy,
    { readonly spec: object; readonly found: PolicyVerdict['problems'] }
  >();

  constructor(cached: (prefix: string) => CachedObjects | undefined) {
    this.#cached = cached;
  }

  /** Another number when any policy has changed. */
  get since(): number {
    return this.#cached(CONVERSION_POLICIES_PREFIX)?.since ?? 0;
  }

  /** The rules in force for a definition. */
  rulesFor(definition: CustomResourceDefinition): ConversionByRules | undefined {
    const [policy] = this.#policies().get(definition.metadata.name as string) ?? [];
    if (policy === undefined || this.#problemsOf(policy, definition).length > 0) return undefined;
    return { id: `${policy.metadata.uid}/${policy.metadata.generation}`, converter: converterOf(policy) };
  }

  /** The policy that a definition goes by, whole or not. */
  policyFor(definition: string): ReadPolicy | undefined {
    return this.#policies().get(definition)?.[0]?.read;
  }

  definitionNamed(name: string): CustomResourceDefinition | undefined {
    const entry = this.#cached(DEFINITIONS_PREFIX)?.get(name);
    return entry?.memo('definition', parseEntry) as unknown as CustomResourceDefinition | undefined;
  }

  verdict(name: string): PolicyVerdict | undefined {
    for (const [definitionName, policies] of this.#policies()) {
      const policy = policies.find(({ metadata }) => metadata.name === name);
      if (policy === undefined) continue;
      const definition = this.definitionNamed(definitionName);
      const problems = definition === undefined ? [] : this.#problemsOf(policy, definition);
      return {
        policy,
        definition,
        problems,
        shadowedBy: policy === policies[0] ? undefined : policies[0]?.metadata.name,
      };
    }
    return undefined;
  }

  #problemsOf(policy: StoredPolicy, definition: CustomResourceDefinition): PolicyVerdict['problems'] {
    const known = this.#problems.get(policy);
    if (known?.spec === definition.spec) return known.found;
    const found = problemsBetween(policy.read, definition);
    this.#problems.set(policy, { spec: definition.spec, found });
    return found;
  }

  #policies(): ReadonlyMap<string, readonly StoredPolicy[]> {
    const stored = this.#cached(CONVERSION_POLICIES_PREFIX);
    if (stored === undefined || stored.since === this.#since) return this.#byDefinition;
    this.#since = stored.since;
    const all = new Map<string, StoredPolicy[]>();
    for (const entry of stored.entries) {
      if (entry.damage !== undefined) continue;
      const policy = entry.memo('conversion-policy', () => storedPolicy(parseEntry(entry)));
      all.set(policy.read.definition, [...(all.get(policy.read.definition) ?? []), policy]);
    }
    for (const policies of all.values()) policies.sort((a, b) => byAge(a.metadata, b.metadata));
    this.#byDefinition = all;
    return all;
  }
}

/** Everything that keeps a policy from converting a definition. */
export function problemsBetween(policy: ReadPolicy, definition: CustomResourceDefinition): PolicyVerdict['problems'] {
  const { spec, metadata } = definition;
  const versions = versionsOf(definition).map((version) => ({ name: version.name, schema: schemaOf(version) }));
  const strategy = spec.conversion?.strategy ?? 'None';
  return policyProblems(policy, { name: metadata.name as string, strategy, versions });
}

function storedPolicy({ metadata, spec }: KubeObject): StoredPolicy {
  return { metadata, read: readPolicy(spec as never) };
}

function converterOf({ metadata, read }: StoredPolicy): ConversionByRules['converter'] {
  const converter = new PolicyConverter(read.pairs);
  return {
    convert: (objects, to) =>
      objects.map((object) => {
        try {
          return converter.convertOne(object, to);
        } catch (error) {
          if (!(error instanceof ConversionRuleError)) throw error;
          const { message } = error;
          const by = `conversion policy ${metadata.name}`;
          throw conversionFailure({ by, definition: read.definition, object, to, message });
        }
      }),
  };
}
