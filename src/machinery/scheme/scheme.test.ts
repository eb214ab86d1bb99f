import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#meta';
import { frobberHub } from '../testing/frobber-hub-types.ts';
import { frobberV6 } from '../testing/frobber-v6-types.ts';
import { frobberV7 } from '../testing/frobber-v7-types.ts';
import { frobbers } from '../testing/frobbers.ts';
import { Scheme } from './scheme.ts';
import { SchemeError } from './scheme-error.ts';
import { describeKind } from './versioned-kind.ts';

const scheme = new Scheme([frobbers]).check();
const group = 'frob.example.com';
const v6 = `${group}/v6`;
const v7 = `${group}/v7beta1`;
const internal = `${group}/__internal`;

const newer = (): KubeObject => ({
  apiVersion: v7,
  kind: 'Frobber',
  metadata: { name: 'f', labels: { a: 'b' } },
  spec: { height: 3, width: 4, params: ['x', 'y'], gears: [{ toothCount: 8 }], named: { big: { toothCount: 40 } } },
});
const older = (): KubeObject => ({
  apiVersion: v6,
  kind: 'Frobber',
  metadata: {
    name: 'f',
    labels: { a: 'b' },
    annotations: { 'frob.example.com/params': '["y"]', 'frob.example.com/width': '4' },
  },
  spec: { height: 3, param: 'x', gears: [{ teeth: 8 }], named: { big: { teeth: 40 } } },
});

