import { readFileSync } from 'node:fs';
import { type ApiDefinition, convertingBy, isDefinition, readDefinition } from '#compat';
import { byAge, type ConvertedDefinition, type ReadPolicy, readPolicy } from '#conversion';
import { parseYaml } from '#machinery';
import { isJsonObject, type Json, type JsonObject, type ObjectMeta } from '#meta';
import { CommandError, UsageError } from '../command.ts';
import { Cluster, type ClusterChoice } from '../compat/cluster.ts';

/** A policy and the definition that it is for. */
export interface BoundPolicy {
  readonly policy: ReadPolicy;
  readonly definition: ApiDefinition;
  readonly converted: ConvertedDefinition;
}

/** The first document of a file that is meant. */
export function readDocument(file: string, isMeant: (value: Json) => boolean = () => true): JsonObject {
  let text: string;
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`);
  }
  for (const part of text.split(/^---$/m)) {
    const value = parsed(part, file);
    if (isJsonObject(value) && isMeant(value)) return value;
  }
  throw new UsageError(`${file}: there is nothing in it that is meant here`);
}

function parsed(text: string, file: string): Json {
  try {
    return parseYaml(Buffer.from(text), { duplicates: false }).value;
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`);
  }
}

const isPolicy = (value: Json): boolean => isJsonObject(value) && value.kind === 'ConversionPolicy';

/** From two files. */
export function policyFromFiles(policyFile: string, definitionFile: string): BoundPolicy {
  const policy = readPolicy(readDocument(policyFile, isPolicy).spec);
  return bound(policy, readDocument(definitionFile, isDefinition), definitionFile);
}

/** From a running server: the policy of the definition that an object belongs to; of several the oldest, which holds. */
export async function policyFromServer(
  object: JsonObject,
  choice: ClusterChoice,
  environment: NodeJS.ProcessEnv,
): Promise<BoundPolicy> {
  const cluster = Cluster.chosen(choice, environment);
  try {
    const policies: JsonObject[] = [];
    for await (const item of cluster.list('/apis/conversion.pinnace.dev/v1/conversionpolicies')) policies.push(item);
    for (const item of policies.sort((a, b) => byAge(a.metadata as ObjectMeta, b.metadata as ObjectMeta))) {
      const policy = readPolicy(item.spec);
      const source = await cluster.find(`/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${policy.definition}`);
      if (source === undefined || !isOf(object, source)) continue;
      return bound(policy, source, 'kube:');
    }
  } finally {
    cluster.close();
  }
  throw new CommandError(
    `the server has no ConversionPolicy for ${String(object.kind)} of ${String(object.apiVersion)}`,
  );
}

function isOf({ apiVersion, kind }: JsonObject, { spec }: JsonObject): boolean {
  const { group, names } = isJsonObject(spec) ? spec : {};
  return String(apiVersion).startsWith(`${String(group)}/`) && isJsonObject(names) && names.kind === kind;
}

function bound(policy: ReadPolicy, source: JsonObject, origin: string): BoundPolicy {
  const definition = readDefinition(source, { origin, line: 1 });
  if (policy.definition !== definition.name)
    throw new UsageError(`the policy is for ${policy.definition}, and the definition is ${definition.name}`);
  const versions = definition.versions.map(({ name, structural = {} }) => ({ name, schema: structural }));
  return { policy, definition, converted: { name: definition.name, strategy: definition.conversion, versions } };
}

/** Converts by a policy. Refuses one that is not valid. */
export function convertingByPolicy({ policy, definition }: BoundPolicy): ReturnType<typeof convertingBy> {
  const [fault] = policy.faults;
  if (fault !== undefined) throw new UsageError(`the policy is not valid: ${fault.path}: ${fault.message}`);
  return convertingBy(policy.pairs, definition);
}
