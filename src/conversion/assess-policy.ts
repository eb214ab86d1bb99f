import type { JsonSchema } from '#schema';
import { uncoveredFields } from './coverage.ts';
import type { ReadPolicy } from './policy.ts';
import { PolicyConverter } from './policy-converter.ts';

/** What rules have to know of a definition. */
export interface ConvertedDefinition {
  readonly name: string;
  /** Of `spec.conversion`. */
  readonly strategy: string;
  readonly versions: readonly { readonly name: string; readonly schema: JsonSchema }[];
}

/** Why a policy does not convert the objects of a definition. */
interface PolicyProblem {
  /** A word for machines. */
  readonly reason: 'Invalid' | 'WebhookConverts' | 'UnknownVersion' | 'NotConnected' | 'NotCovered';
  readonly message: string;
}

/** Everything that keeps a policy from being whole. */
export function policyProblems(policy: ReadPolicy, definition: ConvertedDefinition): readonly PolicyProblem[] {
  if (policy.faults.length > 0)
    return policy.faults.map(({ path, message }) => ({ reason: 'Invalid', message: `${path}: ${message}` }));
  if (definition.strategy === 'Webhook') {
    const message = `${definition.name} converts by a webhook: set its conversion strategy to None, or delete the policy`;
    return [{ reason: 'WebhookConverts', message }];
  }
  return [
    ...unknownVersions(policy, definition),
    ...notConnected(policy, definition),
    ...notCovered(policy, definition),
  ];
}

function unknownVersions({ pairs }: ReadPolicy, { versions }: ConvertedDefinition): readonly PolicyProblem[] {
  const named = new Set(pairs.flatMap(({ from, to }) => [from, to]));
  const unknown = [...named].filter((name) => !versions.some((version) => version.name === name));
  return unknown.map((name) => ({ reason: 'UnknownVersion', message: `the definition has no version ${name}` }));
}

function notConnected({ pairs }: ReadPolicy, { versions }: ConvertedDefinition): readonly PolicyProblem[] {
  const [first, ...others] = versions;
  const converter = new PolicyConverter(pairs);
  return others
    .filter(({ name }) => first !== undefined && !converter.connects(first.name, name))
    .map(({ name }) => ({ reason: 'NotConnected', message: `no rules lead from ${first?.name} to ${name}` }));
}

function notCovered({ pairs }: ReadPolicy, { versions }: ConvertedDefinition): readonly PolicyProblem[] {
  const schemaOf = (name: string) => versions.find((version) => version.name === name)?.schema;
  return pairs
    .flatMap((pair) => uncoveredFields(pair, schemaOf))
    .map(({ version, path, message }) => ({ reason: 'NotCovered', message: `${path} of ${version}: ${message}` }));
}
