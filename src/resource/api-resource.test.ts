import { describe, expect, it } from 'vitest';
import { describeKind, type VersionDefinition, viewIn } from '#machinery';
import type { JsonObject, KubeObject, Versioned } from '#meta';
import { type Described, describeTypes, metaV1 } from '#schema';
import { apiResource } from './api-resource.ts';
import { tryOut } from './testing/trial.ts';

const group = 'sky.example.com';
const v1 = describeTypes(
  { package: 'com.example.sky.v1', goPackage: 'v1', group, uses: { meta: metaV1 } },
  `
Kite | Flies.
  1 metadata meta.ObjectMeta
  2 spec KiteSpec always required
  3 status KiteStatus
KiteSpec
  1 color string always required go=Color
  2 length int32 default=5
  3 tails [Tail] list=atomic
  4 wind Wind
  5 pilot Pilot?
Tail
  1 name string always required
  2 color string go=Color default="red"
Wind
  1 force int32? default=3
Pilot
  1 name string? required
  2 age int32? default=30
KiteStatus
  1 height int32
  2 phase string go=Phase
Color = blue, red
Phase = Down, Up
`,
);
/** The same, in which the color has another name. */
const v2 = describeTypes(
  { package: 'com.example.sky.v2', goPackage: 'v2', like: v1 },
  `
KiteSpec
  1 paint string always required go=Color
  2 length int32 default=5
`,
);

function renamed(from: string, to: string) {
  return (kite: JsonObject): JsonObject => {
    const { [from]: color, ...rest } = (kite.spec ?? {}) as JsonObject;
    return { ...kite, spec: { ...rest, ...(color === undefined ? {} : { [to]: color }) } };
  };
}
const type = v1.type('Kite');
const kites = describeKind({ group, kind: 'Kite', hub: type })
  .version('v2', { type: v2.type('Kite'), toHub: renamed('paint', 'color'), fromHub: renamed('color', 'paint') })
  .version('v1', { type })
  .storedAs('v1');
const inV1 = describeKind({ group, kind: 'Kite', hub: type }).version('v1', { type }).storedAs('v1');

const rules = { resource: 'kites', namespaced: true, subresources: [{ name: 'status' }] };
const colorOf = ({ spec }: KubeObject): string => String((spec as JsonObject).color);
const newer = tryOut(apiResource(kites, { ...rules, selectableFields: { color: colorOf } }));
const older = tryOut(apiResource(inV1, rules));
const kite = (spec: object, rest: object = {}) => ({ metadata: { name: 'a' }, spec, ...rest });

