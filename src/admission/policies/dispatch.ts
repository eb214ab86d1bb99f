import { ApiError, apiErrors, type KubeObject, SelectorError } from '#meta';
import type { ConfigurationSources } from '../configuration.ts';
import type { Lookup } from '../lookup.ts';
import type { AnswerPermit } from '../matching/permits.ts';
import { matchResources } from '../matching/resource-match.ts';
import { type MatchedAs, namespaceOf } from '../matching/rule-match.ts';
import { resources } from '../objects.ts';
import type { AdmissionAttributes, AdmissionRequest } from '../plugin.ts';
import type { StepObserver } from '../step-observation.ts';
import {
  ConfigurationError,
  collectParameters,
  type FindParameterKind,
  type Parameter,
  parameterKindOf,
} from './parameters.ts';
import type { Binding, Policy, PolicySpec } from './policy.ts';
import type { BoundPolicy } from './policy-index.ts';

/** What policies need to know besides the request. */
export interface PolicyParts extends ConfigurationSources {
  readonly lookup: Lookup;
  readonly findParameterKind: FindParameterKind;
  readonly answerPermit: AnswerPermit;
  readonly observer?: StepObserver;
}

/** A policy that is to be asked about a request, for one of its bindings. */
export interface Invocation<Spec extends PolicySpec> {
  readonly policy: Policy<Spec>;
  readonly binding: Binding;
  readonly matched: MatchedAs;
  readonly parameters: readonly (Parameter | null)[];
  readonly builtInParameters: boolean;
}

/** A policy that cannot be asked, and why. Without a binding it is the policy's own fault. */
export interface Misconfigured<Spec extends PolicySpec> {
  readonly policy: Policy<Spec>;
  readonly binding?: Binding;
  readonly message: string;
}

type Found<Spec extends PolicySpec> = Invocation<Spec> | Misconfigured<Spec>;

/** Those of the policies that are for a request, in their order, each with its bindings and their parameters. */
export async function invocationsFor<Spec extends PolicySpec>(
  bound: readonly BoundPolicy<Spec>[],
  request: AdmissionAttributes,
  parts: PolicyParts,
): Promise<readonly Found<Spec>[]> {
  const found: Found<Spec>[] = [];
  for (const one of bound) found.push(...(await invocationsOf(one, request, parts)));
  return found;
}

async function invocationsOf<Spec extends PolicySpec>(
  { policy, bindings }: BoundPolicy<Spec>,
  request: AdmissionAttributes,
  { lookup, findParameterKind }: PolicyParts,
): Promise<readonly Found<Spec>[]> {
  try {
    const matched = await matchResources(policy.spec.matchConstraints ?? {}, request, lookup);
    if (matched === undefined) return [];
    const kind = parameterKindOf(policy.spec.paramKind, findParameterKind);
    const found: Found<Spec>[] = [];
    for (const binding of bindings) {
      try {
        const { matchResources: match, paramRef } = binding.spec;
        if (match !== undefined && (await matchResources(match, request, lookup)) === undefined) continue;
        const parameters = await collectParameters(kind, paramRef, namespaceOf(request));
        found.push({ policy, binding, matched, parameters, builtInParameters: kind?.builtIn ?? false });
      } catch (error) {
        found.push({ policy, binding, message: `failed to configure binding: ${configurationFault(error)}` });
      }
    }
    return found;
  } catch (error) {
    return [{ policy, message: `failed to configure policy: ${configurationFault(error)}` }];
  }
}

/** Missing or unselectable parameters are faults of the policy. All other errors are not. */
function configurationFault(error: unknown): string {
  const isKnown = [ConfigurationError, ApiError, SelectorError].some((known) => error instanceof known);
  if (isKnown) return (error as Error).message;
  throw error;
}

/** The namespace that the object of a request lies in; null if it lies in none. */
export async function namespaceObject(request: AdmissionRequest, lookup: Lookup): Promise<KubeObject | null> {
  const { kind, namespace } = request;
  if (namespace === '' || (kind.group === '' && kind.kind === 'Namespace')) return null;
  const found = await lookup.get(resources.namespaces, namespace);
  if (found === null) throw apiErrors.notFound(resources.namespaces, namespace);
  return found;
}
