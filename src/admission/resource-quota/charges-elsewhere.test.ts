import { describe, expect, it } from 'vitest';
import { CHARGE_MS, ChargesElsewhere } from './charges-elsewhere.ts';

describe('charges of other servers', () => {
  it('are not taken back before what they are for can have been written', () => {
    let now = 10_000;
    const charges = new ChargesElsewhere(() => now);
    charges.seen('q', 1, { pods: '3' });
    now += CHARGE_MS;
    expect(charges.atLeast('q', { pods: '2' }, { pods: '3' })).toEqual({ pods: '2' });
    charges.seen('q', 2, { pods: '4' });
    // An older state, told again.
    charges.seen('q', 1, { pods: '3' });
    expect(charges.atLeast('q', { pods: '3' }, { pods: '4' })).toEqual({ pods: '4' });
    // What is older than the charge may go.
    expect(charges.atLeast('q', { pods: '1' }, { pods: '4' })).toEqual({ pods: '2' });
    expect(charges.atLeast('q', { pods: '5' }, { pods: '4' })).toEqual({ pods: '5' });
    now += CHARGE_MS;
    expect(charges.atLeast('q', { pods: '3' }, { pods: '4' })).toEqual({ pods: '3' });
  });

  it('may be all that is told of a quota that is seen for the first time', () => {
    const charges = new ChargesElsewhere(() => 0);
    charges.seen('q', 7, { pods: '3', 'requests.memory': '1Gi' });
    const told = { pods: '3', 'requests.memory': '1Gi' };
    expect(charges.atLeast('q', { pods: '0', 'requests.memory': '0' }, told)).toEqual(told);
    charges.forget('q');
    expect(charges.atLeast('q', { pods: '0' }, told)).toEqual({ pods: '0' });
  });
});
