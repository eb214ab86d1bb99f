import type { ResourceDefinition, VersionDefinition } from '#machinery';
import { deducedType, type MergeType, type Versions } from '#merge';
import { type JsonObject, parseApiVersion, type Versioned, whenReady } from '#meta';

const known = new WeakMap<ResourceDefinition, Versions>();

/** The versions of a resource as the merge library sees them: their types, and how one becomes another. */
export function resourceVersions(definition: ResourceDefinition): Versions {
  const made = known.get(definition) ?? makeVersions(definition);
  known.set(definition, made);
  return made;
}

function makeVersions(definition: ResourceDefinition): Versions {
  const find = (apiVersion: string): VersionDefinition => {
    const version = versionIn(definition, apiVersion);
    if (version === undefined) throw new Error(`there is no version ${apiVersion} of ${definition.resource}`);
    return version;
  };
  return {
    typeOf(apiVersion): MergeType | undefined {
      const version = versionIn(definition, apiVersion);
      return version && (version.codec.mergeType ?? deducedType);
    },
    convert: (value, { from, to }) =>
      whenReady(find(from).toHub(whole(value, find(from))), (hub): JsonObject | Promise<JsonObject> =>
        find(to).fromHub(hub),
      ),
  };
}

/** Whoever asks may have taken out what somebody owned, up to all metadata: a built-in type has places for that nevertheless. */
function whole(value: JsonObject, { codec }: VersionDefinition): Versioned {
  return codec.protobuf === undefined ? (value as Versioned) : codec.decode({ value, duplicates: [] }).object;
}

/** Only versions of its own group: managers of an event in the other group are forgotten with the next write. */
function versionIn({ group, versions }: ResourceDefinition, apiVersion: string): VersionDefinition | undefined {
  const parsed = parseApiVersion(apiVersion);
  return parsed?.group === group ? versions.get(parsed.version) : undefined;
}
