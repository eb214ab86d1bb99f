import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { leases } from './lease.ts';

const { write, cells } = tryOut(leases);
const lease = (spec: object) => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { name: 'l' },
  spec,
});

describe('a Lease', () => {
  it.each([
    [
      { leaseDurationSeconds: 0, leaseTransitions: -1 },
      [
        'spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0',
        'spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0',
      ],
    ],
    [{ leaseDurationSeconds: 1, leaseTransitions: 0 }, []],
    [{}, []],
  ])('with %j', async (spec, faults) => {
    expect((await write(lease(spec))).faults).toEqual(faults);
  });

  it('drops the fields of coordinated elections', async () => {
    const { object } = await write(
      lease({ holderIdentity: 'me', strategy: 'OldestEmulationVersion', preferredHolder: 'x' }),
    );
    expect(object.spec).toEqual({ holderIdentity: 'me' });
  });

  it('can be made by a PUT, but not replaced blindly', () => {
    expect(leases.strategy).toMatchObject({ createsOnUpdate: true, updatesUnconditionally: false });
  });

  it('shows its holder', () => {
    expect(cells(lease({ holderIdentity: 'me' }))).toEqual(['l', 'me', '<unknown>']);
    expect(cells(lease({}))[1]).toBe('');
  });
});
