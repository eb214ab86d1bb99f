import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { deviceTaintRules } from './device-taint-rule.ts';
import { resourcePoolStatusRequests } from './resource-pool-status-request.ts';

const time = '2023-12-31T23:59:00Z';

describe('a rule that puts a taint on devices', () => {
  const { write, read, cells } = tryOut(
    deviceTaintRules({ now: () => Date.parse(time), elapsed: () => 0, sleep: async () => undefined }),
  );
  const rule = (taint: object, deviceSelector?: object) => ({
    metadata: { name: 'r' },
    spec: { taint, ...(deviceSelector === undefined ? {} : { deviceSelector }) },
  });

  it('remembers when the taint was put on', async () => {
    const { object, faults } = await write(rule({ key: 'k', effect: 'NoExecute' }));
    expect(faults).toEqual([]);
    expect(object.spec).toEqual({ taint: { key: 'k', effect: 'NoExecute', timeAdded: time } });
    expect(cells(rule({ key: 'k', effect: 'None' }))).toEqual(['r', 'k', '', 'None', '11m', '<unknown>']);
  });

  it('begins anew with another effect, unless told otherwise', async () => {
    const live = read(rule({ key: 'k', effect: 'None', timeAdded: time }));
    const changed = await write(rule({ key: 'k', effect: 'NoSchedule', timeAdded: time }), { live });
    expect(changed.object.spec).toMatchObject({ taint: { timeAdded: '2024-01-01T00:00:00Z' } });
    const earlier = '2020-01-01T00:00:00Z';
    const told = await write(rule({ key: 'k', effect: 'NoSchedule', timeAdded: earlier }), { live });
    expect(told.object.spec).toMatchObject({ taint: { timeAdded: earlier } });
  });

  it('names devices by driver, pool and name', async () => {
    const { faults } = await write(rule({ key: 'k', effect: 'None' }, { driver: '', pool: 'a//b', device: 'X' }));
    expect(faults.map((fault) => fault.split(':', 1)[0])).toEqual([
      'spec.deviceSelector.driver',
      'spec.deviceSelector.pool',
      'spec.deviceSelector.device',
    ]);
  });
});

describe('a question about pools', () => {
  const { write, read, cells } = tryOut(resourcePoolStatusRequests);
  const request = (spec: object = {}, status?: object) => ({
    metadata: { name: 'q' },
    spec: { driver: 'd.example.com', ...spec },
    ...(status === undefined ? {} : { status }),
  });
  const complete = { type: 'Complete', status: 'True', reason: 'R', lastTransitionTime: '2024-01-01T00:00:00Z' };
  const pool = { driver: 'd.example.com', poolName: 'p', generation: 1, totalDevices: 4, availableDevices: 3 };

  it.each<[object, string[]]>([
    [{ limit: 1001 }, ['spec.limit: Invalid value: 1001: must be less than or equal to 1000']],
    [{ poolName: 'a//b' }, ['spec.poolName: Invalid value: "a//b": segment 1: must not be empty']],
    [{ driver: 'D.Example.com' }, []],
  ])('for %j', async (spec, faults) => {
    expect((await write(request(spec))).faults).toEqual(faults);
  });

  it('is answered once', async () => {
    const answer = { poolCount: 3, pools: [pool], conditions: [complete] };
    const asked = read(request());
    const answered = await write(request({}, answer), { live: asked, subresource: 'status' });
    expect(answered.faults).toEqual([]);
    const again = await write(request({}, { ...answer, poolCount: 4 }), {
      live: read(request({}, answer)),
      subresource: 'status',
    });
    expect(again.faults).toHaveLength(1);
    expect(again.faults[0]).toMatch(/^status: Invalid value: .*: field is immutable$/);
    expect(cells(request({}, answer))).toEqual([
      'q',
      'd.example.com',
      '4',
      '3',
      '0',
      '0',
      '0',
      3,
      'Complete (1/3 pools)',
      '10m',
    ]);
    expect(cells(request())).toEqual(['q', 'd.example.com', '-', '-', '-', '-', '-', 0, 'Pending', '<none>']);
  });

  it('is answered with counts that make sense', async () => {
    const bad = { pools: [{ ...pool, poolName: '', resourceSliceCount: 0, totalDevices: -1 }] };
    const { faults } = await write(request({}, bad), { live: read(request()), subresource: 'status' });
    expect(faults).toEqual([
      'status.poolCount: Required value',
      'status.pools[0].poolName: Required value',
      'status.pools[0].resourceSliceCount: Invalid value: 0: must be greater than or equal to 1',
      'status.pools[0].totalDevices: Invalid value: -1: must be greater than or equal to 0',
    ]);
  });
});
