import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { priorityClasses, systemPriorityClasses } from './priority-class.ts';

const { read, write, cells } = tryOut(priorityClasses);
const priorityClass = (rest: object, name = 'p') => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name },
  ...rest,
});
const reserved =
  "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only.";

describe('a PriorityClass', () => {
  it.each([
    ['p', { value: 1_000_000_000 }, []],
    [
      'p',
      { value: 1_000_000_001 },
      ['value: Forbidden: maximum allowed value of a user defined priority is 1000000000'],
    ],
    ['system-x', { value: 1 }, [`${reserved} error: system-x is not a known system priority class`]],
    [
      'system-node-critical',
      { value: 1 },
      [`${reserved} error: value of system-node-critical PriorityClass must be 2000001000`],
    ],
    [
      'system-cluster-critical',
      { value: 2_000_000_000, globalDefault: true },
      [`${reserved} error: globalDefault of system-cluster-critical PriorityClass must be false`],
    ],
    [
      'p',
      { value: 1, preemptionPolicy: 'Often' },
      ['preemptionPolicy: Unsupported value: "Often": supported values: "PreemptLowerPriority", "Never"'],
    ],
  ])('%s with %j', async (name, rest, faults) => {
    expect((await write(priorityClass(rest, name))).faults).toEqual(faults);
  });

  it.each(systemPriorityClasses)('$name may be made as it is', async ({ name, ...rest }) => {
    expect((await write(priorityClass(rest, name))).faults).toEqual([]);
  });

  it('pushes others out unless it says otherwise, and counts as its first generation', async () => {
    const { object } = await write(priorityClass({ value: 1 }));
    expect(object).toMatchObject({ preemptionPolicy: 'PreemptLowerPriority', metadata: { generation: 1 } });
  });

  it.each([
    [{ value: 1, description: 'new' }, []],
    [{ value: 2 }, ['value: Forbidden: may not be changed in an update.']],
    [{ value: 1, preemptionPolicy: 'Never' }, ['preemptionPolicy: Invalid value: "Never": field is immutable']],
  ])('becomes %j', async (rest, faults) => {
    expect((await write(priorityClass(rest), { live: read(priorityClass({ value: 1 })) })).faults).toEqual(faults);
  });

  it('shows its value', () => {
    expect(cells(priorityClass({ value: 5 }))).toEqual(['p', 5, false, '<unknown>', 'PreemptLowerPriority']);
  });
});
