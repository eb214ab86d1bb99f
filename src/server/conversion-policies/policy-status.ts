import { policyLosses, readDefinition } from '#compat';
import { encodeJson } from '#machinery';
import type { JsonObject } from '#meta';
import type { PolicyVerdict } from './policy-index.ts';

/** A condition without the time that it holds since. */
export interface PolicyCondition {
  readonly type: 'Whole' | 'Active' | 'RoundTrips';
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

const mostTold = 10;
const maxMessage = 4000;

/** And whether the operator has chosen a module instead. */
interface WholeVerdict extends PolicyVerdict {
  readonly byModule: boolean;
}

/** What the status of a policy says. */
export function policyConditions(verdict: WholeVerdict): readonly PolicyCondition[] {
  return [whole(verdict), active(verdict), roundTrips(verdict)];
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

/** Objects that are made of the schemas go to every version and back. */
function roundTrips({ policy, definition, problems }: PolicyVerdict): PolicyCondition {
  const type = 'RoundTrips';
  if (definition === undefined || problems.length > 0)
    return { type, status: 'Unknown', reason: 'NotTried', message: 'the policy is not whole' };
  const source = readDefinition(definition as unknown as JsonObject, { origin: '', line: 1 });
  const losses = policyLosses(policy.read.pairs, source);
  if (losses.length === 0)
    return {
      type,
      status: 'True',
      reason: 'NothingLost',
      message: 'made objects came back from every version as they were',
    };
  const told = losses.map(
    ({ from, to, path, object }) => `${path} from ${from} to ${to} and back, of ${encodeJson(object)}`,
  );
  return { type, status: 'False', reason: 'SomethingLost', message: listed(told) };
}

function listed(texts: readonly string[]): string {
  const more = texts.length > mostTold ? `; and ${texts.length - mostTold} more` : '';
  const all = `${texts.slice(0, mostTold).join('; ')}${more}`;
  return all.length > maxMessage ? `${all.slice(0, maxMessage)}…` : all;
}
