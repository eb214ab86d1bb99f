import { expect } from 'vitest';
import { parseJson, type VersionCodec, withRevision } from '#machinery';
import type { JsonObject, KubeObject } from '#meta';
import { builtinsWith } from './all-builtins.ts';
import { type GoldenObject, type NamedVersion, namedVersions } from './golden-objects.ts';

/** Every kind in every version, by the names of golden objects. */
export const versions: ReadonlyMap<string, NamedVersion> = new Map(
  namedVersions(await builtinsWith('api/all=true')).map((named) => [named.name, named]),
);

const reEncode = (codec: VersionCodec, object: KubeObject): string =>
  withRevision(codec.encode(object), object.metadata.resourceVersion ?? '');
const codecOf = (name: string): VersionCodec =>
  (versions.get(name) as { version: { codec: VersionCodec } }).version.codec;
const decode = (name: string, json: JsonObject): KubeObject =>
  codecOf(name).decode(parseJson(Buffer.from(JSON.stringify(json)), { duplicates: true })).object;

export function checkEncodings({ name, json, protobuf }: GoldenObject): void {
  const codec = codecOf(name);
  const { object, strictErrors } = codec.decode(parseJson(Buffer.from(JSON.stringify(json)), { duplicates: true }));
  expect(strictErrors).toEqual([]);
  expect(reEncode(codec, object)).toBe(JSON.stringify(json));
  expect(Buffer.from(codec.protobuf?.encode(object) ?? []).toString('base64')).toBe(protobuf);
  const decoded = codec.protobuf?.decode(Buffer.from(protobuf, 'base64')) as JsonObject;
  const whole = { ...decoded, apiVersion: object.apiVersion, kind: object.kind } as KubeObject;
  expect(reEncode(codec, whole)).toBe(JSON.stringify(json));
}

export async function checkConversion({ name, json }: GoldenObject): Promise<void> {
  const { version } = versions.get(name) as NonNullable<ReturnType<typeof versions.get>>;
  const object = decode(name, json);
  const back = await version.fromHub(await version.toHub(structuredClone(object)));
  expect(reEncode(version.codec, back)).toBe(reEncode(version.codec, object));
}

/**
 * An autoscaler of version 1 hides in annotations what these objects fill with nonsense; a definition in v1beta1 says a
 * thing for all versions or for each, and these say both.
 */
const contradictory = /^autoscaling\.|^apiextensions\.k8s\.io\.v1beta1\./;
export const isConverted = ({ name }: GoldenObject): boolean =>
  versions.get(name)?.alone === false && !contradictory.test(name);
