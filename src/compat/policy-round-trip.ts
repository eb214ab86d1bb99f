import { ConversionRuleError, PolicyConverter, type ReadPolicy } from '#conversion';
import type { JsonObject, KubeObject } from '#meta';
import { compileSchema, pruneObject } from '#schema';
import type { ApiDefinition } from './api-definition.ts';
import { type ConvertObjects, sampleLosses, type TripLoss } from './conversion-trips.ts';
import { lossesOf } from './round-trip.ts';

type Pairs = ReadPolicy['pairs'];
type Observe = Parameters<PolicyConverter['convertOne']>[2];

/** What converting has to know of a definition. */
interface Converted {
  readonly group: string;
  readonly versions: readonly Pick<ApiDefinition['versions'][number], 'name' | 'structural'>[];
}

/** Converts as a server does: by the rules, and then without what the version does not know. */
export function convertingBy(pairs: Pairs, definition: Converted) {
  const { group } = definition;
  const converter = new PolicyConverter(pairs);
  const prune = pruningBy(definition);
  return (object: JsonObject, version: string, observe?: Observe): JsonObject => {
    const made = converter.convertOne(object as unknown as KubeObject, `${group}/${version}`, observe);
    prune(made as unknown as JsonObject, version);
    return made as unknown as JsonObject;
  };
}

/** Drops what a version does not know from an object. */
export function pruningBy({ versions }: Pick<Converted, 'versions'>): (object: JsonObject, version: string) => void {
  const schemas = new Map(versions.map(({ name, structural = {} }) => [name, compileSchema(structural)]));
  return (object, version) => {
    const schema = schemas.get(version);
    if (schema !== undefined) pruneObject(schema, object);
  };
}

/** What objects that are made of the schemas lose by the rules of a policy, and nobody declared. */
export function policyLosses(pairs: Pairs, definition: ApiDefinition): ReturnType<typeof lossesOf> {
  const convert = convertingBy(pairs, definition);
  const losses = lossesOf({
    ...definition,
    conversion: 'None',
    convert: (object, version) => convert(object, version),
  });
  return losses.filter(({ path }) => !isDeclaredLost(pairs, path));
}

/** The same for some stored objects: what they lose on the way to any other version and back. */
export async function storedPolicyLosses(
  pairs: Pairs,
  definition: ApiDefinition,
  samples: readonly JsonObject[],
): Promise<readonly TripLoss[]> {
  const convertOne = convertingBy(pairs, definition);
  const convert: ConvertObjects = async (objects, to) => {
    try {
      return objects.map((object) => convertOne(object, to.slice(to.lastIndexOf('/') + 1)));
    } catch (error) {
      if (!(error instanceof ConversionRuleError)) throw error;
      return undefined;
    }
  };
  const found: TripLoss[] = [];
  for (const { name: from } of definition.versions) {
    for (const { name: to } of definition.versions) {
      const way = { from: `${definition.group}/${from}`, to: `${definition.group}/${to}`, convert };
      const losses = from === to ? [] : await sampleLosses(samples, way);
      found.push(...losses.map((loss) => ({ from, to, ...loss })));
    }
  }
  return found.filter(({ path }) => !isDeclaredLost(pairs, path));
}

/** Whether a rule deletes it. */
export function isDeclaredLost(pairs: Pairs, path: string): boolean {
  const plain = path.replaceAll('[*]', '').replaceAll('{*}', '');
  const isMeant = ({ text }: { readonly text: string }): boolean => plain === text || plain.startsWith(`${text}.`);
  return pairs.some(({ mappings }) =>
    mappings.some(({ isDeletion = false, left, right }) => isDeletion && [...left, ...right].some(isMeant)),
  );
}
