import { describe, expect, it, vi } from 'vitest';
import type { KubeObject } from '#meta';
import { manualClock } from '../client/testing/clock.ts';
import { holdIdentityLease, identityOf } from './identity-lease.ts';
import { randomIds } from './world.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };

describe('the identity of a server', () => {
  it('is the same for the same machine', () => {
    expect(identityOf('vm')).toBe('apiserver-wlv32tlttr4jl3gtroqexyxapa');
  });

  it('is told by a lease that is renewed until the server stops', async () => {
    const clock = manualClock();
    const written: KubeObject[] = [];
    const ensure = async ({ object }: { object: KubeObject }) => void written.push(object);
    const stop = await holdIdentityLease({ ensure, world: { clock, ids: randomIds, log }, address: '10.0.0.1:6443' });
    expect(written).toMatchObject([
      {
        metadata: { annotations: { 'kubernetes.io/peer-advertise-address': '10.0.0.1:6443' } },
        spec: { leaseDurationSeconds: 3600, renewTime: '2026-01-01T00:00:00.000000Z' },
      },
    ]);
    clock.ahead(600_000);
    await vi.waitFor(() => expect(written).toHaveLength(2), { timeout: 600_000 });
    expect(written[1]).toMatchObject({ spec: { renewTime: '2026-01-01T00:10:00.000000Z' } });
    await stop();
    clock.ahead(600_000);
    expect(written).toHaveLength(2);
  });
});
