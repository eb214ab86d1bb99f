import { describe, expect, it } from 'vitest';
import { cloneJson, type JsonObject, type KubeObject } from '#meta';
import { describeTypes, metaV1, type TypeLibrary } from '#schema';
import { frobberHub } from '../testing/frobber-hub-types.ts';
import { frobberV6 } from '../testing/frobber-v6-types.ts';
import { frobbers } from '../testing/frobbers.ts';
import { Scheme } from './scheme.ts';
import { SchemeBuilder } from './scheme-builder.ts';
import { Unstructured } from './unstructured.ts';

const group = 'paint.example.com';
const types = (version: string, goPackage: string, text: string): TypeLibrary =>
  describeTypes(
    { package: `com.example.paint.${version}`, goPackage, group, uses: { meta: metaV1, tool: tools } },
    text,
  );

const tools = describeTypes(
  { package: 'com.example.tools.v1', goPackage: 'tools', group: 'tools.example.com', uses: { meta: metaV1 } },
  `
Brush | What somebody else's package describes.
  1 width int32
  2 bristles string
`,
);
const head = '  1 metadata meta.ObjectMeta\n  2 spec PaintSpec\n';
const v1 = types(
  'v1',
  'v1',
  `Paint\n${head}PaintSpec\n  1 color string\n  2 brush tool.Brush omitzero\n  3 spare [tool.Brush]\n`,
);
const v2 = types(
  'v2',
  'v2',
  `Paint\n${head}PaintSpec\n  1 paint string\n  2 brush tool.Brush omitzero\n  3 spare [tool.Brush]\n`,
);
const hub = types(
  '__internal',
  'paint',
  `Paint\n${head}PaintSpec\n  1 paint string\n  2 brush tool.Brush omitzero\n  3 spare [tool.Brush]\n`,
);

const addKnownTypes = (scheme: Scheme): void => {
  scheme
    .addKnownTypes(`${group}/__internal`, hub.type('Paint'))
    .addKnownTypes(`${group}/v1`, v1.type('Paint'))
    .addKnownTypes(`${group}/v2`, v2.type('Paint'))
    .setVersionPriority(`${group}/v2`, `${group}/v1`);
};

const renamed = (value: JsonObject, from: string, to: string): JsonObject => {
  const { [from]: color, ...rest } = value;
  return color === undefined ? rest : { ...rest, [to]: color };
};

/** As a generator writes them: a function for each struct and direction. */
const registerConversions = (scheme: Scheme): void => {
  for (const [version, name] of [
    [v1, 'color'],
    [v2, 'paint'],
  ] as const) {
    scheme
      .addGeneratedConversionFunc(version.type('Paint'), hub.type('Paint'), (paint, scope) => ({
        ...paint,
        spec: scope.convert(paint.spec as JsonObject, version.type('PaintSpec'), hub.type('PaintSpec')),
      }))
      .addGeneratedConversionFunc(hub.type('Paint'), version.type('Paint'), (paint, scope) => ({
        ...paint,
        spec: scope.convert(paint.spec as JsonObject, hub.type('PaintSpec'), version.type('PaintSpec')),
      }))
      .addGeneratedConversionFunc(version.type('PaintSpec'), hub.type('PaintSpec'), (spec) =>
        renamed(spec, name, 'paint'),
      )
      .addGeneratedConversionFunc(hub.type('PaintSpec'), version.type('PaintSpec'), (spec) =>
        renamed(spec, 'paint', name),
      );
  }
};

const { addToScheme } = new SchemeBuilder(addKnownTypes).register(registerConversions);
const newScheme = (): Scheme => {
  const scheme = new Scheme();
  addToScheme(scheme);
  return scheme;
};
const paint = (version: string, spec: JsonObject): KubeObject => ({
  apiVersion: `${group}/${version}`,
  kind: 'Paint',
  metadata: { name: 'p' },
  spec,
});

