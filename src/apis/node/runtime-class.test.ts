import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { runtimeClasses } from './runtime-class.ts';

const { read, write, cells } = tryOut(runtimeClasses);
const runtimeClass = (rest: object) => ({
  apiVersion: 'node.k8s.io/v1',
  kind: 'RuntimeClass',
  metadata: { name: 'r' },
  ...rest,
});
const toleration = { key: 'a', operator: 'Exists', effect: 'NoSchedule' };

describe('a RuntimeClass', () => {
  it.each([
    [{ handler: 'runc', overhead: { podFixed: { cpu: '250m' } }, scheduling: { tolerations: [toleration] } }, []],
    [{}, ['handler: Required value']],
    [
      { handler: 'runc', overhead: { podFixed: { cpu: '-1' } } },
      ['overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
    ],
    [
      { handler: 'runc', scheduling: { tolerations: [{ key: 'a', operator: 'Hm' }] } },
      ['scheduling.tolerations[0].operator: Unsupported value: "Hm": supported values: "Equal", "Exists"'],
    ],
    [
      { handler: 'runc', scheduling: { tolerations: [toleration, toleration] } },
      [
        'scheduling.tolerations[1]: Duplicate value: {"Key":"a","Operator":"Exists","Value":"","Effect":"NoSchedule","TolerationSeconds":null}',
      ],
    ],
  ])('%j', async (rest, faults) => {
    expect((await write(runtimeClass(rest))).faults).toEqual(faults);
  });

  it('warns of labels of nodes that are no longer used', async () => {
    const scheduling = { nodeSelector: { 'beta.kubernetes.io/os': 'linux', zone: 'a' } };
    expect((await write(runtimeClass({ handler: 'runc', scheduling }))).warnings).toEqual([
      'scheduling.nodeSelector: deprecated since v1.14; use "kubernetes.io/os" instead',
    ]);
  });

  it('keeps its handler', async () => {
    const live = read(runtimeClass({ handler: 'runc' }));
    expect((await write(runtimeClass({ handler: 'kata' }), { live })).faults).toEqual([
      'handler: Invalid value: "kata": field is immutable',
    ]);
  });

  it('shows its handler', () => {
    expect(cells(runtimeClass({ handler: 'runc' }))).toEqual(['r', 'runc', '<unknown>']);
  });
});
