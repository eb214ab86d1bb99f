import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#meta';
import { tryOut } from '../../resource/testing/trial.ts';
import { jobs } from './job.ts';

const { read, write, cells, field } = tryOut(jobs);
const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } };
const job = (spec: object, rest: object = {}) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'j', uid: 'u' },
  spec: { template, ...spec },
  ...rest,
});
const indexed = (spec: object) => job({ completionMode: 'Indexed', completions: 5, ...spec });
const failing = (rule: object, spec: object = {}) => job({ podFailurePolicy: { rules: [rule] }, ...spec });
const made = async (body: object): Promise<KubeObject> => (await write(body)).object as KubeObject;

describe('a Job', () => {
  it('marks its pods and finds them by the mark', async () => {
    const marks = {
      'batch.kubernetes.io/controller-uid': 'u',
      'batch.kubernetes.io/job-name': 'j',
      'controller-uid': 'u',
      'job-name': 'j',
    };
    expect(await made(job({}))).toMatchObject({
      metadata: { labels: marks },
      spec: {
        backoffLimit: 6,
        completionMode: 'NonIndexed',
        completions: 1,
        manualSelector: false,
        parallelism: 1,
        podReplacementPolicy: 'TerminatingOrFailed',
        selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': 'u' } },
        suspend: false,
        template: { metadata: { labels: marks } },
      },
    });
  });

  it.each([
    [{ parallelism: 3 }, { parallelism: 3 }, ['completions']],
    [{ backoffLimitPerIndex: 1 }, { backoffLimit: 2147483647 }, []],
    [{ podFailurePolicy: { rules: [] } }, { podReplacementPolicy: 'Failed' }, []],
  ])('with %j', async (spec, expected, absent) => {
    const { spec: written } = await made(job(spec));
    expect(written).toMatchObject(expected);
    for (const name of absent) expect(written).not.toHaveProperty(name);
  });

  it('takes the labels of its pods when it has none', async () => {
    const labels = { a: 'b' };
    const spec = {
      manualSelector: true,
      selector: { matchLabels: labels },
      template: { ...template, metadata: { labels } },
    };
    expect((await made(job(spec))).metadata.labels).toEqual(labels);
    const own = { name: 'j', uid: 'u', labels: { own: 'label' } };
    expect((await made(job(spec, { metadata: own }))).metadata.labels).toEqual({ own: 'label' });
  });

  it.each([
    [
      'pods that always start again',
      job({ template: { spec: { containers: template.spec.containers } } }),
      ['spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"'],
    ],
    [
      'a selector of its own',
      job({ selector: { matchLabels: { a: 'b' } } }),
      [
        'spec.selector: Invalid value: {"matchLabels":{"a":"b","batch.kubernetes.io/controller-uid":"u"}}: `selector` not auto-generated',
        'spec.template.metadata.labels: Invalid value: {"batch.kubernetes.io/controller-uid":"u","batch.kubernetes.io/job-name":"j","controller-uid":"u","job-name":"j"}: `selector` does not match template `labels`',
      ],
    ],
    [
      'negative numbers',
      job({ parallelism: -1, backoffLimit: -3 }),
      [
        'spec.parallelism: Invalid value: -1: must be greater than or equal to 0',
        'spec.backoffLimit: Invalid value: -3: must be greater than or equal to 0',
      ],
    ],
    [
      'strange words',
      job({ completionMode: 'Random', podReplacementPolicy: 'Whenever' }),
      [
        'spec.completionMode: Unsupported value: "Random": supported values: "NonIndexed", "Indexed"',
        'spec.podReplacementPolicy: Unsupported value: "Whenever": supported values: "Failed", "TerminatingOrFailed"',
      ],
    ],
    [
      'limits for indexes it has not',
      job({ backoffLimitPerIndex: 1 }),
      ['spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode'],
    ],
    [
      'more failures than indexes',
      indexed({ backoffLimitPerIndex: 1, maxFailedIndexes: 6 }),
      ['spec.maxFailedIndexes: Invalid value: 6: must be less than or equal to completions'],
    ],
    [
      'very many indexes',
      indexed({ completions: 100_001, parallelism: 10_001, backoffLimitPerIndex: 1 }),
      [
        'spec.maxFailedIndexes: Required value: must be specified when completions is above 100000',
        'spec.parallelism: Invalid value: 10001: must be less than or equal to 10000 when completions are above 100000 and used with backoff limit per index',
      ],
    ],
    [
      'a failure policy without a rule to it',
      failing({ action: 'FailJob' }),
      ['spec.podFailurePolicy.rules[0]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required'],
    ],
    [
      'a failure policy for an index it has not',
      failing({ action: 'FailIndex', onPodConditions: [{ type: 'A' }] }),
      [
        'spec.podFailurePolicy.rules[0].action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set',
      ],
    ],
    [
      'odd exit codes',
      failing({ action: 'Ignore', onExitCodes: { containerName: 'z', operator: 'In', values: [3, 0, 3] } }),
      [
        'spec.podFailurePolicy.rules[0].onExitCodes.containerName: Invalid value: "z": must be one of the container or initContainer names in the pod template',
        'spec.podFailurePolicy.rules[0].onExitCodes.values[1]: Invalid value: 0: must not be 0 for the In operator',
        'spec.podFailurePolicy.rules[0].onExitCodes.values[2]: Duplicate value: 3',
        'spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: [3,0,3]: must be ordered',
      ],
    ],
    [
      'no action',
      failing({ onExitCodes: { values: [] } }),
      [
        'spec.podFailurePolicy.rules[0].action: Required value: valid values: ["Count" "FailIndex" "FailJob" "Ignore"]',
        'spec.podFailurePolicy.rules[0].onExitCodes.operator: Required value: valid values: ["In" "NotIn"]',
        'spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: []: at least one value is required',
      ],
    ],
    [
      'a success policy without indexes',
      job({ successPolicy: { rules: [{ succeededCount: 1 }] } }),
      [
        'spec.successPolicy: Invalid value: {"Rules":[{"SucceededIndexes":null,"SucceededCount":1}]}: requires indexed completion mode',
      ],
    ],
    [
      'a success policy beyond its end',
      indexed({ successPolicy: { rules: [{ succeededIndexes: '0-1,9', succeededCount: 6 }, {}] } }),
      [
        'spec.successPolicy.rules[0].succeededIndexes: Invalid value: "0-1,9": error parsing succeededIndexes: too large index: "9"',
        'spec.successPolicy.rules[0].succeededCount: Invalid value: 6: must be less than or equal to 5 (the number of specified completions)',
        'spec.successPolicy.rules[0].succeededCount: Invalid value: 6: must be less than or equal to 0 (the number of indexes in the specified succeededIndexes field)',
        'spec.successPolicy.rules[1]: Required value: at least one of succeededCount or succeededIndexes must be specified',
      ],
    ],
    ['indexes', indexed({}), []],
    [
      'a manager without a domain',
      job({ managedBy: 'me' }),
      ['spec.managedBy: Invalid value: "me": must be a domain-prefixed path (such as "acme.io/foo")'],
    ],
  ])('with %s', async (_, body, faults) => {
    expect((await write(body)).faults).toEqual(faults);
  });

  it('is warned of more indexes than can be tracked', async () => {
    const { warnings } = await write(indexed({ completions: 100_001, parallelism: 10_001 }));
    expect(warnings).toEqual([expect.stringMatching(/^spec: In Indexed Jobs .* might not be able to track/)]);
    expect((await write(indexed({}))).warnings).toEqual([]);
  });

  it('has a name that its pods can be called after', async () => {
    const name = 'j'.repeat(62);
    const { faults } = await write({ ...indexed({}), metadata: { name, uid: 'u' } });
    expect(faults).toContain(
      `metadata.name: Invalid value: "${name}": will not able to create pod with invalid DNS label: ${name}-4`,
    );
  });

  const slower = { ...template, spec: { ...template.spec, terminationGracePeriodSeconds: 5 } };
  const placed = { ...template, spec: { ...template.spec, nodeSelector: { zone: 'a' } } };
  const larger = {
    spec: { ...template.spec, containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }] },
  };
  it.each([
    ['its parallelism', job({}), { parallelism: 3 }, undefined],
    ['its completions', job({}), { completions: 5 }, 'spec.completions'],
    ['the completions of indexes', indexed({ parallelism: 5 }), { completions: 6, parallelism: 6 }, undefined],
    ['the completions of indexes alone', indexed({ parallelism: 5 }), { completions: 6 }, 'spec.completions'],
    ['its mode', job({}), { completionMode: 'Indexed' }, 'spec.completionMode'],
    ['its template', job({}), { template: slower }, 'spec.template'],
    ['where its pods go', job({}), { template: placed }, 'spec.template'],
    ['where its pods go while it is suspended', job({ suspend: true }), { template: placed }, undefined],
    ['what its pods ask for while it is suspended', job({ suspend: true }), { template: larger }, undefined],
    ['its template while it is suspended', job({ suspend: true }), { template: slower }, 'spec.template.spec'],
  ])('may or may not change %s', async (_, body, change, refused) => {
    const live = await made(body);
    const wanted = structuredClone(live) as KubeObject & { spec: { template: { spec: object } } };
    const { template: changed, ...rest } = change as { template?: { spec: object } };
    Object.assign(wanted.spec, rest);
    if (changed !== undefined) Object.assign(wanted.spec.template.spec, changed.spec);
    const { faults } = await write(wanted, { live });
    expect(faults.map((fault) => fault.slice(0, fault.indexOf(':')))).toEqual(refused === undefined ? [] : [refused]);
  });

  it('leaves its pods behind unless told otherwise, and says so', () => {
    expect(jobs.strategy).toMatchObject({
      orphansByDefault: true,
      propagationWarning: expect.stringContaining('child pods are preserved by default'),
    });
  });

  it('can be selected by how often it succeeded', () => {
    expect(field('status.successful', job({}, { status: { succeeded: 2 } }))).toBe('2');
  });

  it.each([
    [{}, ['Running', '0/1', '']],
    [{ startTime: '2024-01-01T00:00:00Z', succeeded: 1 }, ['Running', '1/1', '10m']],
    [
      {
        startTime: '2024-01-01T00:00:00Z',
        completionTime: '2024-01-01T00:01:30Z',
        conditions: [{ type: 'Complete', status: 'True' }],
      },
      ['Complete', '0/1', '90s'],
    ],
    [{ conditions: [{ type: 'Suspended', status: 'True' }] }, ['Suspended', '0/1', '']],
  ])('shows how it stands: %j', (status, shown) => {
    expect(cells(job({}, { status })).slice(1, 4)).toEqual(shown);
  });
});

