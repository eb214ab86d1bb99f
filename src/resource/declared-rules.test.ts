import { describe, expect, it } from 'vitest';
import { describeKind, openApiSource } from '#machinery';
import type { JsonObject } from '#meta';
import { describeTypes, metaV1 } from '#schema';
import { apiResource } from './api-resource.ts';
import { tryOut } from './testing/trial.ts';

const group = 'sea.example.com';
const text = `
Boat | Floats.
  1 metadata meta.ObjectMeta
  2 spec BoatSpec
BoatSpec oneof=sail,motor atmostone=flag,pennant rule={"rule":"!has(self.crew) || self.crew <= self.seats","message":"more crew than seats"}
  1 seats int32? minimum=1 maximum=100
  2 crew int32?
  3 draft double? exclusiveMinimum=0 exclusiveMaximum=20 multipleOf=0.5
  4 name string? minLength=2 maxLength=5 pattern="^[a-z |]+$"
  5 port string format=k8s-short-name immutable
  6 ropes [string] minItems=2 maxItems=3 unique
  7 lockers {string} minProperties=1 maxProperties=2 keys=k8s-label-key
  8 mail string? format=email
  9 sail Sail?
  10 motor Motor?
  11 flag string?
  12 pennant string?
  13 decks [Deck] list=map(name)
  14 berth string? nullable rule={"rule":"self.startsWith('B')"}
  15 quay int32? format=port
  16 rig string values=sloop,yawl
  17 tag string maxBytes=3
  18 class int32? numbers=1,3
  19 cargo json schema={"type":"object","x-kubernetes-preserve-unknown-fields":true,"properties":{"weight":{"type":"integer","minimum":1}},"required":["weight"]}
  20 passengers [json] schema={"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true}
Sail
  1 area int64 always minimum=1
Motor union=fuel(diesel:Diesel,petrol:Petrol)
  1 fuel string
  2 diesel Sail?
  3 petrol Sail?
Deck
  1 name string
  2 height int32? immutable=untold
`;
const source = { package: 'com.example.sea.v1', goPackage: 'v1', group, uses: { meta: metaV1 } };
const type = describeTypes(source, text).type('Boat');
const boats = tryOut(
  apiResource(describeKind({ group, kind: 'Boat', hub: type }).version('v1', { type }).storedAs('v1'), {
    resource: 'boats',
    namespaced: true,
  }),
);
const boat = (spec: object) => ({ metadata: { name: 'a' }, spec: { sail: { area: 1 }, ...spec } });
const unchecked = /^<nil>: .*some validation rules were not checked/;
const faultsOf = async (spec: object) =>
  (await boats.write(boat(spec))).faults.filter((fault) => !unchecked.test(fault));
const validateChangedFields = async (before: object, after: object) =>
  (await boats.write(boat(after), { live: boats.read(boat(before)) })).faults;

const cases: readonly (readonly [string, object, readonly string[]])[] = [
  ['a number that is too small', { seats: 0 }, ['spec.seats: Invalid value: 0: must be greater than or equal to 1']],
  ['one that is too large', { seats: 101 }, ['spec.seats: Invalid value: 101: must be less than or equal to 100']],
  ['one at an excluded bound', { draft: 0 }, ['spec.draft: Invalid value: 0: must be greater than 0']],
  ['one at the other', { draft: 20 }, ['spec.draft: Invalid value: 20: must be less than 20']],
  ['one that is no multiple', { draft: 1.2 }, ['spec.draft: Invalid value: 1.2: must be a multiple of 0.5']],
  ['a text that is too short', { name: 'a' }, ['spec.name: Too short: must be at least 2 characters']],
  ['one that is too long', { name: 'abcdef' }, ['spec.name: Too long: may not be more than 5 characters']],
  ['one with too many bytes', { tag: 'äö' }, ['spec.tag: Too long: may not be more than 3 bytes']],
  ['one that does not match', { name: 'A1' }, [`spec.name: Invalid value: "A1": must match '^[a-z |]+$'`]],
  ['one of another format', { mail: 'x' }, ['spec.mail: Invalid value: "x": must be of type email: "x"']],
  [
    'one that is not listed',
    { rig: 'raft' },
    ['spec.rig: Unsupported value: "raft": supported values: "sloop", "yawl"'],
  ],
  ['a number that is not listed', { class: 2 }, ['spec.class: Unsupported value: 2: supported values: "1", "3"']],
  ['what a schema refuses', { cargo: { sort: 'wool' } }, ['spec.cargo.weight: Required value']],
  ['a resource without a kind', { passengers: [{ apiVersion: 'v1' }] }, ['spec.passengers[0].kind: Required value']],
  ['a port that is none', { quay: 0 }, ['spec.quay: Invalid value: 0: must be between 1 and 65535, inclusive']],
  ['a short list', { ropes: ['a'] }, ['spec.ropes: Too few: 1: must have at least 2 items']],
  ['a long list', { ropes: ['a', 'b', 'c', 'd'] }, ['spec.ropes: Too many: 4: must have at most 3 items']],
  ['a list with twins', { ropes: ['a', 'b', 'a'] }, ['spec.ropes[2]: Duplicate value: "a"']],
  [
    'twins in a list with keys',
    { decks: [{ name: 'x' }, { name: 'x' }] },
    ['spec.decks[1]: Duplicate value: {"name":"x"}'],
  ],
  ['a large map', { lockers: { a: '', b: '', c: '' } }, ['spec.lockers: Too many: 3: must have at most 2 items']],
  [
    'two of which one is wanted',
    { motor: { fuel: '' } },
    ['spec: Invalid value: "{sail, motor}": must specify exactly one of: `sail`, `motor`'],
  ],
  ['none of them', { sail: null }, ['spec: Invalid value: "": must specify one of: `sail`, `motor`']],
  [
    'two of which one is allowed',
    { flag: 'a', pennant: 'b' },
    ['spec: Invalid value: "{flag, pennant}": must specify at most one of: `flag`, `pennant`'],
  ],
  [
    'a number that is always there',
    { sail: {} },
    ['spec.sail.area: Invalid value: 0: must be greater than or equal to 1'],
  ],
  ['what a rule forbids', { seats: 1, crew: 2 }, ['spec: Invalid value: more crew than seats']],
  [
    'what a rule of a field forbids',
    { berth: 'A1' },
    [`spec.berth: Invalid value: "A1": failed rule: self.startsWith('B')`],
  ],
];

