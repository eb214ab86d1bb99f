import { cloneJson, isJsonObject, type Json, type JsonObject, numericEqual, setOwn } from '#meta';
import { applyDefaults, compileSchema, pruneObject } from '#schema';
import type { ApiDefinition, ApiVersion } from './api-definition.ts';
import { type Path, pathText } from './finding.ts';
import type { Report } from './report.ts';
import type { SchemaView } from './schema-view.ts';
import { smallestValue, variants } from './values/generate.ts';

/** What an object loses between two versions. */
interface Loss {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  /** The smallest object that loses it. */
  readonly object: JsonObject;
}

/** Tells what objects lose on the way through another version, if they did not lose it before. */
export function compareRoundTrips(old: ApiDefinition, next: ApiDefinition, report: Report): void {
  const losses = lossesOf(next);
  const known = new Set(losses.length === 0 ? [] : lossesOf(old).map(keyOf));
  for (const loss of losses) {
    if (known.has(keyOf(loss))) continue;
    const message = `an object of ${loss.from} loses ${loss.path} on the way to ${loss.to} and back`;
    report
      .version(`${loss.from}, ${loss.to}`)
      .note({ rule: 'round-trip-loses', path: [loss.path], message, evidence: [loss.object] });
  }
}

const keyOf = ({ from, to, path }: Loss): string => `${from} ${to} ${path}`;

/** What is lost between any two versions that objects can be read, written or stored in. */
export function lossesOf(definition: ApiDefinition): readonly Loss[] {
  if (definition.conversion === 'Webhook' && definition.convert === undefined) return [];
  const used = definition.versions.filter(({ served, storage }) => served || storage);
  return used.flatMap((from) =>
    used
      .filter((to) => to !== from && (from.served || from.storage))
      .flatMap((to) => lossesBetween(definition, from, to)),
  );
}

/** An object that has something at a path, to be sent there and back. */
export interface TripObject {
  readonly path: Path;
  readonly object: JsonObject;
}

/** Objects of a version that between them have every field, for a conversion that may do anything. */
export function tripObjects(definition: ApiDefinition, from: ApiVersion): readonly TripObject[] {
  return candidatePaths(from.schema, undefined).flatMap((path) => {
    const object = objectWith(definition, from, path);
    return object === undefined ? [] : [{ path, object }];
  });
}

/** Whether what an object has at a path came back. */
export function isLost({ path, object }: TripObject, back: JsonObject): boolean {
  return !numericEqual(valueAt(object, path), valueAt(back, path));
}

function lossesBetween(definition: ApiDefinition, from: ApiVersion, to: ApiVersion): readonly Loss[] {
  const paths = candidatePaths(from.schema, definition.convert === undefined ? to.schema : undefined);
  const found: Loss[] = [];
  for (const path of paths) {
    // What lies below something that is lost is lost with it.
    if (found.some((loss) => pathText(path).startsWith(`${loss.path}.`) || pathText(path).startsWith(`${loss.path}[`)))
      continue;
    const object = objectWith(definition, from, path);
    if (object === undefined) continue;
    const back = thereAndBack(definition, object, { from, to });
    if (back !== undefined && isLost({ path, object }, back)) {
      found.push({ from: from.name, to: to.name, path: pathText(path), object });
    }
  }
  return found;
}

/** Fields that may be lost: those that the other version does not have, or all where a conversion may do anything. */
function candidatePaths(from: SchemaView, to: SchemaView | undefined): readonly Path[] {
  const found: Path[] = [];
  const walk = (a: SchemaView, b: SchemaView | undefined, path: Path): void => {
    if (path.length > 14 || (b !== undefined && b.unknownFields === 'kept' && b.properties.size === 0)) return;
    for (const [name, property] of a.properties) {
      if (path.length === 0 && ['metadata', 'apiVersion', 'kind'].includes(name)) continue;
      const below = b?.below(name);
      const isLostWhole = to !== undefined && below === undefined && b?.unknownFields !== 'kept';
      // Of a conversion that may do anything, only the leaves tell what exactly it loses.
      if (isLostWhole || (to === undefined && isLeaf(property))) found.push([...path, name]);
      if (to === undefined || below !== undefined) walk(property, below, [...path, name]);
    }
    if (a.items !== undefined) walk(a.items, b?.items, [...path, '[*]']);
    if (a.values !== undefined && (to === undefined || b?.values !== undefined))
      walk(a.values, b?.values, [...path, '{*}']);
  };
  walk(from, to, []);
  return found;
}

function isLeaf({ properties, items, values }: SchemaView): boolean {
  return properties.size === 0 && (items?.properties.size ?? 0) === 0 && (values?.properties.size ?? 0) === 0;
}

/** The smallest object of a version that has something at a path, other than its default. */
function objectWith(definition: ApiDefinition, version: ApiVersion, path: Path): JsonObject | undefined {
  const value = valueWith(version.schema, path);
  if (!isJsonObject(value ?? null)) return undefined;
  const head = { apiVersion: `${definition.group}/${version.name}`, kind: definition.kind, metadata: { name: 'a' } };
  return { ...(value as JsonObject), ...head };
}

function valueWith(schema: SchemaView, [step, ...rest]: Path): Json | undefined {
  if (step === undefined)
    return variants(schema).find((value) => !numericEqual(value, schema.default) && !isEmpty(value));
  if (step === '[*]') {
    const item = schema.items === undefined ? undefined : valueWith(schema.items, rest);
    return item === undefined ? undefined : [item];
  }
  const name = step === '{*}' ? 'a' : step;
  const below = schema.below(name);
  const base = smallestValue(schema);
  const value = below === undefined ? undefined : valueWith(below, rest);
  if (value === undefined || !isJsonObject(base ?? null)) return undefined;
  const object = { ...(base as JsonObject) };
  setOwn(object, name, value);
  return object;
}

/** Zeros and empty texts may be left out on the way. */
function isEmpty(value: Json): boolean {
  if (value === '' || value === 0 || value === false || value === null) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function valueAt(value: Json | undefined, [step, ...rest]: Path): Json | undefined {
  if (step === undefined) return value;
  if (step === '[*]') return Array.isArray(value) ? valueAt(value[0], rest) : undefined;
  return isJsonObject(value ?? null) ? valueAt((value as JsonObject)[step === '{*}' ? 'a' : step], rest) : undefined;
}

interface Trip {
  readonly from: ApiVersion;
  readonly to: ApiVersion;
}

/** An object after the way to another version and back; undefined where the conversion refuses it. */
function thereAndBack(definition: ApiDefinition, object: JsonObject, { from, to }: Trip): JsonObject | undefined {
  const copy = cloneJson(object) as JsonObject;
  if (definition.convert === undefined) return renamed(definition, renamed(definition, copy, to), from);
  try {
    return definition.convert(definition.convert(copy, to.name), from.name);
  } catch {
    // A refused object is not a loss: other rules report values that one version does not take.
    return undefined;
  }
}

/** What a server does without a webhook: another apiVersion, and what the version does not know is dropped. */
function renamed(definition: ApiDefinition, object: JsonObject, version: ApiVersion): JsonObject {
  object.apiVersion = `${definition.group}/${version.name}`;
  if (version.structural === undefined) return object;
  const schema = compileSchema(version.structural);
  pruneObject(schema, object);
  applyDefaults(schema, object);
  return object;
}
