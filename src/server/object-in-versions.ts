import { ConversionError } from '#crd';
import type { HttpCall } from '#http';
import type { Catalog, ParsedBody, ServedResource } from '#machinery';
import { ApiError, apiErrors, isJsonObject, type JsonObject, parseApiVersion } from '#meta';
import { decodeObjectBody, parseObjectBody } from './object-body.ts';

/**
 * What an object that is sent looks like in each served version of its resource, `RESOURCE.GROUP`: as it would be read
 * if it were stored. Nothing is stored, and neither rules nor admission look at it: those are for a dry run.
 */
export async function objectInVersions(
  catalog: Catalog,
  name: string,
  call: HttpCall,
): Promise<JsonObject | undefined> {
  const [resource = '', ...group] = name.split('.');
  const served = servedVersions(catalog, { group: group.join('.'), resource });
  if (served.length === 0) return undefined;
  if (call.method !== 'POST') throw apiErrors.methodNotAllowed();
  const body = parseObjectBody(await call.body());
  const from = versionOf(served[0] as ServedResource, body);
  const versions: Record<string, JsonObject> = {};
  for (const target of served) versions[target.version] = await inVersion(target, from, body);
  return { versions };
}

function servedVersions(catalog: Catalog, { group, resource }: { group: string; resource: string }): ServedResource[] {
  const versions = catalog.groups.find((one) => one.group === group)?.versions ?? [];
  return versions.flatMap((version) => catalog.find(group, version, resource) ?? []);
}

/** The version that the object is of, which must be one of its resource. */
function versionOf({ group, definition }: ServedResource, { value }: ParsedBody): string {
  const object: JsonObject = isJsonObject(value) ? value : {};
  const of = parseApiVersion(String(object.apiVersion));
  if (of?.group === group && object.kind === definition.kind && definition.versions.has(of.version)) return of.version;
  const versions = [...definition.versions.keys()].join(', ');
  throw apiErrors.badRequest(`${object.apiVersion} ${object.kind} is not ${definition.kind} in one of ${versions}`);
}

/** Each version of a custom resource has a hub of its own, so the object is read anew for each. */
async function inVersion(target: ServedResource, from: string, body: ParsedBody): Promise<JsonObject> {
  const source = target.definition.versions.get(from);
  if (source === undefined) throw apiErrors.badRequest(`there is no version ${from}`);
  try {
    const object = decodeObjectBody(source, body);
    if (from === target.version) return { object: object as JsonObject };
    const hub = await source.toHub(object);
    return { object: (await target.versionDefinition.fromHub(hub)) as JsonObject };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const exchange = error instanceof ConversionError ? error.exchange : undefined;
    const told = { error: error.status, ...(exchange !== undefined && { exchange }) };
    return told as object as JsonObject;
  }
}
