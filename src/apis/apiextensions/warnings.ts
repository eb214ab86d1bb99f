import { type CustomResourceDefinition, schemaOf, versionsOf } from '#crd';
import { unrecognizedFormats } from '#schema';

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
  return [...new Set(schemas.flatMap((schema) => unrecognizedFormats(schema)))];
}