describe('rules that a description declares', () => {
  it.each(cases)('refuse %s', async (_, spec, faults) => {
    expect(await faultsOf(spec)).toEqual(faults);
  });

  it('refuse members that the discriminator does not choose', async () => {
    expect(await faultsOf({ sail: null, motor: { fuel: 'Petrol', diesel: { area: 1 } } })).toEqual([
      'spec.motor.diesel: Invalid value: "": may only be specified when `fuel` is "Diesel"',
      'spec.motor.petrol: Invalid value: "": must be specified when `fuel` is "Petrol"',
    ]);
  });

  it('refuse names of another form, and keys of maps', async () => {
    expect((await faultsOf({ port: 'A_b' }))[0]).toMatch(
      /^spec.port: Invalid value: "A_b": a lowercase RFC 1123 label/,
    );
    expect((await faultsOf({ lockers: { '-': '' } }))[0]).toMatch(/^spec.lockers: Invalid value: "-": name part must/);
  });

  it('let through what is as they say', async () => {
    const good = {
      seats: 2,
      crew: 2,
      draft: 1.5,
      name: 'a | b',
      ropes: ['a', 'b'],
      lockers: { a: 'b' },
      mail: 'a@b.c',
    };
    expect(await faultsOf({ ...good, port: 'kiel', berth: 'B1', rig: 'yawl', quay: 80 })).toEqual([]);
    expect(await faultsOf({})).toEqual([]);
  });

  it('keep what must not change, item by item where items have keys', async () => {
    expect(await validateChangedFields({ port: 'a' }, { port: 'b' })).toEqual([
      'spec.port: Invalid value: "b": field is immutable',
    ]);
    expect(await validateChangedFields({}, { port: 'b' })).toHaveLength(1);
    const decks = [{ name: 'x', height: 1 }, { name: 'y' }];
    expect(await validateChangedFields({ decks }, { decks: [{ name: 'y' }, { name: 'x', height: 2 }] })).toEqual([
      'spec.decks[1].height: Invalid value: null: field is immutable',
    ]);
    expect(await validateChangedFields({ decks }, { decks: [...decks, { name: 'z', height: 3 }] })).toEqual([]);
  });

  it('tell of expressions that were not evaluated because of other faults', async () => {
    const { faults } = await boats.write(boat({ rig: 'raft', berth: 'A1' }));
    expect(faults).toEqual([expect.stringContaining('spec.rig: Unsupported'), expect.stringMatching(unchecked)]);
  });

  it('forgive what was wrong before', async () => {
    expect(await validateChangedFields({ seats: 0 }, { seats: 0, crew: 0 })).toEqual([]);
  });
});

function published(hidden: boolean): JsonObject {
  const own = hidden ? 'io.k8s.api.sea.v1' : source.package;
  const types = describeTypes({ ...source, package: own }, text);
  const schemas = new Map<string, () => JsonObject>();
  openApiSource(types.type('Boat')).addTo(schemas);
  return schemas.get(`${own}.BoatSpec`)?.() ?? {};
}

describe('the OpenAPI schema of a declared type', () => {
  it('tells its rules', () => {
    const spec = published(false);
    expect(spec.properties).toMatchObject({
      seats: { minimum: 1, maximum: 100 },
      draft: { minimum: 0, exclusiveMinimum: true, maximum: 20, exclusiveMaximum: true, multipleOf: 0.5 },
      name: { minLength: 2, maxLength: 5, pattern: '^[a-z |]+$' },
      port: { format: 'k8s-short-name', 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] },
      ropes: { minItems: 2, maxItems: 3, uniqueItems: true },
      lockers: { minProperties: 1, maxProperties: 2 },
      berth: { nullable: true, 'x-kubernetes-validations': [{ rule: "self.startsWith('B')" }] },
      rig: { enum: ['sloop', 'yawl'] },
    });
    expect(spec['x-kubernetes-validations']).toEqual([
      expect.objectContaining({ message: 'must specify exactly one of: `sail`, `motor`' }),
      expect.objectContaining({ message: 'must specify at most one of: `flag`, `pennant`' }),
      expect.objectContaining({ message: 'more crew than seats' }),
    ]);
  });

  it('does not tell those of types of Kubernetes, as Kubernetes does not', () => {
    const told = JSON.stringify(published(true));
    for (const word of ['minimum', 'maxLength', 'pattern', 'k8s-short-name', 'x-kubernetes-validations']) {
      expect(told).not.toContain(word);
    }
  });
});
