import { isJsonObject, type Json, type JsonObject } from '#meta';

/** What documents say apart from their sentences, in a form in which two servers can be compared. */

/** All but the descriptions, which each server has in words of its own. Keys in order. */
function withoutSentences(value: Json | undefined, inNames = false): Json {
  if (Array.isArray(value)) return value.map((item) => withoutSentences(item));
  if (!isJsonObject(value)) return value ?? null;
  const kept: JsonObject = {};
  if (typeof value.name === 'string' && typeof value.in === 'string' && !inNames) return inWords(value);
  for (const key of Object.keys(value).sort()) {
    // Below `properties` the keys are names of fields, of which one may well be called description.
    if (key === 'description' && !inNames) continue;
    kept[key] = withoutSentences(value[key], NAMED.has(key) && !inNames);
  }
  return loneReference(kept) ?? kept;
}

/** A reference with a sentence stands in an allOf; without one it stands alone. */
function loneReference({ allOf, ...rest }: JsonObject): Json | undefined {
  return Array.isArray(allOf) && allOf.length === 1 && Object.keys(rest).length === 0 ? allOf[0] : undefined;
}

/** A parameter in a line: there are thousands of them. */
function inWords({ name, in: place, required = false, description: _, ...rest }: JsonObject): string {
  return `${place} ${name}${required === true ? ' required' : ''} ${JSON.stringify(withoutSentences(rest))}`;
}

const NAMED = new Set(['properties', 'schemas', 'definitions', 'paths']);
const EVERYWHERE = /\.(DeleteOptions|WatchEvent)$/;
const GVK = 'x-kubernetes-group-version-kind';

const objectAt = (value: Json | undefined, ...path: string[]): JsonObject => {
  const found = path.reduce<Json | undefined>((at, name) => (isJsonObject(at) ? at[name] : undefined), value);
  return isJsonObject(found) ? found : {};
};

/** Documents by key. A schema that many have stands there once, and one that is not the same in all again by key. */
export function shapeV3(documents: { readonly [key: string]: JsonObject }): JsonObject {
  const schemas: JsonObject = {};
  const shapes: JsonObject = {};
  for (const [key, document] of Object.entries(documents)) {
    const own: JsonObject = {};
    for (const [name, schema] of Object.entries(objectAt(document, 'components', 'schemas'))) {
      const { [GVK]: kinds = null, ...rest } = withoutSentences(schema) as JsonObject;
      own[name] = EVERYWHERE.test(name) ? kinds : null;
      const shape = EVERYWHERE.test(name) ? rest : { ...rest, [GVK]: kinds };
      if (schemas[name] !== undefined && JSON.stringify(schemas[name]) !== JSON.stringify(shape)) own[name] = shape;
      else schemas[name] = shape;
    }
    const { components = null, ...rest } = withoutSentences(document) as JsonObject;
    shapes[key] = { ...rest, schemas: own, security: objectAt(components, 'securitySchemes') };
  }
  return { documents: shapes, schemas };
}

/** A parameter that is shared has a name that is made of its sentence: it stands in the place of its name here. */
export function shapeV2(document: JsonObject): JsonObject {
  const shared = objectAt(document, 'parameters');
  const resolve = (parameter: Json): Json => {
    const { $ref } = objectAt(parameter);
    return typeof $ref === 'string' ? { shared: shared[$ref.slice('#/parameters/'.length)] ?? null } : parameter;
  };
  const paths: JsonObject = {};
  for (const [path, item] of Object.entries(objectAt(document, 'paths'))) {
    const resolved: JsonObject = {};
    for (const [name, value = null] of Object.entries(objectAt(item))) {
      const { parameters, ...operation } = objectAt(value);
      if (Array.isArray(value)) resolved[name] = value.map(resolve);
      else resolved[name] = Array.isArray(parameters) ? { ...operation, parameters: parameters.map(resolve) } : value;
    }
    paths[path] = resolved;
  }
  const sharedNames = Object.keys(shared).map((name) => name.replace(/-.{8}$/, ''));
  return withoutSentences({ ...document, paths, parameters: sharedNames.sort() }) as JsonObject;
}
