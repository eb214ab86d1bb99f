import { PolicyConverter, type ReadPolicy } from '#conversion';
import type { JsonObject, KubeObject } from '#meta';
import { compileSchema, pruneObject } from '#schema';
import type { ApiDefinition } from './api-definition.ts';
import { lossesOf } from './round-trip.ts';

type Pairs = ReadPolicy['pairs'];
type Observe = Parameters<PolicyConverter['convertOne']>[2];

/** Converts as a server does: by the rules, and then without what the version does not know. */
export function convertingBy(pairs: Pairs, { group, versions }: ApiDefinition) {
  const converter = new PolicyConverter(pairs);
  const schemas = new Map(versions.map(({ name, structural = {} }) => [name, compileSchema(structural)]));
  return (object: JsonObject, version: string, observe?: Observe): JsonObject => {
    const made = converter.convertOne(object as unknown as KubeObject, `${group}/${version}`, observe);
    const schema = schemas.get(version);
    if (schema !== undefined) pruneObject(schema, made as unknown as JsonObject);
    return made as unknown as JsonObject;
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

/** Whether a rule deletes it. */
export function isDeclaredLost(pairs: Pairs, path: string): boolean {
  const plain = path.replaceAll('[*]', '').replaceAll('{*}', '');
  const isMeant = ({ text }: { readonly text: string }): boolean => plain === text || plain.startsWith(`${text}.`);
  return pairs.some(({ mappings }) =>
    mappings.some(({ isDeletion = false, left, right }) => isDeletion && [...left, ...right].some(isMeant)),
  );
}
