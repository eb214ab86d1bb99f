import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { podGroups } from './pod-group.ts';
import { workloads } from './workload.ts';

const gang = { gang: { minCount: 3 } };

describe('a workload', () => {
  const { write, read } = tryOut(workloads);
  const workload = (podGroupTemplates: object[], more: object = {}) => ({
    metadata: { name: 'w' },
    spec: { podGroupTemplates, ...more },
  });
  const at = 'spec.podGroupTemplates';

  it.each<[object[], string[]]>([
    [[{ name: 'g', schedulingPolicy: gang }], []],
    [[], [`${at}: Required value`]],
    [
      Array.from({ length: 9 }, (_, i) => ({ name: `g${i}`, schedulingPolicy: gang })),
      [`${at}: Too many: 9: must have at most 8 items`],
    ],
    [
      [{ schedulingPolicy: { gang: { minCount: -1 } } }],
      [
        `${at}[0].name: Required value`,
        `${at}[0].schedulingPolicy.gang.minCount: Invalid value: -1: must be greater than or equal to 1`,
      ],
    ],
  ])('for %j', async (templates, faults) => {
    expect((await write(workload(templates))).faults).toEqual(faults);
  });

  it('points to what it stands for, once and for all', async () => {
    const live = read(workload([{ name: 'g', schedulingPolicy: gang }]));
    const controllerRef = { apiGroup: 'batch', kind: 'Job', name: 'j' };
    const { faults } = await write(workload([{ name: 'g', schedulingPolicy: gang }], { controllerRef }), { live });
    expect(faults).toEqual(['spec.controllerRef: Invalid value: null: field is immutable']);
    expect((await write(workload([{ name: 'g', schedulingPolicy: gang }], { controllerRef: {} }))).faults).toEqual([
      'spec.controllerRef.kind: Required value',
      'spec.controllerRef.name: Required value',
    ]);
  });

  it('drops what belongs to features that are off', async () => {
    const { object } = await write(
      workload([{ name: 'g', schedulingPolicy: gang, priority: 5, disruptionMode: 'Pod' }]),
    );
    expect(object.spec).toEqual({
      podGroupTemplates: [{ name: 'g', schedulingPolicy: gang, schedulingConstraints: null }],
    });
  });
});

describe('a group of pods', () => {
  const { write, read, cells } = tryOut(podGroups);
  const group = (spec: object, status: object = {}) => ({ metadata: { name: 'g' }, spec, status });
  const condition = (type: string, status: string) => ({ type, status, reason: 'Why', lastTransitionTime: 't' });

  it('is kept as long as pods belong to it, and evicts them one by one', async () => {
    const { object } = await write(group({ schedulingPolicy: gang, disruptionMode: 'PodGroup' }));
    expect(object).toMatchObject({
      metadata: { finalizers: ['scheduling.k8s.io/podgroup-protection'] },
      spec: { disruptionMode: 'Pod' },
    });
  });

  it.each<[object, string[]]>([
    [{ schedulingPolicy: {} }, ['spec.schedulingPolicy: Invalid value: "": must specify one of: `basic`, `gang`']],
    [
      { schedulingPolicy: { basic: {} }, podGroupTemplateRef: { workload: { workloadName: 'W!' } } },
      [
        expect.stringContaining(
          'spec.podGroupTemplateRef.workload.workloadName: Invalid value: "W!"',
        ) as unknown as string,
        'spec.podGroupTemplateRef.workload.podGroupTemplateName: Required value',
      ],
    ],
    [
      { schedulingPolicy: { basic: {} }, podGroupTemplateRef: {} },
      ['spec.podGroupTemplateRef: Invalid value: "": must specify one of: `workload`'],
    ],
    [
      {
        schedulingPolicy: { basic: {} },
        podGroupTemplateRef: { workload: { workloadName: 'w', podGroupTemplateName: 'a'.repeat(64) } },
      },
      [expect.stringContaining('": must be no more than 63 bytes') as unknown as string],
    ],
  ])('for %j', async (spec, faults) => {
    expect((await write(group(spec))).faults).toEqual(faults);
  });

  it('keeps its policy', async () => {
    const live = read(group({ schedulingPolicy: gang }));
    expect((await write(group({ schedulingPolicy: { basic: {} } }), { live })).faults).toEqual([
      'spec.schedulingPolicy: Invalid value: null: field is immutable',
    ]);
  });

  it.each<[object[], string]>([
    [[], 'Pending'],
    [[condition('PodGroupScheduled', 'False')], 'Unschedulable'],
    [[condition('PodGroupScheduled', 'True')], 'Scheduled'],
    [[condition('PodGroupScheduled', 'True'), condition('DisruptionTarget', 'True')], 'Why'],
  ])('with %j is %s', (conditions, status) => {
    const spec = { schedulingPolicy: gang, podGroupTemplateRef: { workload: { workloadName: 'w' } } };
    expect(
      cells(
        group(spec, { conditions: conditions.map((one) => ({ ...one, lastTransitionTime: '2024-01-01T00:00:00Z' })) }),
      ),
    ).toEqual(['g', 'Gang', 'w', status, '<unknown>']);
  });
});
