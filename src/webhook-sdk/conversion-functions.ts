import { getOwn, isJsonObject, type Json, type JsonObject, type KubeObject, parseApiVersion } from '#meta';

type Later<T> = T | Promise<T>;

/** Functions by the version that they take and the version that they make. What has none is reached over others. */
export type ConversionTable<V> = {
  readonly [From in keyof V]?: { readonly [To in Exclude<keyof V, From>]?: (object: V[From]) => Later<V[To]> };
};

/** One function for all versions. It gets a copy, and may change it. */
export type ConversionFunction<V> = (object: V[keyof V], to: keyof V & string) => Later<V[keyof V]>;

/**
 * How objects are converted. Whatever is made gets the `apiVersion`, `kind` and metadata that it must have; only labels and
 * annotations are taken from it.
 */
export type Conversion<V> = ConversionTable<V> | ConversionFunction<V>;

/** Of some versions; which ones is known to whoever wrote it. */
export type AnyConversion =
  | { readonly [from: string]: { readonly [to: string]: (object: never) => unknown } | undefined }
  | ((object: never, to: never) => unknown);

/** Only who wrote it knows the types: `never` takes whatever there is. */
type Step = (object: never, to: never) => unknown;

/** An object in another version. */
export async function convertedBy(conversion: AnyConversion, object: JsonObject, to: string): Promise<JsonObject> {
  const { apiVersion, kind } = object as unknown as KubeObject;
  const { group = '', version: from = '' } = parseApiVersion(String(apiVersion)) ?? {};
  const desired = group === '' ? to : `${group}/${to}`;
  if (from === to) return object;
  const metadata = isJsonObject(object.metadata) ? structuredClone(object.metadata) : undefined;
  let made: unknown = object;
  for (const [step, version] of stepsBetween(conversion, from, to)) made = await step(made as never, version as never);
  if (!isJsonObject(made as Json)) throw new TypeError(`the conversion from ${from} to ${to} made no object`);
  const content = made as JsonObject;
  return { ...content, apiVersion: desired, kind, ...(metadata && { metadata: metadataOf(metadata, content) }) };
}

function stepsBetween(conversion: AnyConversion, from: string, to: string): readonly (readonly [Step, string])[] {
  if (typeof conversion === 'function') return [[conversion, to]];
  const ways = new Map<string, readonly (readonly [Step, string])[]>([[from, []]]);
  for (const [version, way] of ways) {
    if (version === to) return way;
    for (const [next, step] of Object.entries(getOwn(conversion, version) ?? {})) {
      if (!ways.has(next)) ways.set(next, [...way, [step, next]]);
    }
  }
  throw new TypeError(`there is no conversion from ${from} to ${to}`);
}

/** Everything but labels and annotations stays as it was. */
function metadataOf(before: JsonObject, made: JsonObject): JsonObject {
  const wanted = made.metadata;
  if (!isJsonObject(wanted)) return before;
  const { labels: _, annotations: __, ...rest } = before;
  const { labels, annotations } = wanted;
  return { ...rest, ...(labels !== undefined && { labels }), ...(annotations !== undefined && { annotations }) };
}
