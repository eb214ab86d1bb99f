import { quoteJson, sortedKeys } from '#machinery';
import { compare, type FieldSet, type MergeType, ownedBy, TypeMismatchError } from '#merge';
import { getOwn, isJsonObject, type Json, type JsonObject, setOwn } from '#meta';
import type { Writer } from './writer.ts';

/** The manager of `kubectl apply --server-side`. It may take over what kubectl applied from the client's side. */
export const KUBECTL = 'kubectl';

/** Where kubectl keeps what it applied last from the client's side. */
const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * The fields that kubectl set by client-side apply and that still have those values: a conflict about them is one with
 * kubectl itself. Undefined where that is not known.
 */
export function allowedByLastApplied(live: JsonObject, { version, versions }: Writer): FieldSet | undefined {
  const last = readConfiguration(lastApplied(live));
  const type = versions.typeOf(version);
  if (last === undefined || type === undefined || getOwn(last, 'apiVersion') !== version) return undefined;
  return unchanged(last, live, type);
}

function unchanged(last: JsonObject, live: JsonObject, type: MergeType): FieldSet | undefined {
  try {
    const { added, modified, removed } = compare(last, live, type);
    return ownedBy(last, type).difference(modified).difference(added).difference(removed);
  } catch (error) {
    if (error instanceof TypeMismatchError) return undefined;
    throw error;
  }
}

function readConfiguration(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

function lastApplied(object: JsonObject): string {
  const annotations = annotationsOf(object);
  const text = annotations && getOwn(annotations, ANNOTATION);
  return typeof text === 'string' ? text : '';
}

function annotationsOf(object: JsonObject): JsonObject | undefined {
  const metadata = getOwn(object, 'metadata');
  const annotations = isJsonObject(metadata) ? getOwn(metadata, 'annotations') : undefined;
  return isJsonObject(annotations) ? annotations : undefined;
}

/**
 * Keeps kubectl's annotation, where there is one, up to date with what is applied, so that one can go back to client-
 * side apply.
 */
export function renewLastApplied(object: JsonObject, config: JsonObject, { name }: Writer): void {
  const annotations = annotationsOf(object);
  if (name !== KUBECTL || annotations === undefined || lastApplied(object) === '') return;
  annotations[ANNOTATION] = `${encodeSorted(withoutAnnotation(config))}\n`;
}

function withoutAnnotation(config: JsonObject): JsonObject {
  const annotations = annotationsOf(config);
  if (annotations === undefined) return config;
  const kept: JsonObject = {};
  for (const key of Object.keys(annotations)) if (key !== ANNOTATION) setOwn(kept, key, annotations[key] as string);
  return { ...config, metadata: { ...(config.metadata as JsonObject), annotations: kept } };
}

/** As Go writes a map: keys in order on every level. */
function encodeSorted(value: Json): string {
  if (typeof value === 'string') return quoteJson(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(encodeSorted).join(',')}]`;
  const members = sortedKeys(value).flatMap((key) => {
    const member = value[key];
    return member === undefined ? [] : [`${quoteJson(key)}:${encodeSorted(member)}`];
  });
  return `{${members.join(',')}}`;
}
