import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '#meta';
import { type Managers, sameManagers } from './managers.ts';
import { ownedBy } from './ownership.ts';
import { atomicList, deducedType, mapList, mapOf, scalarType, setList, structType } from './schema.ts';
import { ownedTogether } from './testing/script.ts';
import { type ApplyResult, apply, update } from './updater.ts';
import { validate } from './validate.ts';

const string = scalarType('string');
const inner = structType({ fields: { name: string, value: scalarType('numeric'), tags: setList(string) } });
const type = structType({
  fields: {
    name: string,
    set: setList(string),
    items: mapList(inner, ['name']),
    atomic: atomicList(string),
    map: mapOf(inner),
    struct: inner,
    open: deducedType,
  },
});
const versions = { typeOf: () => type, convert: (value: JsonObject) => value };

const letter = fc.constantFrom('a', 'b', 'c');
const innerValue = fc.record(
  { name: letter, value: fc.nat(2), tags: fc.uniqueArray(letter, { minLength: 1 }) },
  { requiredKeys: ['name'] },
);
const objects = fc.record(
  {
    name: letter,
    set: fc.uniqueArray(letter, { minLength: 1 }),
    items: fc.uniqueArray(innerValue, { selector: ({ name }) => name, minLength: 1, maxLength: 3 }),
    atomic: fc.array(letter, { maxLength: 2 }),
    map: fc.dictionary(letter, innerValue, { minKeys: 1, maxKeys: 2 }),
    struct: innerValue,
    open: fc.dictionary(letter, fc.oneof(fc.nat(2), fc.dictionary(letter, fc.nat(2))), { minKeys: 1 }),
  },
  { requiredKeys: [] },
) as unknown as fc.Arbitrary<JsonObject>;

interface Write {
  readonly verb: 'apply' | 'update';
  readonly manager: string;
  readonly object: JsonObject;
}

const writes: fc.Arbitrary<Write> = fc.record({
  verb: fc.constantFrom('apply', 'update'),
  manager: fc.constantFrom('one', 'two', 'three'),
  object: objects,
});

interface State {
  readonly object: JsonObject;
  readonly managers: Managers;
}

const force = (state: State, manager: string, config: JsonObject) =>
  apply(state.object, config, {
    manager,
    version: 'v1',
    managers: state.managers,
    versions,
    force: true,
  }) as Promise<ApplyResult>;

async function history(of: readonly Write[]): Promise<State> {
  let state: State = { object: {}, managers: new Map() };
  for (const { verb, manager, object } of of) {
    const writing = { manager: `${manager} ${verb}`, version: 'v1', managers: state.managers, versions };
    state =
      verb === 'update' ? await update(state.object, object, writing) : await force(state, writing.manager, object);
  }
  return state;
}

const holds = (law: (state: State, config: JsonObject) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(fc.array(writes, { maxLength: 6 }), objects, async (of, config) => law(await history(of), config)),
  );

/** A list or map that loses its last item while others own something in it is left behind as null, which nobody owns. */
function withoutNulls(object: JsonObject): JsonObject {
  const dropNulls = (_: string, value: Json): Json | undefined => {
    if (!isJsonObject(value)) return value ?? undefined;
    const kept = Object.entries(value).filter(([, member]) => JSON.stringify(member, dropNulls) !== undefined);
    return kept.length === 0 && Object.keys(value).length > 0 ? undefined : Object.fromEntries(kept);
  };
  return JSON.parse(JSON.stringify(object, dropNulls) ?? '{}');
}

describe('after any history', () => {
  it('applying the same again changes nothing', async () => {
    await holds(async (state, config) => {
      const once = await force(state, 'me', config);
      const twice = await force(once, 'me', config);
      expect(twice.object).toEqual(once.object);
      expect(twice.changed).toBe(false);
      expect(sameManagers(once.managers, twice.managers)).toBe(true);
    });
  });

  it('who has forced conflicts with nobody', async () => {
    await holds(async (state, config) => {
      const { object, managers } = await force(state, 'me', config);
      const again = await apply(object, config, { manager: 'me', version: 'v1', managers, versions });
      expect(again.outcome).toBe('applied');
    });
  });

  it('without conflicts, forcing makes no difference', async () => {
    await holds(async (state, config) => {
      const asked = await apply(state.object, config, {
        manager: 'me',
        version: 'v1',
        managers: state.managers,
        versions,
      });
      const forced = await force(state, 'me', config);
      if (asked.outcome === 'conflict') expect(asked.conflicts).not.toEqual([]);
      else expect(asked).toEqual(forced);
    });
  });

  it('no manager owns nothing', async () => {
    await holds(async (state, config) => {
      const { managers } = await force(state, 'me', config);
      for (const { set } of managers.values()) expect(set.isEmpty).toBe(false);
      const left = await force({ object: state.object, managers }, 'me', {});
      expect(left.managers.has('me')).toBe(false);
    });
  });

  it('what was applied is there, and its manager owns it', async () => {
    await holds(async (state, config) => {
      const { object, managers } = await force(state, 'me', config);
      expect(managers.get('me')?.set.equals(ownedBy(config, type)) ?? true).toBe(true);
      expect(ownedBy(config, type).difference(ownedBy(object, type)).leaves().isEmpty).toBe(true);
      expect(validate(object, type, { allowDuplicates: true })).toEqual([]);
    });
  });

  it('every value that is there has an owner', async () => {
    await holds(async (state) => {
      const owned = ownedTogether(state.managers);
      expect(`${ownedBy(withoutNulls(state.object), type).leaves().difference(owned)}`).toBe('');
    });
  });

  it('nobody owns a field that is not there', async () => {
    await holds(async (state, config) => {
      const { object, managers } = await force(state, 'me', config);
      const all = (await update({}, object, { manager: 'all', version: 'v1', managers: new Map(), versions })).managers;
      expect(`${ownedTogether(managers).difference(ownedTogether(all))}`).toBe('');
    });
  });
});
