import type { Catalog } from '#machinery';
import type { GroupVersion, JsonObject } from '#meta';
import { joinDocuments } from './document-v2.ts';
import { keyOf, planDocuments } from './document-v3.ts';
import { jsonV2 } from './write-v2.ts';
import { jsonV3 } from './write-v3.ts';

interface VersionDocuments {
  readonly v3: JsonObject;
  readonly v2: JsonObject;
}

/** What a server would publish about one version, for those who describe an API without one. */
export function versionDocuments(catalog: Catalog, groupVersion: GroupVersion): VersionDocuments {
  const key = keyOf(groupVersion);
  const document = planDocuments(catalog).get(key)?.make();
  if (document === undefined) throw new Error(`nothing is served in ${key}`);
  const parse = (pieces: Iterable<string>): JsonObject => JSON.parse([...pieces].join('')) as JsonObject;
  return {
    v3: parse(jsonV3(document, groupVersion.version)),
    v2: parse(jsonV2(joinDocuments([document]), groupVersion.version)),
  };
}
