import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#meta';
import { FieldSet } from './field-set.ts';
import { formatConflicts, type ManagedSet, type Managers } from './managers.ts';
import { pathOf } from './path-element.ts';
import { deducedType, mapOf } from './schema.ts';
import { TypeMismatchError } from './type-error.ts';
import { apply, update } from './updater.ts';
import type { Conversion, Versions } from './versions.ts';

const type = mapOf(deducedType);

class CountedVersions implements Versions {
  readonly conversions: string[] = [];

  typeOf(version: string) {
    return version === 'gone' ? undefined : type;
  }

  async convert(value: JsonObject, { from, to }: Conversion): Promise<Json> {
    this.conversions.push(`${JSON.stringify(value)} ${from} ${to}`);
    if (to === 'broken') throw new Error('the webhook does not answer');
    return value;
  }
}

function managersOf(...of: readonly [string, string, string][]): Managers {
  const entries = of.map(([manager, apiVersion, field]): [string, ManagedSet] => {
    return [manager, { apiVersion, set: FieldSet.of(pathOf(field)), applied: false }];
  });
  return new Map(entries);
}

describe('a write', () => {
  it('converts each object once for each other version', async () => {
    const versions = new CountedVersions();
    const managers = managersOf(
      ['a', 'v1', 'x'],
      ['b', 'v2', 'x'],
      ['c', 'v2', 'y'],
      ['d', 'v3', 'z'],
      ['e', 'gone', 'z'],
    );
    const updated = await update({ x: 1, y: 1 }, { x: 2, y: 1 }, { manager: 'me', version: 'v1', managers, versions });
    expect(versions.conversions).toEqual([
      '{"x":1,"y":1} v1 v2',
      '{"x":2,"y":1} v1 v2',
      '{"x":1,"y":1} v1 v3',
      '{"x":2,"y":1} v1 v3',
    ]);
    expect([...updated.managers.keys()]).toEqual(['c', 'd', 'me']);
  });

  it('leaves untouched what it was given, and shares the sets that did not change', async () => {
    const managers = managersOf(['a', 'v1', 'x'], ['b', 'v1', 'y']);
    const versions = new CountedVersions();
    const updated = await update({ x: 1, y: 1 }, { x: 2, y: 1 }, { manager: 'me', version: 'v1', managers, versions });
    expect([...managers.keys()]).toEqual(['a', 'b']);
    expect(updated.managers.get('b')).toBe(managers.get('b'));
    expect(versions.conversions).toEqual([]);
  });

  it('fails as its conversions fail', async () => {
    const managers = managersOf(['a', 'broken', 'x']);
    const writing = { manager: 'me', version: 'v1', managers, versions: new CountedVersions() };
    await expect(update({ x: 1 }, { x: 2 }, writing)).rejects.toThrow('the webhook does not answer');
  });

  it('needs a type for its version', () => {
    const writing = { manager: 'me', version: 'gone', managers: new Map(), versions: new CountedVersions() };
    expect(() => apply({}, { x: 1 }, writing)).toThrow(TypeMismatchError);
    expect(() => update({}, { x: 1 }, writing)).toThrow(TypeMismatchError);
  });

  it('tells whether the object changed', async () => {
    const writing = { manager: 'me', version: 'v1', managers: new Map(), versions: new CountedVersions() };
    expect(await apply({ x: 1 }, { x: 1 }, writing)).toMatchObject({ outcome: 'applied', changed: false });
    expect(await apply({ x: 1 }, { x: 2 }, writing)).toMatchObject({ outcome: 'applied', changed: true });
  });
});

describe('conflicts', () => {
  const one = { manager: 'b', path: pathOf('data', 'k') };

  it('print on one line if there is one, and grouped by sorted managers else', () => {
    expect(formatConflicts([one])).toBe('conflict with "b": .data.k');
    const more = [one, { manager: 'a', path: pathOf('x') }, { manager: 'b', path: pathOf('y') }];
    expect(formatConflicts(more)).toBe('conflicts with "a":\n- .x\nconflicts with "b":\n- .data.k\n- .y');
    expect(formatConflicts([one], (manager) => `<${manager}>`)).toBe('conflict with <b>: .data.k');
  });
});