describe('types that are added one by one', () => {
  it('are known by group, version and kind, and their lists with them', () => {
    const scheme = newScheme().check();
    expect(scheme.recognizes({ group, version: 'v1', kind: 'PaintList' })).toBe(true);
    expect(scheme.recognizes({ group, version: 'v1', kind: 'BrushList' })).toBe(false);
    expect([...scheme.knownTypes(`${group}/v2`).keys()]).toContain('Paint');
    expect(scheme.objectKinds(v1.type('Paint'))).toEqual([{ group, version: 'v1', kind: 'Paint' }]);
    expect([scheme.isGroupRegistered(group), scheme.isGroupRegistered('other')]).toEqual([true, false]);
    expect([scheme.isVersionRegistered(`${group}/v1`), scheme.isVersionRegistered(`${group}/v3`)]).toEqual([
      true,
      false,
    ]);
  });

  it('may be added again, but not others in their place', () => {
    const scheme = newScheme();
    addToScheme(scheme);
    expect(() => scheme.addKnownTypeWithName({ group, version: 'v1', kind: 'Paint' }, v2.type('Paint'))).toThrow(
      'Paint of paint.example.com/v1 is registered twice',
    );
  });

  it('have their versions in the order of priority', () => {
    expect(newScheme().prioritizedVersionsForGroup(group)).toEqual([`${group}/v2`, `${group}/v1`]);
    expect(newScheme().versionsOf({ group, kind: 'Paint' })).toEqual(['v2', 'v1']);
    const mixed = new Scheme([frobbers]);
    addToScheme(mixed);
    expect(mixed.prioritizedVersionsAllGroups()).toEqual([
      'frob.example.com/v7beta1',
      'frob.example.com/v6',
      `${group}/v2`,
      `${group}/v1`,
    ]);
  });

  it('make new objects', () => {
    const scheme = newScheme();
    const apiVersion = `${group}/v1`;
    expect(scheme.newInstance({ apiVersion, kind: 'Paint' })).toEqual({ apiVersion, kind: 'Paint', metadata: {} });
    expect(scheme.newInstance({ apiVersion, kind: 'PaintList' })).toMatchObject({ kind: 'PaintList', items: [] });
    expect(() => scheme.newInstance({ apiVersion, kind: 'Wall' })).toThrow('no kind "Wall" is registered');
  });

  it('convert through the hub', () => {
    const scheme = newScheme();
    expect(scheme.convertToVersion(paint('v1', { color: 'red' }), `${group}/v2`)).toEqual(
      paint('v2', { paint: 'red' }),
    );
    expect(scheme.convert(paint('v1', { color: 'red' }), hub.type('Paint'))).toEqual(
      paint('__internal', { paint: 'red' }),
    );
    const list = { apiVersion: `${group}/v1`, kind: 'PaintList', metadata: {}, items: [paint('v1', { color: 'red' })] };
    expect(scheme.convertToVersion(list as never, `${group}/v2`)).toEqual({
      ...list,
      apiVersion: `${group}/v2`,
      items: [paint('v2', { paint: 'red' })],
    });
  });

  it('say which conversion is missing', () => {
    const scheme = new Scheme();
    addKnownTypes(scheme);
    expect(() => scheme.check()).toThrow('Paint: converting (v1.Paint) to (paint.Paint): unknown conversion');
    expect(() => scheme.toHub(paint('v1', {}))).toThrow('converting (v1.Paint) to (paint.Paint): unknown conversion');
  });

  it('become a kind that can be served', () => {
    const kind = newScheme().versionedKind({ group, kind: 'Paint' }, 'v1');
    expect(kind.versions.map(({ version }) => version)).toEqual(['v2', 'v1']);
    expect(kind.storage.toHub(paint('v1', { color: 'red' }))).toEqual(paint('__internal', { paint: 'red' }));
    expect(() => newScheme().versionedKind({ group, kind: 'Paint' }, 'v3')).toThrow(
      'Paint: no version v3 to store it in; there are: v2, v1',
    );
  });
});

