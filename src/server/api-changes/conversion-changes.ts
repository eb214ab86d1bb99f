// Loaded with the first change that is judged.
import { conversionLosses, pruningBy, readDefinition, type TripLoss } from '#compat';
import { type ReadPolicy, readPolicy } from '#conversion';
import type { ConversionByRules, CustomResourceDefinition } from '#crd';
import { ApiError, cloneJson, type JsonObject, type KubeObject } from '#meta';
import { lossText } from '../conversion-gate/loss-text.ts';
import { problemsBetween } from '../conversion-policies/policy-index.ts';
import { undeclaredLosses } from '../conversion-policies/policy-status.ts';

type Samples = readonly JsonObject[];

/** Why a policy that was whole would not convert a definition any more, after its change. */
export function policyFaults(policy: ReadPolicy, old: JsonObject, next: JsonObject): readonly string[] {
  const problems = (definition: JsonObject) =>
    problemsBetween(policy, definition as unknown as CustomResourceDefinition);
  if (problems(old).length > 0) return [];
  return problems(next)
    .filter(({ reason }) => reason !== 'WebhookConverts')
    .map(({ message }) => `the ConversionPolicy would not be whole any more: ${message}`);
}

/** What a policy would lose that it does not declare. One that is not whole converts nothing. */
export async function lossesOfPolicy(
  spec: JsonObject['spec'],
  sourceOf: (name: string) => Promise<{ definition: CustomResourceDefinition; samples: Samples } | undefined>,
): Promise<readonly string[]> {
  const policy = readPolicy(spec);
  const source = await sourceOf(policy.definition);
  if (source === undefined || problemsBetween(policy, source.definition).length > 0) return [];
  return (await undeclaredLosses(policy, source.definition, source.samples)).map(lossText);
}

/** What a module would lose after the change of a definition, and did not lose before. */
export async function lossesOfModule(
  { converter }: ConversionByRules,
  old: JsonObject,
  next: JsonObject,
): Promise<readonly string[]> {
  const losses = await modulesLosses(converter, next);
  const keyOf = ({ from, to, path }: TripLoss): string => `${from} ${to} ${path}`;
  const known = new Set(losses.length === 0 ? [] : (await modulesLosses(converter, old)).map(keyOf));
  return losses.filter((loss) => !known.has(keyOf(loss))).map(lossText);
}

function modulesLosses(converter: ConversionByRules['converter'], source: JsonObject): Promise<readonly TripLoss[]> {
  const definition = readDefinition(source, { origin: '', line: 1 });
  const prune = pruningBy(definition);
  return conversionLosses(definition, async (objects, to) => {
    try {
      const made = await converter.convert(cloneJson(objects as never) as unknown as KubeObject[], to);
      for (const object of made) prune(object as unknown as JsonObject, to.slice(to.lastIndexOf('/') + 1));
      return made as unknown as readonly JsonObject[];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return undefined;
    }
  });
}
