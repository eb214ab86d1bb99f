import { describe, expect, it } from 'vitest';
import { metaV1 } from './meta-v1.ts';
import { describeTypes } from './parse-types.ts';

const phases = describeTypes({ package: 'io.k8s.api.phases.v1', goPackage: 'v1' }, 'Phase = New, Old');

const library = describeTypes(
  { package: 'io.k8s.api.example.v1', goPackage: 'v1', uses: { meta: metaV1, phases } },
  `
  Widget | A thing
  | that widgets do.
    1 metadata meta.ObjectMeta
    2 spec WidgetSpec omitzero | What is wanted.

  WidgetSpec map=atomic union=type(big:Big,small:Small)
    1 ports [Port] list=map(port,protocol) merge=port
    | Where it listens.
    2 sizes {quantity} map=atomic go=SizeList
    3 parent WidgetSpec?
    4 mode string always default="A B" required go=Mode
    6 sizesByName {string} enum=Size
    7 phases [string] go=[]other.Phase
    8 word string go=Word
    5 strategy Strategy merge retainKeys
  Port
    1 port int32 default=80
  Strategy part
  Mode = A, two words, ""
  Size = big, small
  PodTemplateSpec
    1 metadata meta.ObjectMeta
  Options kind
    1 dryRun [string]
`,
);

describe('type notation', () => {
  it('names types after their packages', () => {
    const widget = library.type('Widget');
    expect(widget.name).toBe('io.k8s.api.example.v1.Widget');
    expect(widget.goName).toBe('v1.Widget');
    expect(widget.description).toBe('A thing that widgets do.');
  });

  it('lists the names of all structs', () => {
    expect(library.names()).toEqual(['Widget', 'WidgetSpec', 'Port', 'Strategy', 'PodTemplateSpec', 'Options']);
  });

  it('finds the types of other libraries by their prefix', () => {
    expect(library.type('Widget').byName.get('metadata')?.type).toBe(metaV1.type('ObjectMeta'));
  });

  it('writes another version of the same types as what is different in it', () => {
    const beta = describeTypes(
      { package: 'io.k8s.api.example.v1beta1', goPackage: 'v1beta1', like: library },
      `
      Port
        1 number int32
      `,
    );
    const widget = beta.type('Widget');
    expect(widget.kind).toEqual({ group: 'example.k8s.io', version: 'v1beta1', kind: 'Widget' });
    expect(widget.byName.get('spec')?.type).toBe(beta.type('WidgetSpec'));
    expect(widget.byName.get('metadata')?.type).toBe(metaV1.type('ObjectMeta'));
    expect([...beta.type('Port').byName.keys()]).toEqual(['number']);
    expect([...library.type('Port').byName.keys()]).toEqual(['port']);
    expect(beta.names()).toEqual(library.names());
  });

  it('lets a type contain itself', () => {
    const spec = library.type('WidgetSpec');
    const parent = spec.byName.get('parent');
    expect(parent?.type).toBe(spec);
    expect(parent?.pointer).toBe(true);
  });

  it('reads the flags of a field', () => {
    const spec = library.type('WidgetSpec');
    expect(spec.byName.get('ports')).toEqual({
      name: 'ports',
      number: 1,
      type: { shape: 'list', items: library.type('Port') },
      description: 'Where it listens.',
      pointer: false,
      whenEmpty: 'omit',
      inline: false,
      required: false,
      listType: 'map',
      listMapKeys: ['port', 'protocol'],
      patchStrategy: 'merge',
      mergeKey: 'port',
    });
    expect(spec.byName.get('sizes')).toMatchObject({
      type: { shape: 'map', values: { shape: 'quantity' } },
      mapType: 'atomic',
      goType: 'v1.SizeList',
    });
    expect(spec.byName.get('mode')).toMatchObject({
      whenEmpty: 'always',
      required: true,
      default: 'A B',
    });
    expect(spec.byName.get('strategy')?.patchStrategy).toBe('merge,retainKeys');
    expect(library.type('Port').byName.get('port')?.default).toBe(80);
    expect(library.type('Widget').byName.get('spec')?.whenEmpty).toBe('omitZero');
  });

  it('tells the values of strings that have a list of them, here or in a library that is used', () => {
    const fields = library.type('WidgetSpec').byName;
    expect(fields.get('mode')?.enum).toEqual(['A', 'two words', '']);
    expect(fields.get('sizesByName')?.enum).toEqual(['big', 'small']);
    expect(fields.get('phases')?.enum).toEqual(['New', 'Old']);
    expect(fields.get('word')).not.toHaveProperty('enum');
  });

  it('inherits lists of values, unless they are taken back', () => {
    const source = { package: 'io.k8s.api.example.v1beta1', goPackage: 'v1beta1', like: library };
    const modeIn = (text: string) => describeTypes(source, text).type('WidgetSpec').byName.get('mode')?.enum;
    expect(modeIn('Port\n  1 number int32')).toEqual(['A', 'two words', '']);
    expect(modeIn('Mode = C')).toEqual(['C']);
    expect(modeIn('Mode =')).toBeUndefined();
  });

  it('reads the flags of a struct', () => {
    const spec = library.type('WidgetSpec');
    expect(spec.mapType).toBe('atomic');
    expect(spec.union).toEqual({ discriminator: 'type', members: new Map([['big', 'Big'], ['small', 'Small']]) }); // biome-ignore format: one line tells it
  });

  it('knows which types carry kind and apiVersion', () => {
    expect(library.type('Widget').kind).toEqual({ group: 'example.k8s.io', version: 'v1', kind: 'Widget' });
    expect(library.type('Options').kind?.kind).toBe('Options');
    expect(library.type('WidgetSpec').kind).toBeUndefined();
    expect(library.type('PodTemplateSpec').kind).toBeUndefined();
  });

  it.each([
    ['a flag nobody knows', 'A\n  1 x string sorted', /unknown flag sorted/],
    ['a flag that objects have by nature', 'A\n  1 x string constructor', /unknown flag constructor/],
    ['a type that does not exist', 'A\n  1 x Nothing', /has no type Nothing/],
    ['a library that is not used', 'A\n  1 x other.Thing', /no library for the type other.Thing/],
    ['a list of values that does not exist', 'A\n  1 x {string} enum=Mode', /no values of Mode/],
    ['a field without a number', 'A\n  x string', /not a field/],
  ])('refuses %s', (_, text, message) => {
    const broken = describeTypes({ package: 'io.k8s.api.core.v1', goPackage: 'v1' }, text);
    expect(() => broken.type('A').fields).toThrow(message);
  });
});

describe('the shared types', () => {
  it('all resolve', () => {
    for (const name of metaV1.names()) {
      const type = metaV1.type(name);
      expect(type.byName.size).toBe(type.fields.length);
      expect(new Set(type.fields.map((field) => field.number)).size).toBe(type.fields.length);
    }
  });

  it('have ObjectMeta in the order of its JSON', () => {
    expect(metaV1.type('ObjectMeta').fields.map((field) => field.name)).toEqual([
      'name',
      'generateName',
      'namespace',
      'selfLink',
      'uid',
      'resourceVersion',
      'generation',
      'creationTimestamp',
      'deletionTimestamp',
      'deletionGracePeriodSeconds',
      'labels',
      'annotations',
      'ownerReferences',
      'finalizers',
      'managedFields',
    ]);
  });
});
