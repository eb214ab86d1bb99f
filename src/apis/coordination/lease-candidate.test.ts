import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { leaseCandidates } from './lease-candidate.ts';

const { write, read, cells } = tryOut(leaseCandidates);
const good = {
  leaseName: 'l',
  binaryVersion: '1.36.0',
  emulationVersion: '1.35.0',
  strategy: 'OldestEmulationVersion',
};
const candidate = (spec: object) => ({ metadata: { name: 'a' }, spec: { ...good, ...spec } });

describe('a candidate for a lease', () => {
  it('is shown with its lease and versions', async () => {
    expect((await write(candidate({}))).faults).toEqual([]);
    expect(cells(candidate({}))).toEqual(['a', 'l', '1.36.0', '1.35.0', '<unknown>']);
  });

  const needed = "spec.emulationVersion: Required value: must be specified when `strategy` is 'OldestEmulationVersion'";
  it.each<[object, string[]]>([
    [{ leaseName: '', binaryVersion: '' }, ['spec.leaseName: Required value', 'spec.binaryVersion: Required value']],
    [
      { binaryVersion: '1.34.9' },
      ['spec.binaryVersion: Invalid value: "1.34.9": must be greater than or equal to `emulationVersion`'],
    ],
    [
      { emulationVersion: 'x' },
      ['spec.emulationVersion: Invalid value: "x": must be a valid semantic version', needed],
    ],
    [{ emulationVersion: '' }, [needed]],
    [{ strategy: '' }, ['spec.strategy: Required value']],
    [
      { strategy: 'Best' },
      ['spec.strategy.strategy: Unsupported value: "Best": supported values: "OldestEmulationVersion"'],
    ],
    [{ strategy: 'example.com/best', emulationVersion: '' }, []],
  ])('for %j', async (spec, faults) => {
    expect((await write(candidate(spec))).faults).toEqual(faults);
  });

  it('stays with its lease', async () => {
    const { faults } = await write(candidate({ leaseName: 'other' }), { live: read(candidate({})) });
    expect(faults).toEqual(['spec.leaseName: Invalid value: "other": field is immutable']);
  });
});
