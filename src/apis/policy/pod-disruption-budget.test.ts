import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { podDisruptionBudgets } from './pod-disruption-budget.ts';

const { read, write, cells } = tryOut(podDisruptionBudgets);
const budget = (spec: object, status?: object) => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'b' },
  spec,
  ...(status === undefined ? {} : { status }),
});
const condition = { type: 'A', status: 'True', lastTransitionTime: '2024-01-01T00:00:00Z', reason: 'R', message: '' };
const nothing = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };

describe('a PodDisruptionBudget', () => {
  it.each([
    [{ minAvailable: '50%' }, []],
    [{ maxUnavailable: 0 }, []],
    [
      { minAvailable: 1, maxUnavailable: '1%', selector: { matchLabels: { a: 'b' } } },
      [
        'spec: Invalid value: {"MinAvailable":1,"Selector":{"matchLabels":{"a":"b"}},"MaxUnavailable":"1%","UnhealthyPodEvictionPolicy":null}: minAvailable and maxUnavailable cannot be both set',
      ],
    ],
    [
      { minAvailable: '50' },
      [
        "spec.minAvailable: Invalid value: \"50\": a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
      ],
    ],
    [{ maxUnavailable: '150%' }, ['spec.maxUnavailable: Invalid value: "150%": must not be greater than 100%']],
    [{ maxUnavailable: -1 }, ['spec.maxUnavailable: Invalid value: -1: must be greater than or equal to 0']],
    [
      { unhealthyPodEvictionPolicy: 'Never' },
      [
        'spec.unhealthyPodEvictionPolicy: Unsupported value: "Never": supported values: "AlwaysAllow", "IfHealthyBudget"',
      ],
    ],
  ])('%j', async (spec, faults) => {
    expect((await write(budget(spec))).faults).toEqual(faults);
  });

  it('begins without a status', async () => {
    expect((await write(budget({}, { ...nothing, expectedPods: 3 }))).object.status).toEqual(nothing);
  });

  it.each([
    [{ ...nothing, currentHealthy: 1 }, []],
    [
      { ...nothing, disruptionsAllowed: -1 },
      ['status.disruptionsAllowed: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      { ...nothing, conditions: [{ type: 'A', status: 'Maybe', reason: '', message: '' }] },
      [
        'status.conditions[0].status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"',
        'status.conditions[0].lastTransitionTime: Required value',
        'status.conditions[0].reason: Required value',
      ],
    ],
    [
      { ...nothing, conditions: [condition, { ...condition, status: '' }] },
      [
        'status.conditions[1].type: Duplicate value: "A"',
        'status.conditions[1].status: Unsupported value: "": supported values: "False", "True", "Unknown"',
      ],
    ],
  ])('with the status %j', async (status, faults) => {
    const live = read(budget({ minAvailable: 1 }));
    const written = await write(budget({}, status), { live, subresource: 'status' });
    expect(written.faults).toEqual(faults);
    expect(written.object.spec).toEqual({ minAvailable: 1 });
  });

  it('cannot be replaced blindly', () => {
    expect(podDisruptionBudgets.strategy.updatesUnconditionally).toBe(false);
  });

  it('replaces its selector as a whole in a strategic merge', () => {
    const patchType = [...podDisruptionBudgets.versions.values()][0]?.codec.patchType;
    const spec = patchType?.kind === 'struct' ? patchType.field('spec')?.type : undefined;
    expect(spec?.kind === 'struct' ? spec.field('selector')?.strategies : undefined).toEqual(['replace']);
  });

  it('shows its limits', () => {
    expect(cells(budget({ minAvailable: '50%' }, { ...nothing, disruptionsAllowed: 2 }))).toEqual([
      'b',
      '50%',
      'N/A',
      2,
      '<unknown>',
    ]);
  });
});