describe('a conversion', () => {
  const specs = { from: v1.type('PaintSpec'), to: hub.type('PaintSpec') };

  it('is looked for among those that are ignored, then those by hand, then the generated ones', () => {
    const scheme = newScheme();
    expect(scheme.convertStruct({ color: 'red' }, specs)).toEqual({ paint: 'red' });
    scheme.addConversionFunc(specs.from, specs.to, (spec, scope) => ({
      ...scope.generated(spec, specs.from, specs.to),
      brush: { width: 3 },
    }));
    expect(scheme.convertStruct({ color: 'red' }, specs)).toEqual({ paint: 'red', brush: { width: 3 } });
    // Also where the struct is a part.
    expect(scheme.toHub(paint('v1', { color: 'red' })).spec).toEqual({ paint: 'red', brush: { width: 3 } });
    scheme.addIgnoredConversionType(specs.from, specs.to);
    expect(scheme.convertStruct({ color: 'red' }, specs)).toEqual({});
    expect(() => scheme.convertStruct({}, { from: specs.from, to: v2.type('PaintSpec') })).toThrow(
      'converting (v1.PaintSpec) to (v2.PaintSpec): unknown conversion',
    );
  });

  it('knows the whole object and what was asked for', () => {
    const scheme = newScheme();
    const seen: unknown[] = [];
    scheme.addConversionFunc(specs.from, specs.to, (_, { root, context }) => {
      seen.push(root.metadata.name, context);
      return {};
    });
    scheme.convertToVersion(paint('v1', {}), `${group}/v2`);
    expect(seen).toEqual(['p', `${group}/v2`]);
  });

  it('of one version into another by hand is taken before the way through the hub', () => {
    const scheme = newScheme().addConversionFunc(v1.type('Paint'), v2.type('Paint'), (one) => ({
      ...one,
      spec: { paint: 'short cut' },
    }));
    expect(scheme.convertToVersion(paint('v1', {}), `${group}/v2`)).toEqual(paint('v2', { paint: 'short cut' }));
  });

  it('by hand replaces that of a kind that was added whole, and may call it', () => {
    const [from, to] = [frobberV6.type('Frobber'), frobberHub.type('Frobber')];
    const scheme = new Scheme([frobbers]).addConversionFunc(from, to, (value, scope) => {
      const made = scope.generated(value, from, to);
      return { ...made, spec: { ...made.spec, height: 99 } };
    });
    const old = { apiVersion: 'frob.example.com/v6', kind: 'Frobber', metadata: { name: 'f' }, spec: { param: 'x' } };
    expect(scheme.toHub(old).spec).toEqual({ height: 99, params: ['x'] });
  });

  it('is safe or not: a copy shares nothing', () => {
    const scheme = newScheme();
    const object = paint('v1', { color: 'red', brush: { width: 1 } });
    const brushOf = ({ spec }: KubeObject) => (spec as { brush: object }).brush;
    expect(brushOf(scheme.convertToVersion(object, `${group}/v2`))).not.toBe(brushOf(object));
    expect(brushOf(scheme.unsafeConvertToVersion(object, `${group}/v2`))).toBe(brushOf(object));
  });

  it('of an unversioned type only says another version', () => {
    const scheme = newScheme().addUnversionedTypes('v1', metaV1.type('Status'));
    const status = { apiVersion: 'v1', kind: 'Status', metadata: {}, message: 'no' };
    expect(scheme.isUnversioned(status)).toBe(true);
    expect(scheme.convertToVersion(status, `${group}/v1`)).toEqual({ ...status, apiVersion: `${group}/v1` });
  });

  it('takes and gives unstructured data', () => {
    const scheme = newScheme();
    const data = new Unstructured({ ...paint('v1', { color: 'red', odd: 1 }) });
    expect(scheme.convert(data, hub.type('Paint'))).toEqual(paint('__internal', { paint: 'red' }));
    expect(scheme.convertToVersion(data, `${group}/v2`)).toEqual(paint('v2', { paint: 'red' }));
    expect(scheme.convert(data, Unstructured).content).toBe(data.content);
    expect(scheme.convert(paint('__internal', { paint: 'red' }), Unstructured, `${group}/v1`).content).toMatchObject({
      apiVersion: `${group}/v1`,
      spec: { color: 'red' },
    });
    expect(() => scheme.convert(paint('__internal', {}), Unstructured)).toThrow('say which version is wanted');
    expect([data.kind, data.deepCopy().content]).toEqual(['Paint', data.content]);
  });
});

describe('defaults of a struct', () => {
  it('hold wherever it is a part, also in kinds of another package, and come after those of what it is a part of', () => {
    const scheme = newScheme();
    scheme
      .addTypeDefaultingFunc(tools.type('Brush'), (brush) => {
        brush.width ??= 2;
      })
      .addTypeDefaultingFunc(v1.type('Paint'), (one) => {
        one.spec = { spare: [{}, { width: 5 }], ...(one.spec as object) };
      });
    const object = paint('v1', {});
    scheme.default(object);
    expect(object.spec).toEqual({ spare: [{ width: 2 }, { width: 5 }], brush: { width: 2 } });
    const other = paint('v2', { brush: {} });
    scheme.default({ apiVersion: `${group}/v2`, kind: 'PaintList', metadata: {}, items: [other] });
    expect(other.spec).toEqual({ brush: { width: 2 } });
  });
});

describe('field labels', () => {
  it('are said in the words of the hub, by version', () => {
    const gvk = { group, version: 'v1', kind: 'Paint' };
    const scheme = newScheme().addFieldLabelConversionFunc(gvk, (label, value) => ({
      label: label === 'spec.color' ? 'spec.paint' : label,
      value,
    }));
    expect(scheme.convertFieldLabel(gvk, 'spec.color', 'red')).toEqual({ label: 'spec.paint', value: 'red' });
    const other = { ...gvk, version: 'v2' };
    expect(scheme.convertFieldLabel(other, 'metadata.name', 'x')).toEqual({ label: 'metadata.name', value: 'x' });
    expect(() => scheme.convertFieldLabel(other, 'spec.color', 'red')).toThrow(
      '"spec.color" is not a known field selector: only "metadata.name", "metadata.namespace"',
    );
  });
});