describe("a kind of one's own", () => {
  it('is selected by the fields of its hub, whatever version is spoken', () => {
    expect(newer.field('color', kite({ paint: 'red' }))).toBe('red');
  });

  it('shows, selects and scales by the paths that each version declares', () => {
    const column = (jsonPath: string) => ({ name: 'Color', type: 'string', jsonPath });
    const definition = apiResource(kites, {
      ...rules,
      versions: {
        v1: { columns: [column('.spec.color')], selectableFields: ['.spec.color'], served: false },
        v2: {
          columns: [column('.spec.paint')],
          selectableFields: ['.spec.paint'],
          scale: { specReplicasPath: '.spec.length', statusReplicasPath: '.status.height' },
        },
      },
    });
    const hub = { apiVersion: `${group}/__internal`, kind: 'Kite', metadata: { name: 'a' }, spec: { color: 'red' } };
    const inV2 = { ...hub, apiVersion: `${group}/v2`, spec: { paint: 'red', length: 3 } } as unknown as Versioned;
    const [older, newer] = ['v1', 'v2'].map((name) => definition.versions.get(name) as VersionDefinition);
    for (const version of [older, newer])
      expect(version?.columns.map(({ name, cell }) => [name, cell(hub)])).toEqual([
        ['Name', 'a'],
        ['Color', 'red'],
      ]);
    expect([older?.served, newer?.served]).toEqual([false, true]);
    expect(newer?.selectableFields.get('spec.paint')?.(inV2)).toBe('red');
    const scale = viewIn(definition, 'scale');
    expect(scale?.read(inV2)).toMatchObject({ spec: { replicas: 3 }, status: { replicas: 0 } });
    expect(scale?.write(inV2, { ...inV2, spec: { replicas: 7 } })).toEqual([]);
    expect(inV2.spec).toEqual({ paint: 'red', length: 7 });
    expect(scale?.write(inV2, { ...inV2, spec: { replicas: -1 } })).toHaveLength(1);
    expect([scale?.replicasAt?.(`${group}/v2`), scale?.replicasAt?.(`${group}/v1`)]).toEqual([
      ['spec', 'length'],
      null,
    ]);
  });

  it('demands what its description requires, in the words of the version', async () => {
    expect((await older.write(kite({}))).faults).toEqual(['spec.color: Required value']);
    expect((await newer.write(kite({}))).faults).toEqual(['spec.paint: Required value']);
    const within = await older.write(kite({ color: 'red', tails: [{ name: 'x' }, {}], pilot: {} }));
    expect(within.faults).toEqual(['spec.tails[1].name: Required value', 'spec.pilot.name: Required value']);
  });

  it('refuses values that are not listed', async () => {
    const { faults } = await older.write(kite({ color: 'green', tails: [{ name: 'x', color: 'pink' }] }));
    expect(faults).toEqual([
      'spec.color: Unsupported value: "green": supported values: "blue", "red"',
      'spec.tails[0].color: Unsupported value: "pink": supported values: "blue", "red"',
    ]);
  });

  it('puts up with what was wrong before the rule, as long as it stays', async () => {
    const live = older.read(kite({ color: 'green' }));
    expect((await older.write(kite({ color: 'green', length: 7 }), { live })).faults).toEqual([]);
    expect((await older.write(kite({ color: 'pink' }), { live })).faults).toHaveLength(1);
  });

  it('is filled in as its description says', async () => {
    const { object } = await older.write(kite({ color: 'red', tails: [{ name: 'x' }] }));
    expect(object.spec).toMatchObject({ length: 5, tails: [{ name: 'x', color: 'red' }], wind: { force: 3 } });
    expect(object.spec).not.toHaveProperty('pilot');
    const other = await older.write(kite({ color: 'red', length: 9, wind: { force: 0 }, pilot: { name: 'p' } }));
    expect(other.object.spec).toMatchObject({ length: 9, wind: { force: 0 }, pilot: { age: 30 } });
  });

  it('keeps spec and status apart', async () => {
    const made = await older.write(kite({ color: 'red' }, { status: { height: 3 } }));
    expect(made.object.status).toEqual({});
    const live = older.read(kite({ color: 'red' }, { status: { height: 3 } }));
    const whole = await older.write(kite({ color: 'blue' }, { status: { height: 9 } }), { live });
    expect(whole.object).toMatchObject({ spec: { color: 'blue' }, status: { height: 3 } });
    const part = await older.write(kite({ color: 'blue' }, { status: { height: 9 } }), { live, subresource: 'status' });
    expect(part.object).toMatchObject({ spec: { color: 'red' }, status: { height: 9 } });
  });

  it('demands of a status what is declared of it', async () => {
    const live = older.read(kite({ color: 'red' }));
    const { faults } = await older.write(kite({}, { status: { phase: 'Lost' } }), { live, subresource: 'status' });
    expect(faults).toEqual(['status.phase: Unsupported value: "Lost": supported values: "Down", "Up"']);
  });

  it('has a status like any other field where there is no subresource for it', async () => {
    const { object } = await tryOut(apiResource(inV1, { ...rules, subresources: [] })).write(
      kite({ color: 'red' }, { status: { height: 3 } }),
    );
    expect(object.status).toEqual({ height: 3 });
  });
});

it('the rules of one kind do not compile for another', () => {
  interface Sized extends KubeObject {
    spec: { size: number };
  }
  const sized = describeKind({ group, kind: 'Kite', hub: type as Described<Sized> });
  const kind = sized.version('v1', { type: type as Described<Sized> }).storedAs('v1');
  const validateSize = ({ spec }: Sized) => (spec.size > 0 ? [] : []);
  const validateColor = ({ spec }: KubeObject & { spec: { color: string } }) => (spec.color === '' ? [] : []);
  apiResource(kind, { ...rules, strategy: { validateCreate: validateSize } });
  // @ts-expect-error the specs differ
  apiResource(kind, { ...rules, strategy: { validateCreate: validateColor } });
  // @ts-expect-error the specs differ
  apiResource(kind, { ...rules, selectableFields: { color: ({ spec }: { spec: { color: string } }) => spec.color } });
});
