import type { FieldError, JsonObject, NamedShape, Shape, ShapeKeywords, ValidationRule } from '#meta';
import {
  compileSchema,
  isDeclaredExpression,
  type JsonSchema,
  ruledShapeOf,
  type StructType,
  type StructuralSchema,
  validateObjectRules,
} from '#schema';

interface CelContext {
  /** The object before an update. */
  readonly live?: JsonObject;
  /** What else is wrong with the object: after some faults the rules are not evaluated. */
  readonly found: readonly FieldError[];
  readonly warn: (text: string) => void;
}

/** Evaluates the rules that a type declares with `rule=`, as those of custom resources are. */
export function celRules(type: StructType): (object: JsonObject, context: CelContext) => readonly FieldError[] {
  let schema: StructuralSchema | undefined;
  return (object, context) => {
    schema ??= compileSchema(schemaOf(ruledShapeOf(type), []));
    return validateObjectRules(schema, object, context);
  };
}

/** What expressions look at. Limits are among it: they bound what a rule may cost. */
const seenKeywords = [
  'type',
  'format',
  'nullable',
  'maxLength',
  'maxItems',
  'maxProperties',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-map-type',
] as const satisfies readonly (keyof ShapeKeywords)[];

/** The schema of a shape, as far as it matters to expressions. Of what contains itself, all below its second turn is anything. */
function schemaOf(shape: Shape, above: readonly NamedShape[]): JsonSchema {
  const { alternatives, definition, keywords, items, values } = shape;
  if (definition !== undefined && above.some(({ name }) => name === definition.name)) return anyObject;
  const inside = definition === undefined ? above : [...above, definition];
  const seen = seenKeywords.filter((name) => keywords[name] !== undefined).map((name) => [name, keywords[name]]);
  const fields = [...shape.fields].map(([name, field]) => [name, schemaOf(field, inside)]);
  const rules = expressionsOf(shape);
  return {
    ...Object.fromEntries(seen),
    // An amount is a text or a number: expressions have to look.
    ...(alternatives !== undefined && keywords.type === undefined ? { 'x-kubernetes-int-or-string': true } : {}),
    ...(fields.length === 0 ? {} : { properties: Object.fromEntries(fields) }),
    ...(items === undefined ? {} : { items: schemaOf(items, inside) }),
    ...(typeof values === 'object' ? { additionalProperties: schemaOf(values, inside) } : {}),
    ...(rules.length === 0 ? {} : { 'x-kubernetes-validations': rules }),
  };
}

const anyObject: JsonSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** Those of the type, then those of the field. */
function expressionsOf({ definition, said }: Shape): readonly ValidationRule[] {
  const all = [definition?.keywords, said === definition?.keywords ? undefined : said];
  return all.flatMap((keywords) => keywords?.['x-kubernetes-validations'] ?? []).filter(isDeclaredExpression);
}
