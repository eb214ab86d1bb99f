import { policyLosses, readDefinition, storedPolicyLosses, type TripLoss } from '#compat';
import type { ReadPolicy } from '#conversion';
import type { CustomResourceDefinition } from '#crd';
import type { JsonObject } from '#meta';
import { listed, lossText } from '../conversion-gate/loss-text.ts';
import type { PolicyVerdict } from './policy-index.ts';

/** A condition without the time that it holds since. */
export interface PolicyCondition {
  readonly type: 'Whole' | 'Active' | 'RoundTrips';
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

/** And whether the operator has chosen a module instead. */
interface WholeVerdict extends PolicyVerdict {
  readonly byModule: boolean;
  /** Some stored objects of the definition. */
  readonly samples: readonly JsonObject[];
}

/** What the status of a policy says. */
export async function policyConditions(verdict: WholeVerdict): Promise<readonly PolicyCondition[]> {
  return [whole(verdict), active(verdict), await roundTrips(verdict)];
}

function whole({ definition, problems }: PolicyVerdict): PolicyCondition {
  const type = 'Whole';
  if (definition === undefined)
    return { type, status: 'Unknown', reason: 'NoDefinition', message: 'there is no such definition' };
  const [first] = problems;
  if (first === undefined)
    return {
      type,
      status: 'True',
      reason: 'Covered',
      message: 'every field of every version is carried, converted, preserved or deleted',
    };
  return { type, status: 'False', reason: first.reason, message: listed(problems.map(({ message }) => message)) };
}

function active({ definition, problems, shadowedBy, byModule }: WholeVerdict): PolicyCondition {
  const type = 'Active';
  const not = (reason: string, message: string): PolicyCondition => ({ type, status: 'False', reason, message });
  if (definition === undefined) return not('NoDefinition', 'there is no such definition');
  if (shadowedBy !== undefined) return not('Shadowed', `the older policy ${shadowedBy} converts the definition`);
  if (byModule) return not('ModuleConverts', 'the server was started with a module that converts the definition');
  const [first] = problems;
  if (first?.reason === 'WebhookConverts') return not(first.reason, first.message);
  if (first !== undefined) return not('NotWhole', 'the definition converts as before, until the policy is whole');
  return { type, status: 'True', reason: 'Converting', message: 'objects are converted by these rules' };
}

/** Objects that are made of the schemas, and some stored ones, go to every version and back. */
async function roundTrips({ policy, definition, problems, samples }: WholeVerdict): Promise<PolicyCondition> {
  const type = 'RoundTrips';
  if (definition === undefined || problems.length > 0)
    return { type, status: 'Unknown', reason: 'NotTried', message: 'the policy is not whole' };
  const losses = await undeclaredLosses(policy.read, definition, samples);
  if (losses.length > 0)
    return { type, status: 'False', reason: 'SomethingLost', message: listed(losses.map(lossText)) };
  const message = 'made objects and stored ones came back from every version as they were';
  return { type, status: 'True', reason: 'NothingLost', message };
}

/** What a policy loses and does not declare. */
export async function undeclaredLosses(
  { pairs }: ReadPolicy,
  definition: CustomResourceDefinition,
  samples: readonly JsonObject[],
): Promise<readonly TripLoss[]> {
  const source = readDefinition(definition as unknown as JsonObject, { origin: '', line: 1 });
  return [...policyLosses(pairs, source), ...(await storedPolicyLosses(pairs, source, samples))];
}
