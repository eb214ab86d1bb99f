import type { CustomResourceDefinition } from '#crd';
import { parseEntry } from '#registry';
import type { CachedObjects } from '#storage';
import type { ConversionModules } from '../conversion-modules/conversion-modules.ts';
import { DEFINITIONS_PREFIX } from '../threads/copied-prefixes.ts';
import type { PolicyIndex } from './policy-index.ts';
import type { PolicyCondition } from './policy-status.ts';

interface Sources {
  readonly policies: PolicyIndex;
  readonly modules: Pick<ConversionModules, 'rulesFor'>;
  cached(prefix: string): CachedObjects | undefined;
}

/** What is to be said of a policy, as it and its definition are now. */
export async function conditionsOf(
  name: string,
  { policies, modules, cached }: Sources,
): Promise<readonly PolicyCondition[] | undefined> {
  const verdict = policies.verdict(name, (definition) => {
    const entry = cached(DEFINITIONS_PREFIX)?.get(definition);
    return entry?.memo('definition', parseEntry) as unknown as CustomResourceDefinition | undefined;
  });
  if (verdict === undefined) return undefined;
  // Loaded with the first policy: most servers have none.
  const { policyConditions } = await import('./policy-status.ts');
  const byModule = verdict.definition !== undefined && modules.rulesFor(verdict.definition) !== undefined;
  return policyConditions({ ...verdict, byModule });
}