describe('codecs', () => {
  const scheme = newScheme();
  const { codecs } = scheme;
  const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
  const red = paint('v1', { color: 'red' });

  it('read any media type as what it says it is', () => {
    const universal = codecs.universalDeserializer();
    for (const { serializer } of codecs.supportedMediaTypes()) {
      expect(universal.decode(serializer.encode(red)).object).toEqual(red);
    }
  });

  it('write YAML that is no JSON, and JSON for people', () => {
    const text = (mediaType: 'application/json' | 'application/yaml', pretty = false) =>
      Buffer.from(
        codecs.serializer({ mediaType, pretty }).encode({ ...red, spec: { color: 'a "b": {c, d}' } }),
      ).toString();
    expect(text('application/yaml')).toBe(
      `apiVersion: ${group}/v1\nkind: Paint\nmetadata:\n  name: p\nspec:\n  color: 'a "b": {c, d}'\n`,
    );
    expect(text('application/json', true)).toBe(
      `${JSON.stringify({ kind: 'Paint', apiVersion: `${group}/v1`, metadata: { name: 'p' }, spec: { color: 'a "b": {c, d}' } }, null, 2)}\n`,
    );
  });

  it('decode into the hub, a version or a type', () => {
    expect(codecs.universalDecoder().decode(bytes(red)).object).toEqual(paint('__internal', { paint: 'red' }));
    expect(codecs.universalDecoder(`${group}/v2`).decode(bytes(red)).object).toEqual(paint('v2', { paint: 'red' }));
    const bare = bytes({ metadata: { name: 'p' }, spec: { color: 'red' } });
    expect(codecs.universalDecoder().decodeInto(bare, v1.type('Paint'))).toEqual(red);
    expect(codecs.universalDecoder().decodeInto(bytes(red), v2.type('Paint'))).toEqual(paint('v2', { paint: 'red' }));
    const [json] = codecs.supportedMediaTypes();
    const decoder = codecs.decoderToVersion(json?.serializer as never, `${group}/v2`);
    expect(decoder.decode(bytes(red)).object.apiVersion).toBe(`${group}/v2`);
  });

  it('encode in a version', () => {
    const [json] = codecs.supportedMediaTypes();
    const encoder = codecs.encoderForVersion(json?.serializer as never, `${group}/v2`);
    expect(JSON.parse(Buffer.from(encoder.encode(red)).toString())).toMatchObject(paint('v2', { paint: 'red' }));
    const legacy = codecs.legacyCodec(`${group}/v1`);
    expect(legacy.decode(legacy.encode(scheme.toHub(red))).object).toEqual(scheme.toHub(red));
  });

  it('are strict where that is asked for', () => {
    const odd = bytes({ ...red, spec: { color: 'red', odd: 1 } });
    expect(codecs.serializer({ mediaType: 'application/json' }).decode(odd).strictErrors).toEqual([
      'unknown field "spec.odd"',
    ]);
    expect(() => codecs.serializer({ mediaType: 'application/json', strict: true }).decode(odd)).toThrow(
      'strict decoding error: unknown field "spec.odd"',
    );
  });

  it('read and write lists, also as protobuf', () => {
    const list = { apiVersion: `${group}/v1`, kind: 'PaintList', metadata: { resourceVersion: '7' }, items: [red] };
    for (const { serializer } of codecs.supportedMediaTypes()) {
      const { object } = serializer.decode(serializer.encode(list as never));
      expect(object).toMatchObject({ kind: 'PaintList', metadata: { resourceVersion: '7' } });
      expect((object.items as unknown as KubeObject[])[0]?.spec).toEqual(red.spec);
    }
  });
});

describe('objects', () => {
  it('are copied by one function, and equal when they mean the same', () => {
    const scheme = newScheme();
    const object = paint('v1', { color: 'red', spare: [] });
    expect(cloneJson(object)).toEqual(object);
    expect(cloneJson(object).spec).not.toBe(object.spec);
    expect(scheme.semanticallyEqual(object, paint('v1', { color: 'red' }))).toBe(true);
    expect(scheme.semanticallyEqual(object, paint('v1', { color: 'blue' }))).toBe(false);
    expect(scheme.semanticallyEqual(object, paint('v2', { color: 'red' }))).toBe(false);
  });
});
