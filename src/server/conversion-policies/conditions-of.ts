import type { CustomResourceDefinition } from '#crd';
import type { JsonObject } from '#meta';
import type { ConversionModules } from '../conversion-modules/conversion-modules.ts';
import type { PolicyIndex } from './policy-index.ts';
import type { PolicyCondition } from './policy-status.ts';

interface Sources {
  readonly policies: PolicyIndex;
  readonly modules: Pick<ConversionModules, 'rulesFor'>;
  /** Some stored objects of a definition. */
  sampleOf(definition: CustomResourceDefinition): Promise<readonly JsonObject[]>;
}

/** What is to be said of a policy, as it and its definition are now. */
export async function conditionsOf(
  name: string,
  { policies, modules, sampleOf }: Sources,
): Promise<readonly PolicyCondition[] | undefined> {
  const verdict = policies.verdict(name);
  if (verdict === undefined) return undefined;
  const { definition, problems } = verdict;
  const isWhole = definition !== undefined && problems.length === 0;
  // Loaded with the first policy: most servers have none.
  const { policyConditions } = await import('./policy-status.ts');
  return policyConditions({
    ...verdict,
    byModule: definition !== undefined && modules.rulesFor(definition) !== undefined,
    samples: isWhole ? await sampleOf(definition) : [],
  });
}