describe('the status of a Job', () => {
  const started = '2024-01-01T00:00:00Z';
  const ended = '2024-01-01T00:01:30Z';
  const conditions = (...types: string[]) => types.map((type) => ({ type, status: 'True' }));
  const done = { startTime: started, completionTime: ended, conditions: conditions('SuccessCriteriaMet', 'Complete') };
  it.each([
    ['work goes on', {}, { startTime: started, active: 1, ready: 1 }, []],
    ['work is done', { startTime: started, active: 1 }, { ...done, succeeded: 1 }, []],
    [
      'nobody works less than nobody',
      {},
      { active: -1 },
      ['status.active: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'it ended without being done',
      {},
      { completionTime: ended },
      [
        `status.completionTime: Invalid value: "${ended}": cannot set completionTime when there is no Complete=True condition`,
      ],
    ],
    [
      'it ended before it began',
      {},
      { ...done, startTime: ended, completionTime: started },
      [`status.completionTime: Invalid value: "${started}": must be equal to or after \`startTime\``],
    ],
    [
      'it is done though it was not enough',
      {},
      { ...done, conditions: conditions('Complete') },
      [
        'status.conditions: Invalid value: cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
      ],
    ],
    [
      'it failed and is done',
      {},
      { ...done, conditions: conditions('SuccessCriteriaMet', 'Complete', 'Failed', 'FailureTarget') },
      [
        'status.conditions: Invalid value: cannot set Complete=True and Failed=true conditions',
        'status.conditions: Invalid value: cannot set Complete=True and FailureTarget=true conditions',
        'status.conditions: Invalid value: cannot set SuccessCriteriaMet=True and Failed=true conditions',
        'status.conditions: Invalid value: cannot set SuccessCriteriaMet=True and FailureTarget=true conditions',
      ],
    ],
    [
      'it is done but somebody still works',
      {},
      { ...done, active: 1, terminating: 1 },
      [
        'status.active: Invalid value: 1: active>0 is invalid for finished job',
        'status.terminating: Invalid value: 1: terminating>0 is invalid for finished job',
      ],
    ],
    [
      'more are ready than work',
      {},
      { ready: 2, active: 1 },
      ['status.ready: Invalid value: 2: cannot set more ready pods than active'],
    ],
    [
      'it has indexes though it has none',
      {},
      { completedIndexes: '0', failedIndexes: '0' },
      [
        'status.completedIndexes: Invalid value: "0": cannot set non-empty completedIndexes when non-indexed completion mode',
        'status.failedIndexes: Invalid value: "0": cannot set non-null failedIndexes when backoffLimitPerIndex is null',
        'status.failedIndexes: Invalid value: "0": failedIndexes and completedIndexes overlap at index: 0',
      ],
    ],
    [
      'a pod is counted twice',
      {},
      { uncountedTerminatedPods: { succeeded: ['a', ''], failed: ['a'] } },
      [
        'status.uncountedTerminatedPods.succeeded[1]: Invalid value: "": must not be empty',
        'status.uncountedTerminatedPods.failed[0]: Duplicate value: "a"',
      ],
    ],
    [
      'it is no longer done',
      done,
      { startTime: started },
      [
        'status.conditions: Invalid value: cannot disable the terminal Complete=True condition',
        'status.conditions: Invalid value: cannot disable the SuccessCriteriaMet=True condition',
      ],
    ],
    [
      'counters go back',
      { failed: 2, succeeded: 2 },
      { failed: 1, succeeded: 1 },
      [
        'status.failed: Invalid value: 1: cannot decrease the failed counter',
        'status.succeeded: Invalid value: 1: cannot decrease the succeeded counter',
      ],
    ],
    [
      'it began at another time',
      { startTime: started },
      { startTime: ended },
      [`status.startTime: Invalid value: "${ended}": field is immutable for unsuspended job once set`],
    ],
  ])('when %s', async (_, before, status, faults) => {
    const live = read(job({}, { status: before }));
    expect((await write(job({}, { status }), { live, subresource: 'status' })).faults).toEqual(faults);
  });
});
