import type { Lookup } from '../lookup.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import { asAsked, type MatchedAs, type MatchPolicy, type MatchRule, matchRules } from './rule-match.ts';
import { namespaceMatches, objectMatches, type SelectorSource, selectorsOf } from './selector-match.ts';

/** Which requests something is for, as policies and bindings say it. */
export interface MatchResources extends SelectorSource {
  readonly matchPolicy?: string;
  readonly resourceRules?: readonly MatchRule[];
  readonly excludeResourceRules?: readonly MatchRule[];
}

/**
 * As what a request matches; undefined if it does not. What is wrong with a selector is only thrown if everything else
 * matches. k8s: apiserver/pkg/admission/plugin/policy/matching/matching.go
 */
export async function matchResources(
  match: MatchResources,
  request: AdmissionAttributes,
  lookup: Lookup,
): Promise<MatchedAs | undefined> {
  const selectors = selectorsOf(match);
  if (!objectMatches(selectors.objects, request)) return undefined;
  const found = matchesByRules(match, request);
  if (found === undefined) return undefined;
  return (await namespaceMatches(selectors.namespaces, request, lookup)) ? found : undefined;
}

/** Without rules everything matches that is not excluded. */
function matchesByRules(match: MatchResources, request: AdmissionAttributes): MatchedAs | undefined {
  const { resourceRules = [], excludeResourceRules = [] } = match;
  const matchPolicy = match.matchPolicy === 'Equivalent' ? 'Equivalent' : ('Exact' satisfies MatchPolicy);
  if (matchRules(excludeResourceRules, matchPolicy, request) !== undefined) return undefined;
  return resourceRules.length === 0 ? asAsked(request) : matchRules(resourceRules, matchPolicy, request);
}
