import { getOwn, type JsonObject } from '#meta';
import { objectIn, objectOf, objectsOf, textOf, textsOf } from './read-json.ts';

/** The resources of each version, by `GROUP/VERSION`. */
type Discovered = ReadonlyMap<string, readonly JsonObject[]>;

/** More than this in one version are not taken. */
const MOST_RESOURCES = 5000;

/** Reads an `APIGroupDiscoveryList`, with no more of it than such a document may have. */
export function readAggregated(body: Uint8Array): Discovered {
  const found = new Map<string, readonly JsonObject[]>();
  for (const group of objectsOf(objectIn(body) ?? {}, 'items')) {
    const name = textOf(objectOf(group, 'metadata'), 'name');
    for (const version of objectsOf(group, 'versions')) {
      const resources = objectsOf(version, 'resources').slice(0, MOST_RESOURCES);
      found.set(`${name}/${textOf(version, 'version')}`, resources.map(resourceOf));
    }
  }
  return found;
}

function resourceOf(entry: JsonObject): JsonObject {
  const parts = objectsOf(entry, 'subresources');
  return {
    resource: textOf(entry, 'resource'),
    responseKind: kindOf(objectOf(entry, 'responseKind')),
    scope: textOf(entry, 'scope'),
    singularResource: textOf(entry, 'singularResource'),
    verbs: textsOf(entry, 'verbs'),
    ...listed(entry, 'shortNames'),
    ...listed(entry, 'categories'),
    ...(parts.length > 0 && { subresources: parts.map(partOf) }),
  };
}

const partOf = (entry: JsonObject): JsonObject => {
  const accepted = objectsOf(entry, 'acceptedTypes');
  return {
    subresource: textOf(entry, 'subresource'),
    responseKind: kindOf(objectOf(entry, 'responseKind')),
    ...(accepted.length > 0 && { acceptedTypes: accepted.map(kindOf) }),
    verbs: textsOf(entry, 'verbs'),
  };
};

const kindOf = (kind: JsonObject): JsonObject => ({
  group: textOf(kind, 'group'),
  version: textOf(kind, 'version'),
  kind: textOf(kind, 'kind'),
});

function listed(entry: JsonObject, name: string): JsonObject {
  const values = textsOf(entry, name);
  return values.length === 0 ? {} : { [name]: values };
}

/** Reads an `APIResourceList` of a server that knows nothing newer. k8s: ConvertGroupVersionIntoToDiscovery */
export function readLegacy(body: Uint8Array): readonly JsonObject[] {
  const entries = objectsOf(objectIn(body) ?? {}, 'resources').slice(0, MOST_RESOURCES);
  const whole = entries.filter((entry) => !textOf(entry, 'name').includes('/'));
  return whole.map((entry) => {
    const name = textOf(entry, 'name');
    const parts = entries.filter((part) => textOf(part, 'name').startsWith(`${name}/`));
    return {
      resource: name,
      responseKind: kindOf(entry),
      scope: getOwn(entry, 'namespaced') === true ? 'Namespaced' : 'Cluster',
      singularResource: textOf(entry, 'singularName'),
      verbs: textsOf(entry, 'verbs'),
      ...listed(entry, 'shortNames'),
      ...listed(entry, 'categories'),
      ...(parts.length > 0 && {
        subresources: parts.map((part) => ({
          subresource: textOf(part, 'name').slice(name.length + 1),
          responseKind: kindOf(part),
          verbs: textsOf(part, 'verbs'),
        })),
      }),
    };
  });
}