describe('the scheme', () => {
  it('knows kinds by group, version and kind, the hub among them', () => {
    const recognized = (version: string, kind = 'Frobber') => scheme.recognizes({ group, version, kind });
    expect(['v6', 'v7beta1', '__internal', 'v8'].map((version) => recognized(version))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(recognized('v6', 'Widget')).toBe(false);
    expect(scheme.versionsOf({ group, kind: 'Frobber' })).toEqual(['v7beta1', 'v6']);
  });

  it('refuses a kind that is registered twice', () => {
    expect(() => new Scheme([frobbers, frobbers])).toThrow('Frobber of frob.example.com/v7beta1 is registered twice');
  });

  it('names everything that is missing when it is checked', () => {
    const hub = frobberHub.type('Frobber');
    const incomplete = describeKind({ group, kind: 'Frobber', hub })
      .version('v6', { type: frobberV6.type('Frobber') } as never)
      .storedAs('v6' as never);
    const check = (): Scheme => new Scheme([incomplete]).check();
    expect(check).toThrow(SchemeError);
    expect(check).toThrow(
      "Frobber: frob.example.com/v6 → hub: spec.param: frob.FrobberSpec has no such field; list it in 'lost', or read it in a function of 'set' and list it in 'reads'",
    );
    expect(check).toThrow(
      "Frobber: hub → frob.example.com/v6: spec.param: frob.FrobberSpec has no such field; write it in 'set', or list it in 'unset'",
    );
  });

  it('knows what a version is declared to lack', () => {
    expect(Object.fromEntries(frobbers.versions.map(({ version, lacks }) => [version, lacks]))).toEqual({
      v7beta1: [],
      v6: ['spec.size'],
    });
  });

  it('defaults by the rules of the version', () => {
    const object = { ...older(), spec: {} };
    scheme.default(object);
    expect(object.spec).toEqual({ height: 1 });
    const other = { ...newer(), spec: {} };
    scheme.default(other);
    expect(other.spec).toEqual({});
  });
});

describe('conversion', () => {
  it('goes from version to version through the hub', () => {
    expect(scheme.convertToVersion(newer(), v6)).toEqual(older());
    expect(scheme.convertToVersion(older(), v7)).toEqual(newer());
    expect(scheme.toHub(older())).toEqual({ ...newer(), apiVersion: internal });
    expect(scheme.convertToVersion(scheme.toHub(older()), v6)).toEqual(older());
  });

  it('to the same version is a copy', () => {
    const object = newer();
    const copy = scheme.convertToVersion(object, v7);
    expect(copy).toEqual(object);
    expect(copy).not.toBe(object);
    expect(copy.spec).not.toBe(object.spec);
  });

  it('changes nothing of what it is given, nor shares anything with it', () => {
    const object = older();
    const hub = scheme.toHub(object);
    (hub.metadata.labels as { [key: string]: string }).a = 'changed';
    expect(object).toEqual(older());
  });

  it('takes the first of several versions that the kind has', () => {
    expect(scheme.convertToVersion(newer(), ['other.example.com/v1', v6]).apiVersion).toBe(v6);
    expect(() => scheme.convertToVersion(newer(), ['other.example.com/v1'])).toThrow(
      'Frobber has no version other.example.com/v1; it has frob.example.com/v7beta1, frob.example.com/v6',
    );
  });

  it('gives an object the type that was asked for', () => {
    expect(scheme.convert(newer(), frobberV6.type('Frobber')).spec?.param).toBe('x');
    expect(scheme.convert(older(), frobberHub.type('Frobber')).spec?.width).toBe(4);
    expect(scheme.convert(older(), frobberV7.type('Frobber')).apiVersion).toBe(v7);
    expect(() => scheme.convert(older(), frobberV7.type('Gear'))).toThrow('does not convert to');
  });

  it('of a kind that nobody knows is refused', () => {
    expect(() => scheme.toHub({ ...newer(), kind: 'Gizmo' })).toThrow(
      'no kind "Gizmo" is registered for version "frob.example.com/v7beta1"',
    );
  });

  it('treats keys of maps as nothing but keys', () => {
    const object = JSON.parse(JSON.stringify(older()).replace('"big"', '"__proto__"')) as KubeObject;
    const there = scheme.convertToVersion(object, v7);
    expect(JSON.stringify(there)).toContain('"__proto__":{"toothCount":40}');
    expect(scheme.convertToVersion(there, v6)).toEqual(object);
  });
});

describe('plain data', () => {
  it('becomes an object of its kind, without what the kind does not know', () => {
    const { spec, ...rest } = newer();
    expect(scheme.fromUnstructured({ ...rest, spec, other: 1 } as never)).toEqual({ ...newer(), spec });
  });

  it('is made of any object, and of a hub by a version', () => {
    const data = { ...newer(), metadata: { ...newer().metadata, resourceVersion: '5' } };
    expect(scheme.toUnstructured(data)).toEqual(data);
    expect(scheme.toUnstructured(scheme.toHub(data), v7)).toEqual(data);
    expect(() => scheme.toUnstructured(scheme.toHub(data))).toThrow(
      'Frobber of frob.example.com/__internal: say which version is wanted',
    );
  });

  it('keeps whole numbers that are no doubles', () => {
    const data = { ...newer(), spec: { height: 0, size: 9007199254740993n } };
    expect(scheme.toUnstructured(scheme.fromUnstructured(data)).spec).toEqual({ size: 9007199254740993n });
  });
});

describe('the codec', () => {
  const codec = scheme.codec(v6);
  const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

  it('decodes, defaults and converts to the hub', () => {
    const { object, strictErrors } = codec.decode(bytes({ ...older(), spec: { param: 'x', odd: 1 } }));
    expect(object).toEqual({
      ...newer(),
      apiVersion: internal,
      spec: { height: 1, width: 4, params: ['x', 'y'] },
    });
    expect(strictErrors).toEqual(['unknown field "spec.odd"']);
  });

  it('encodes the hub in its version', () => {
    const { object } = codec.decode(bytes(newer()));
    expect(JSON.parse(Buffer.from(codec.encode(object)).toString())).toEqual(older());
  });

  it('reads YAML, and data that does not say what it is', () => {
    const yaml = Buffer.from('metadata: {name: f}\nspec: {param: x}\n');
    const { object } = codec.decode(yaml, { mediaType: 'application/yaml', kind: { apiVersion: v6, kind: 'Frobber' } });
    expect(object.spec).toEqual({ height: 1, params: ['x'] });
  });

  it('speaks protobuf', () => {
    const mediaType = 'application/vnd.kubernetes.protobuf';
    const { object } = codec.decode(bytes(newer()));
    expect(codec.decode(codec.encode(object, mediaType), { mediaType }).object).toEqual(object);
  });
});
