import { type CustomResourceDefinition, hasRules, schemaOf, someSchema, versionsOf } from '#crd';
import { unrecognizedFormats } from '#schema';

const rulesNotEvaluated =
  'x-kubernetes-validations are kept and published, but this server does not evaluate them yet: objects are accepted whatever the rules say';

/** What a definition says that has no effect, unless it said so before. */
export function definitionWarnings(
  definition: CustomResourceDefinition,
  live: CustomResourceDefinition | undefined,
): string[] {
  const before = new Set(live === undefined ? [] : allWarnings(live));
  return allWarnings(definition).filter((text) => !before.has(text));
}

function allWarnings(definition: CustomResourceDefinition): string[] {
  const schemas = versionsOf(definition).map(schemaOf);
  const formats = schemas.flatMap((schema) => unrecognizedFormats(schema));
  const rules = schemas.some((schema) => someSchema(schema, hasRules)) ? [rulesNotEvaluated] : [];
  return [...new Set([...formats, ...rules])];
}
