import { describe, expect, it } from 'vitest';
import type { Types as Hub } from '../testing/frobber-hub-types.gen.ts';
import { frobberHub } from '../testing/frobber-hub-types.ts';
import { frobberV6 } from '../testing/frobber-v6-types.ts';
import { frobberV7 } from '../testing/frobber-v7-types.ts';
import type { Complete } from './conversion-types.ts';
import { structConversion } from './struct-conversion.ts';
import { describeKind } from './versioned-kind.ts';

/**
 * What must not compile does not: `@ts-expect-error` is itself an error where there is none below it, and the type check
 * reads this file. Those who write no TypeScript hear of it when the scheme is checked, which is what runs here.
 */
const gear = [frobberV6.type('Gear'), frobberHub.type('Gear')] as const;

describe('a conversion that forgets a field', () => {
  it('of the source is refused', () => {
    const conversion = structConversion(
      ...gear,
      // @ts-expect-error `teeth` would be lost
      { unset: ['toothCount'] },
    );
    expect(conversion.faults()).toEqual([
      "teeth: frob.Gear has no such field; list it in 'lost', or read it in a function of 'set' and list it in 'reads'",
    ]);
  });

  it('of the target is refused', () => {
    const conversion = structConversion(
      ...gear,
      // @ts-expect-error `toothCount` would stay empty
      { lost: ['teeth'] },
    );
    expect(conversion.faults()).toEqual([
      "toothCount: v6.Gear has no such field; write it in 'set', or list it in 'unset'",
    ]);
  });

  it('inside of a struct is refused', () => {
    const conversion = structConversion(
      frobberV6.type('Frobber'),
      frobberHub.type('Frobber'),
      // @ts-expect-error the specs differ
      {},
    );
    expect(conversion.faults()).toContainEqual(
      expect.stringMatching(/^spec\.param: frob\.FrobberSpec has no such field/),
    );
    expect(conversion.faults()).toContainEqual(
      expect.stringMatching(/^spec\.gears\[\]\.teeth: frob\.Gear has no such field/),
    );
  });

  it('compiles once every field is spoken of', () => {
    expect(structConversion(...gear, { set: { toothCount: 'teeth' } }).faults()).toEqual([]);
    expect(structConversion(...gear, { set: { toothCount: ({ teeth }) => teeth }, reads: ['teeth'] }).faults()).toEqual(
      [],
    );
    expect(structConversion(...gear, { lost: ['teeth'], unset: ['toothCount'] }).faults()).toEqual([]);
  });
});

describe('a conversion that gets a field wrong', () => {
  it('in its type is refused', () => {
    // @ts-expect-error a number is wanted
    structConversion(...gear, { set: { toothCount: ({ teeth }) => String(teeth) }, reads: ['teeth'] });
    // @ts-expect-error there is no field `tooth`
    structConversion(...gear, { set: { toothCount: ({ tooth }) => tooth }, reads: ['teeth'] });
    const specs = [frobberV6.type('FrobberSpec'), frobberHub.type('FrobberSpec')] as const;
    structConversion(...specs, {
      // @ts-expect-error a string does not become a list by being renamed
      set: { params: 'param', gears: () => [], named: () => ({}) },
      lost: ['color'],
      unset: ['width', 'size'],
    });
    expect(specs).toHaveLength(2);
  });

  it('in its name is refused', () => {
    const conversion = structConversion(...gear, {
      set: { toothCount: 'teeth' },
      // @ts-expect-error there is no such field
      reads: ['wheels'],
    });
    expect(conversion.faults()).toEqual(['wheels: v6.Gear has no such field']);
  });
});

describe('a version', () => {
  const kind = () => describeKind({ group: 'frob.example.com', kind: 'Frobber', hub: frobberHub.type('Frobber') });

  it('that differs from the hub needs both directions', () => {
    const built = kind()
      .version('v7beta1', { type: frobberV7.type('Frobber') })
      // @ts-expect-error there is no conversion to the hub and back
      .version('v6', { type: frobberV6.type('Frobber') })
      .storedAs('v6');
    expect(built.versions[0]?.faults()).toEqual([]);
    const faults = built.versions[1]?.faults() ?? [];
    expect(faults.filter((fault) => fault.startsWith('Frobber: frob.example.com/v6 → hub: spec.'))).not.toEqual([]);
    expect(faults.filter((fault) => fault.startsWith('Frobber: hub → frob.example.com/v6: spec.'))).not.toEqual([]);
  });

  it('can only be stored in one that is there', () => {
    const one = kind().version('v7beta1', { type: frobberV7.type('Frobber') });
    // @ts-expect-error v1 was never given
    expect(() => one.storedAs('v1')).toThrow('Frobber: no version v1 to store it in; there are: v7beta1');
  });

  it('has defaults that know its fields', () => {
    kind().version('v7beta1', {
      type: frobberV7.type('Frobber'),
      default(frobber) {
        // @ts-expect-error a number is wanted
        frobber.spec = { height: 'tall' };
        // @ts-expect-error that is what v6 calls it
        frobber.spec.param = '';
      },
    });
    expect(frobberV7.names()).toContain('FrobberSpec');
  });

  it('converted by hand mentions every field of the result', () => {
    // @ts-expect-error nothing is said of `spec`
    const forgetful: Complete<Hub['Frobber']> = { apiVersion: '', kind: '', metadata: {} };
    const complete: Complete<Hub['Frobber']> = { ...forgetful, spec: undefined };
    expect(Object.keys(complete)).toContain('spec');
  });
});
