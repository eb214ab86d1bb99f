import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ResourceDefinition, VersionDefinition } from '#machinery';
import type { JsonObject } from '#meta';
import type { StructType, TypeLibrary } from '#schema';
import { sampleObject } from './sample-object.ts';

/**
 * An object of each kind in each version, with every field set, as it is written in JSON and in protobuf. They were made
 * from the descriptions and are kept in a file: what is on people's disks and wires must not change with the code.
 * `npm run gen -- --golden` writes the file again.
 */
export interface GoldenObject {
  /** `apps.v1.Deployment`; the core group is `core`. */
  readonly name: string;
  readonly json: JsonObject;
  /** Base64. */
  readonly protobuf: string;
}

const file = new URL('../testdata/golden-objects.json.gz', import.meta.url);

export function readGoldenObjects(): readonly GoldenObject[] {
  return JSON.parse(gunzipSync(readFileSync(file)).toString()) as GoldenObject[];
}

export function writeGoldenObjects(objects: readonly GoldenObject[]): void {
  writeFileSync(file, gzipSync(JSON.stringify(objects), { level: 9 }));
}

export interface NamedVersion {
  readonly name: string;
  readonly version: VersionDefinition;
  /** Its kind has no other version. */
  readonly alone: boolean;
}

export function namedVersions(definitions: readonly ResourceDefinition[]): readonly NamedVersion[] {
  return definitions.flatMap(({ group, kind, versions }) =>
    [...versions.values()].map((version) => ({
      name: `${group === '' ? 'core' : group}.${version.version}.${kind}`,
      version,
      alone: versions.size === 1,
    })),
  );
}

/** What the file holds when it is written now. */
export function makeGoldenObjects(
  definitions: readonly ResourceDefinition[],
  libraries: readonly TypeLibrary[],
): readonly GoldenObject[] {
  const types = new Map(libraries.flatMap(describedKinds).map((type) => [nameOf(type), type]));
  return namedVersions(definitions).flatMap(({ name, version: { codec } }) => {
    const type = types.get(name);
    if (type === undefined) return [];
    const json = sampleObject(type);
    const encoded = codec.protobuf?.encode(json) ?? new Uint8Array();
    return [{ name, json, protobuf: Buffer.from(encoded).toString('base64') }];
  });
}

function describedKinds(library: TypeLibrary): readonly StructType[] {
  return library.names().flatMap((name) => (library.type(name).kind === undefined ? [] : [library.type(name)]));
}

function nameOf({ kind }: StructType): string {
  const { group = '', version = '', kind: name = '' } = kind ?? {};
  return `${group === '' ? 'core' : group}.${version}.${name}`;
}
