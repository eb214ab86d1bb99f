import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson, Scheme, type VersionDefinition } from '#machinery';
import { apiVersionOf, isJsonObject, type Json, type JsonObject, type KubeObject } from '#meta';
import type { StructType, TypeLibrary } from '#schema';
import { arbitraryObject } from '../machinery/testing/arbitrary-object.ts';
import { describedKindOf } from '../resource/testing/described-kind.ts';
import { builtinsWith } from './testing/all-builtins.ts';

/** Objects per version and law. A night's search for the odd case wants some hundreds. */
const numRuns = 3;

const definitions = await builtinsWith('api/all=true');

const types = await describedTypes();
const versions = definitions.flatMap((definition) =>
  [...definition.versions.values()].map((version) => ({
    name: `${apiVersionOf({ group: definition.group, version: version.version })} ${definition.kind}`,
    version,
    hub: definition.storage.definition,
    hubName: `${definition.storage.apiVersion} ${definition.kind}`,
  })),
);

/** Every described type by its name in OpenAPI. */
async function describedTypes(): Promise<ReadonlyMap<string, StructType>> {
  const folder = new URL('.', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('/types.ts'));
  const modules = await Promise.all(files.map((name) => import(new URL(name, folder).pathname) as Promise<object>));
  const libraries = modules.flatMap((module) => Object.values(module)).filter(isLibrary);
  return new Map(
    libraries.flatMap((library) => library.names().map((name) => [library.type(name).name, library.type(name)])),
  );
}

function isLibrary(value: unknown): value is TypeLibrary {
  return typeof value === 'object' && value !== null && 'names' in value && 'type' in value;
}

type Shape = (object: KubeObject) => void;

/** Brings what is generated into the form of what can be stored, where the type alone allows more. */
const shapes: { readonly [name: string]: Shape } = {
  // Only for writing: it goes into `data`.
  'v1 Secret': (secret) => delete secret.stringData,
  // What is said at the top must not be said below, and the first version is the version.
  'apiextensions.k8s.io/v1beta1 CustomResourceDefinition'({ spec }) {
    const top = spec as { version: string; versions?: JsonObject[] };
    const { name = 'v1', served = true, storage = true } = top.versions?.[0] ?? {};
    top.version = name as string;
    top.versions = [{ name, served, storage }];
  },
  // Older versions do not tell these from unset when they are zero, and zero means nothing here.
  'resource.k8s.io/v1 ResourceSlice'({ spec }) {
    for (const name of ['allNodes', 'nodeName']) if (!(spec as JsonObject)[name]) delete (spec as JsonObject)[name];
  },
  // Its notation in annotations knows valid metrics only; `autoscaling/v1/conversion.prop.test.ts` has those.
  'autoscaling/v2 HorizontalPodAutoscaler'({ spec, status }) {
    for (const name of ['metrics', 'behavior']) delete (spec as JsonObject)[name];
    for (const name of ['currentMetrics', 'conditions']) delete (status as JsonObject)[name];
  },
};

/** Objects with every field set, and objects with some. */
function objectsOf({ codec, openapi }: VersionDefinition, shape?: Shape): fc.Arbitrary<KubeObject> {
  const type = types.get(openapi.name);
  if (type === undefined) throw new Error(`no description of ${openapi.name}`);
  // Protobuf does not tell an empty list from none, so there are no empty ones.
  const items = { minItems: 1, maxItems: 2, recursion: 1 };
  const any = fc.oneof(
    arbitraryObject(type, codec, { ...items, maxItems: 1, fields: 'all' }),
    arbitraryObject(type, codec, items),
  );
  return any.map((object) => {
    shape?.(object);
    return object;
  });
}

const data = ({ codec }: VersionDefinition, object: KubeObject): Json =>
  parseJson(Buffer.from(codec.encode(object).text), { duplicates: false }).value;

/** Paths of what was there before and is not, or is something else, after. */
function losses(before: Json, after: Json | undefined, at = ''): readonly string[] {
  if (isJsonObject(before)) {
    const names = Object.keys(before);
    if (!isJsonObject(after) && names.length === 0) return [at];
    const there = isJsonObject(after) ? after : {};
    return names.flatMap((key) => losses(before[key] as Json, there[key], `${at}${at && '.'}${key}`));
  }
  if (Array.isArray(before)) {
    if (!Array.isArray(after) || after.length !== before.length) return [at];
    return before.flatMap((item, index) => losses(item, after[index], `${at}[]`));
  }
  // None and an empty list are the same.
  return before === null || before === after ? [] : [at];
}

describe('every version of every built-in kind', () => {
  it.each(versions)('$name: JSON that was written is read again', ({ version }) => {
    fc.assert(
      fc.property(objectsOf(version), (object) => {
        const body = parseJson(Buffer.from(version.codec.encode(object).text), { duplicates: true });
        const { object: again, strictErrors } = version.codec.decode(body);
        const { resourceVersion: _, ...metadata } = object.metadata;
        expect(strictErrors).toEqual([]);
        expect(again).toEqual({ ...object, metadata });
      }),
      { numRuns },
    );
  });

  it.each(versions)('$name: protobuf that was written is read again', ({ version }) => {
    const { codec } = version;
    fc.assert(
      fc.property(objectsOf(version), (object) => {
        const again = codec.protobuf?.decode(codec.protobuf.encode(object));
        expect(data(version, again as KubeObject)).toEqual(data(version, object));
      }),
      { numRuns },
    );
  });

  it.each(versions)('$name: nothing is lost on the way to the hub and back', ({ name, version }) => {
    fc.assert(
      fc.property(objectsOf(version, shapes[name]), (object) => {
        const again = version.fromHub(version.toHub(object) as KubeObject) as KubeObject;
        expect(losses(data(version, object), data(version, again))).toEqual([]);
      }),
      { numRuns },
    );
  });
});

describe('the hub of a built-in kind', () => {
  const versionedKinds = [...new Set(definitions.flatMap((one) => describedKindOf(one) ?? []))];

  it('meets all its versions in both directions', () => {
    expect(versionedKinds).toHaveLength(new Set(definitions.map(({ storagePrefix }) => storagePrefix)).size);
    expect(new Scheme(versionedKinds).faults()).toEqual([]);
  });

  /** What a version is declared to have no place for. */
  const lacks = new Map(
    versionedKinds.flatMap(({ kind, versions: all }) => all.map((one) => [`${one.apiVersion} ${kind}`, one.lacks])),
  );
  const others = versions.filter(({ version, hub }) => version !== hub);

  it.each(others)('loses nothing in $name but what that lacks', ({ name, hubName, version, hub }) => {
    fc.assert(
      fc.property(objectsOf(hub, shapes[hubName]), (object) => {
        const met = hub.toHub(object) as KubeObject;
        const again = version.toHub(version.fromHub(met) as KubeObject) as KubeObject;
        const lost = losses(data(hub, met), data(hub, again));
        expect(lost.filter((path) => !lacks.get(name)?.some((known) => path.startsWith(known)))).toEqual([]);
      }),
      { numRuns },
    );
  });
});
