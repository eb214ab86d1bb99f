import { isJsonObject, type Json, type JsonObject } from '#meta';
import { type AdditionalProperties, type SchemaNode, StructuralSchema } from './structural-schema.ts';

/** Reports after the hundredth say nothing new; nor do reports longer than this in sum. */
const MAX_REPORTS = 100;
const MAX_REPORTED_LENGTH = 64 * 1024;

/** What every resource has, whether its schema says so or not. Metadata is checked by `embedded-metadata.ts`. */
const implicitFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/**
 * Removes what the schema does not specify from a whole object, in place. Returns the paths of what was removed, in
 * their order (`spec.list[0].foo`), at most a hundred. k8s: apiserver/schema/pruning/algorithm.go
 */
export function pruneObject(schema: StructuralSchema, object: JsonObject): string[] {
  const pruning = new Pruning();
  pruning.object(schema.node, object, { resource: true });
  return pruning.reports();
}

/** The same for a part of an object, which is a resource of its own only if its schema says so. */
export function pruneValue(schema: StructuralSchema, value: Json): string[] {
  const pruning = new Pruning();
  pruning.value(schema, value);
  return pruning.reports();
}

/** What strict validation and warnings call a field that was removed. */
export function unknownField(path: string): string {
  return `unknown field "${path}"`;
}

class Pruning {
  readonly #way: (string | number)[] = [];
  readonly #removed: string[] = [];
  #length = 0;

  reports(): string[] {
    return this.#removed.sort();
  }

  value(schema: StructuralSchema | undefined, value: Json): void {
    if (typeof value !== 'object' || value === null) return;
    if (schema === undefined) this.#unspecified(value);
    else if (Array.isArray(value)) this.#list(schema.node, value);
    else this.object(schema.node, value, { resource: false });
  }

  object(node: SchemaNode, object: JsonObject, { resource }: { resource: boolean }): void {
    const implicit = resource || node.embeddedResource;
    for (const key of Object.keys(object)) {
      if (implicit && implicitFields.has(key)) continue;
      const property = node.properties.get(key);
      if (property !== undefined) this.#below(key, property, object[key] ?? null);
      else if (node.additionalProperties === 'unknown') this.#unknown(node, object, key);
      else this.#below(key, schemaOf(node.additionalProperties), object[key] ?? null);
    }
  }

  #below(key: string | number, schema: StructuralSchema | undefined, value: Json): void {
    if (typeof value !== 'object' || value === null) return;
    this.#way.push(key);
    this.value(schema, value);
    this.#way.pop();
  }

  #list(node: SchemaNode, list: readonly Json[]): void {
    const { items } = node;
    if (items === undefined && node.preserveUnknownFields) return;
    for (let index = 0; index < list.length; index++) {
      // A list that preserves unknown fields passes that on to its items.
      if (node.preserveUnknownFields && items !== undefined) this.#preserved(index, items, list[index] ?? null);
      else this.#below(index, items, list[index] ?? null);
    }
  }

  #preserved(index: number, items: StructuralSchema, value: Json): void {
    if (typeof value !== 'object' || value === null) return;
    const keeping = { ...items.node, preserveUnknownFields: true };
    this.#way.push(index);
    if (Array.isArray(value)) this.#list(keeping, value);
    else this.object(keeping, value, { resource: false });
    this.#way.pop();
  }

  #unknown(node: SchemaNode, object: JsonObject, key: string): void {
    if (node.preserveUnknownFields) return;
    this.#remove(object, key);
  }

  /** A value where the schema says nothing: its objects end up empty. Not recursive, for no schema bounds its depth. */
  #unspecified(value: Json[] | JsonObject): void {
    if (!Array.isArray(value)) {
      for (const key of Object.keys(value)) this.#remove(value, key);
      return;
    }
    const start = this.#way.length;
    const open: { list: Json[]; next: number }[] = [{ list: value, next: 0 }];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      this.#way.length = start + open.length - 1;
      if (top.next >= top.list.length) {
        open.pop();
        continue;
      }
      this.#way.push(top.next);
      const item = top.list[top.next++] ?? null;
      if (Array.isArray(item)) open.push({ list: item, next: 0 });
      else if (isJsonObject(item)) this.#unspecified(item);
    }
    this.#way.length = start;
  }

  #remove(object: JsonObject, key: string): void {
    delete object[key];
    if (this.#removed.length >= MAX_REPORTS || this.#length > MAX_REPORTED_LENGTH) return;
    const path = this.#path(key);
    this.#length += path.length;
    this.#removed.push(path);
  }

  #path(last: string): string {
    let path = '';
    for (const step of this.#way) path += typeof step === 'number' ? `[${step}]` : path === '' ? step : `.${step}`;
    return path === '' ? last : `${path}.${last}`;
  }
}

function schemaOf(additional: AdditionalProperties): StructuralSchema | undefined {
  return additional instanceof StructuralSchema ? additional : undefined;
}
