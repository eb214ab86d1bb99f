import type { Json, JsonObject } from '#meta';
import type { StructuralSchema } from './structural-schema.ts';
import type { Way } from './way.ts';

/** What is asked at every object and list that a schema describes, parents first. */
export interface Visitor {
  readonly way: Way;
  object?(schema: StructuralSchema, object: JsonObject): void;
  list?(schema: StructuralSchema, list: readonly Json[]): void;
}

/** Walks through a value along its schema; what the schema does not describe is left out. */
export function visitValue(schema: StructuralSchema, value: Json, visitor: Visitor): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) visitList(schema, value, visitor);
  else visitObject(schema, value, visitor);
}

function visitObject(schema: StructuralSchema, object: JsonObject, visitor: Visitor): void {
  visitor.object?.(schema, object);
  const { properties, additionalProperties } = schema.node;
  if (properties.size === 0 && typeof additionalProperties !== 'object') return;
  for (const key of Object.keys(object)) {
    const value = object[key] ?? null;
    if (typeof value !== 'object' || value === null) continue;
    const described = properties.get(key);
    if (described !== undefined) {
      visitor.way.enterProperty(key);
      visitValue(described, value, visitor);
      visitor.way.leave();
    } else if (typeof additionalProperties === 'object') {
      visitor.way.enterKey(key);
      visitValue(additionalProperties, value, visitor);
      visitor.way.leave();
    }
  }
}

function visitList(schema: StructuralSchema, list: readonly Json[], visitor: Visitor): void {
  visitor.list?.(schema, list);
  const { items } = schema.node;
  if (items === undefined) return;
  for (let index = 0; index < list.length; index++) {
    const item = list[index] ?? null;
    if (typeof item !== 'object' || item === null) continue;
    visitor.way.enterIndex(index);
    visitValue(items, item, visitor);
    visitor.way.leave();
  }
}
