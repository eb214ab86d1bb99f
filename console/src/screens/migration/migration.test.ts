import { describe, expect, it } from 'vitest';
import type { ResourceReport, VersionReport } from '../atlas/version-report.ts';
import { PAUSED, type StorageVersionMigration, stateOf } from './migration-record.ts';
import { retirable, retireSteps } from './retire-steps.ts';

describe('the state of a migration', () => {
  const migration = (types: readonly string[], annotations = {}): StorageVersionMigration => ({
    metadata: { name: 'm', annotations },
    spec: { resource: { group: '', resource: 'pods' } },
    status: { conditions: types.map((type) => ({ type, status: 'True' })) },
  });
  it('is what its conditions say, and whether it is held', () => {
    expect(stateOf(migration([]))).toBe('waiting');
    expect(stateOf(migration(['Running']))).toBe('running');
    expect(stateOf(migration(['Running'], { [PAUSED]: 'true' }))).toBe('paused');
    expect(stateOf(migration(['Succeeded'], { [PAUSED]: 'true' }))).toBe('succeeded');
    expect(stateOf(migration(['Running', 'Failed']))).toBe('failed');
  });
});

describe('the steps to retire a version', () => {
  const report: ResourceReport = {
    name: 'widgets.example.com',
    group: 'example.com',
    resource: 'widgets',
    kind: 'Widget',
    origin: 'custom',
    unreadable: 0,
    versions: [
      { version: 'v1', served: true, storage: true, stored: true, objects: 1 },
      { version: 'v1beta1', served: true, storage: false, stored: true, objects: 3 },
    ],
  };
  it('tell what is in the way', () => {
    const [one] = retirable([report]);
    expect(one?.old.version).toBe('v1beta1');
    const client = {
      client: 'kubectl/v1 (x)',
      user: 'jane',
      resource: report.name,
      version: 'v1beta1',
      lastUse: 'noon',
      lastHour: 1,
    };
    const steps = retireSteps(report, report.versions[1] as never, [client]);
    expect(steps.map(({ isDone }) => isDone)).toEqual([true, false, false, false, false]);
    expect(steps[1]?.evidence).toBe('jane with kubectl/v1, last at noon');
  });
  it('are done where nobody needs it any more', () => {
    const old = { version: 'v1beta1', served: false, storage: false, stored: false, objects: 0 };
    expect(retireSteps(report, old, []).every(({ isDone }) => isDone)).toBe(true);
    expect(retirable([{ ...report, origin: 'builtin' }])).toEqual([]);
  });
  it('are told of deprecated versions first', () => {
    const [stored, old] = report.versions as [VersionReport, VersionReport];
    const other = { ...report, name: 'others.example.com', versions: [stored, { ...old, deprecated: true }] };
    expect(retirable([report, other]).map((one) => one.report.name)).toEqual(['others.example.com', report.name]);
  });
});
