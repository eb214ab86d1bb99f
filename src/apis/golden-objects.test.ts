import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseJson, unwrapUnknown, type VersionCodec, withRevision } from '#machinery';
import type { JsonObject, KubeObject } from '#meta';
import { builtinsWith } from './testing/all-builtins.ts';

/** Objects as other implementations write them, in which every field of the type is set. */
const folder = new URL('../../../shared/oracle/api-testdata/', import.meta.url);
const definitions = await builtinsWith('api/all=true');

const cases = definitions
  .flatMap(({ group, kind, versions }) =>
    [...versions.values()].map((version) => ({
      name: `${group === '' ? 'core' : group}.${version.version}.${kind}`,
      codec: version.codec,
      version,
      alone: versions.size === 1,
    })),
  )
  // Of definitions of custom resources there are none here; they have golden objects of their own.
  .filter(({ name }) => !/^api(extensions|registration)\.k8s\.io\./.test(name));

const json = (name: string): Buffer => readFileSync(new URL(`${name}.json`, folder));
const reEncode = (codec: VersionCodec, object: KubeObject): string =>
  withRevision(codec.encode(object), object.metadata.resourceVersion ?? '');

const absent = !existsSync(folder);
if (absent) process.emitWarning(`golden objects are not tested: there is no ${folder.pathname}`);

describe.skipIf(absent)('golden objects', () => {
  it.each(cases)('$name decodes without an unknown field and encodes to the same JSON', ({ name, codec }) => {
    const golden = json(name);
    const { object, strictErrors } = codec.decode(parseJson(golden, { duplicates: true }));
    expect(strictErrors).toEqual([]);
    expect(reEncode(codec, object)).toBe(JSON.stringify(JSON.parse(golden.toString())));
  });

  it.each(cases)('$name is the same in JSON and in protobuf', ({ name, codec }) => {
    const { raw } = unwrapUnknown(readFileSync(new URL(`${name}.pb`, folder)));
    const fromJson = codec.decode(parseJson(json(name), { duplicates: false })).object;
    expect(Buffer.from(codec.protobuf?.encode(fromJson) ?? []).toString('hex')).toBe(Buffer.from(raw).toString('hex'));
    const decoded = codec.protobuf?.decode(raw) as JsonObject;
    const whole = { ...decoded, apiVersion: fromJson.apiVersion, kind: fromJson.kind } as KubeObject;
    expect(reEncode(codec, whole)).toBe(reEncode(codec, fromJson));
  });

  // An autoscaler of version 1 hides in annotations what these objects fill with nonsense.
  const several = cases.filter(({ name, alone }) => !alone && !name.startsWith('autoscaling.'));
  it.each(several)('$name goes through its hub without loss', async ({ name, codec, version }) => {
    const { object } = codec.decode(parseJson(json(name), { duplicates: false }));
    const back = await version.fromHub(await version.toHub(structuredClone(object)));
    expect(reEncode(codec, back)).toBe(reEncode(codec, object));
  });
});
