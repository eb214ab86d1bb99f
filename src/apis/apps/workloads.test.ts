import { describe, expect, it } from 'vitest';
import { viewIn } from '#machinery';
import type { KubeObject } from '#meta';
import { tryOut } from '../../resource/testing/trial.ts';
import { controllerRevisions } from './controller-revision.ts';
import { daemonSets } from './daemon-set.ts';
import { deployments } from './deployment.ts';
import { replicaSets } from './replica-set.ts';
import { statefulSets } from './stateful-set.ts';

const labels = { app: 'x' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const object = (kind: string, rest: object, metadata: object = {}) => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name: 'a', ...metadata },
  ...rest,
});
const workload =
  (kind: string) =>
  (spec: object, rest: object = {}) =>
    object(kind, { spec: { selector: { matchLabels: labels }, template, ...spec }, ...rest });
const mismatch = '`selector` does not match template `labels`';

describe('a Deployment', () => {
  const { read, write, cells } = tryOut(deployments);
  const deployment = workload('Deployment');
  const rolling = (rollingUpdate: object) => deployment({ strategy: { rollingUpdate } });

  it('says how it is rolled out even if nobody said so', async () => {
    const { object: made } = await write(deployment({}));
    expect(made).toMatchObject({
      metadata: { generation: 1 },
      spec: {
        replicas: 1,
        revisionHistoryLimit: 10,
        progressDeadlineSeconds: 600,
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
        template: { spec: { restartPolicy: 'Always' } },
      },
    });
  });

  it.each([
    [
      'a selector for other pods',
      deployment({ selector: { matchLabels: { app: 'y' } } }),
      [`spec.template.metadata.labels: Invalid value: {"app":"x"}: ${mismatch}`],
    ],
    [
      'no selector',
      object('Deployment', { spec: { template } }),
      ['spec.selector: Required value', `spec.template.metadata.labels: Invalid value: {"app":"x"}: ${mismatch}`],
    ],
    [
      'an empty selector',
      deployment({ selector: {} }),
      ['spec.selector: Invalid value: {}: empty selector is invalid for deployment'],
    ],
    [
      'a rolling update when it recreates',
      deployment({ strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } }),
      ["spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'"],
    ],
    [
      'no room to roll',
      rolling({ maxSurge: 0, maxUnavailable: '0%' }),
      ['spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "0%": may not be 0 when `maxSurge` is 0'],
    ],
    [
      'more than all away',
      rolling({ maxUnavailable: '101%' }),
      ['spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "101%": must not be greater than 100%'],
    ],
    [
      'a strange strategy and fewer pods than none',
      deployment({ replicas: -1, strategy: { type: 'BlueGreen' } }),
      [
        'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
        'spec.strategy: Unsupported value: {"Type":"BlueGreen","RollingUpdate":null}: supported values: "Recreate", "RollingUpdate"',
      ],
    ],
    [
      'too short a deadline',
      deployment({ minReadySeconds: 60, progressDeadlineSeconds: 30 }),
      ['spec.progressDeadlineSeconds: Invalid value: 30: must be greater than minReadySeconds'],
    ],
    [
      'pods that end',
      deployment({
        template: { ...template, spec: { ...template.spec, restartPolicy: 'Never', activeDeadlineSeconds: 5 } },
      }),
      [
        'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
        'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not Supported',
      ],
    ],
  ])('with %s', async (_, body, faults) => {
    expect((await write(body)).faults).toEqual(faults);
  });

  it('keeps its selector', async () => {
    const other = { app: 'z' };
    const body = deployment({
      selector: { matchLabels: other },
      template: { ...template, metadata: { labels: other } },
    });
    expect((await write(body, { live: read(deployment({})) })).faults).toEqual([
      'spec.selector: Invalid value: {"matchLabels":{"app":"z"}}: field is immutable',
    ]);
  });

  it.each([
    ['nothing', deployment({}), 1],
    ['its labels', { ...deployment({}), metadata: { name: 'a', labels: { new: 'label' } } }, 1],
    ['its annotations', { ...deployment({}), metadata: { name: 'a', annotations: { new: 'note' } } }, 2],
    ['its replicas', deployment({ replicas: 5 }), 2],
  ])('counts a generation when somebody changes %s: %#', async (_, body, generation) => {
    const live = await made(deployments, deployment({}));
    expect((await write(body, { live })).object.metadata).toMatchObject({ generation });
  });

  it('does not take labels from a write of its status', async () => {
    const live = read({ ...deployment({}), metadata: { name: 'a', labels } });
    const body = {
      ...deployment({}, { status: { replicas: 1 } }),
      metadata: { name: 'a', labels: { other: 'label' } },
    };
    expect((await write(body, { live, subresource: 'status' })).object).toMatchObject({
      metadata: { labels },
      status: { replicas: 1 },
    });
  });

  it.each([
    [{ replicas: 2, readyReplicas: 2, availableReplicas: 1 }, []],
    [
      { replicas: 1, readyReplicas: 2, availableReplicas: 3 },
      [
        'status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas',
        'status.availableReplicas: Invalid value: 3: cannot be greater than status.replicas',
        'status.availableReplicas: Invalid value: 3: cannot be greater than readyReplicas',
      ],
    ],
    [
      { unavailableReplicas: -1 },
      ['status.unavailableReplicas: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [{ collisionCount: 1 }, ['status.collisionCount: Invalid value: 1: cannot be decremented']],
  ])('with the status %j', async (status, faults) => {
    const live = read(deployment({}, 'collisionCount' in status ? { status: { collisionCount: 2 } } : {}));
    expect((await write(deployment({}, { status }), { live, subresource: 'status' })).faults).toEqual(faults);
  });

  it('warns of a name that is no label of DNS when it is made', async () => {
    const body = { ...deployment({}), metadata: { name: 'a.b' } };
    const [warning] = (await write(body)).warnings;
    expect(warning).toMatch(/^metadata\.name: this is used in Pod names .*recommended: \[must not contain dots\]$/);
    expect((await write(body, { live: read(body) })).warnings).toEqual([]);
  });

  it('shows its pods', () => {
    expect(cells(deployment({ replicas: 3 }, { status: { readyReplicas: 1, updatedReplicas: 2 } }))).toEqual([
      'a',
      '1/3',
      2,
      0,
      '<unknown>',
      'c',
      'i',
      'app=x',
    ]);
  });
});

describe.each([
  ['Deployment', deployments],
  ['ReplicaSet', replicaSets],
  ['StatefulSet', statefulSets],
  ['DaemonSet', daemonSets],
])('the template of a %s', (kind, definition) => {
  it('is looked at for things that are no longer used, when it may have changed', async () => {
    const { write } = tryOut(definition);
    const spec = { ...template.spec, nodeSelector: { 'beta.kubernetes.io/os': 'linux' } };
    const body = workload(kind)({ template: { ...template, spec } });
    const warning =
      'spec.template.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead';
    expect((await write(body)).warnings).toEqual([warning]);
    expect((await write(body, { live: await made(definition, body) })).warnings).toEqual([]);
  });
});

describe('the scale of a Deployment', () => {
  const { read } = tryOut(deployments);
  const view = viewIn(deployments, 'scale');
  const scale = (replicas: number): KubeObject => ({
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: {},
    spec: { replicas },
  });
  const live = () => read(workload('Deployment')({ replicas: 3 }, { status: { replicas: 2 } }));

  it('tells how many pods are wanted, how many there are, and how to find them', () => {
    expect(view?.read(live())).toEqual({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'a', namespace: 'home' },
      spec: { replicas: 3 },
      status: { replicas: 2, selector: 'app=x' },
    });
  });

  it('changes nothing but the number', () => {
    const scaled = live();
    expect(view?.write(scaled, scale(7))).toEqual([]);
    expect(scaled).toEqual(read(workload('Deployment')({ replicas: 7 }, { status: { replicas: 2 } })));
  });

  it('does not go below zero', () => {
    expect(view?.write(live(), scale(-1))).toMatchObject([{ field: 'spec.replicas' }]);
  });

  it('is a table of numbers', () => {
    expect(view?.columns.map(({ name, format }) => [name, format])).toEqual([
      ['Name', ''],
      ['Desired', ''],
      ['Available', ''],
      ['Age', ''],
    ]);
    expect(view?.columns.slice(0, 3).map((column) => column.cell(scale(4)))).toEqual(['', 4, 0]);
  });
});

describe('a ReplicaSet', () => {
  const { write, cells } = tryOut(replicaSets);
  const replicaSet = workload('ReplicaSet');
  it.each([
    ['a template', replicaSet({}), []],
    [
      'an empty selector',
      replicaSet({ selector: {} }),
      ['spec.selector: Invalid value: {}: empty selector is invalid for deployment'],
    ],
    [
      'no template',
      object('ReplicaSet', { spec: { selector: { matchLabels: labels } } }),
      [
        `spec.template.metadata.labels: Invalid value: null: ${mismatch}`,
        'spec.template.spec.containers: Required value',
      ],
    ],
  ])('with %s', async (_, body, faults) => {
    expect((await write(body)).faults).toEqual(faults);
  });
  it('shows its pods', () => {
    const status = { replicas: 2, readyReplicas: 1 };
    expect(cells(replicaSet({ replicas: 3 }, { status }))).toEqual(['a', 3, 2, 1, '<unknown>', 'c', 'i', 'app=x']);
  });
});

describe('a StatefulSet', () => {
  const { read, write, cells } = tryOut(statefulSets);
  const set = workload('StatefulSet');
  const claim = {
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  };
  it('completes itself and its claims', async () => {
    const { object: made, faults } = await write(set({ volumeClaimTemplates: [claim] }));
    expect(faults).toEqual([]);
    expect(made.spec).toMatchObject({
      podManagementPolicy: 'OrderedReady',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
      volumeClaimTemplates: [
        {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          spec: { volumeMode: 'Filesystem' },
          status: { phase: 'Pending' },
        },
      ],
    });
  });
  it('gives its pods the volumes that it claims', async () => {
    const volumeMounts = [{ name: 'data', mountPath: '/data' }];
    const withMount = { ...template, spec: { containers: [{ name: 'c', image: 'i', volumeMounts }] } };
    expect((await write(set({ template: withMount, volumeClaimTemplates: [claim] }))).faults).toEqual([]);
    expect((await write(set({ template: withMount }))).faults).toHaveLength(1);
  });
  it('drops what is not served', async () => {
    const { object: made } = await write(set({ updateStrategy: { rollingUpdate: { maxUnavailable: 2 } } }));
    expect(made.spec).toMatchObject({ updateStrategy: { rollingUpdate: { partition: 0 } } });
  });
  it.each([
    [
      'a strange policy and a rolling update on deletion',
      set({ podManagementPolicy: 'Chaos', updateStrategy: { type: 'OnDelete', rollingUpdate: { partition: 1 } } }),
      [
        `spec.podManagementPolicy: Invalid value: "Chaos": must be 'OrderedReady' or 'Parallel'`,
        `spec.updateStrategy.rollingUpdate: Invalid value: {"Partition":1,"MaxUnavailable":null}: only allowed for updateStrategy 'RollingUpdate'`,
      ],
    ],
    [
      'a strange strategy',
      set({ updateStrategy: { type: 'Recreate' } }),
      [
        `spec.updateStrategy: Invalid value: {"Type":"Recreate","RollingUpdate":null}: must be 'RollingUpdate' or 'OnDelete'`,
      ],
    ],
    [
      'negative numbers',
      set({ ordinals: { start: -1 }, updateStrategy: { rollingUpdate: { partition: -1 } } }),
      [
        'spec.updateStrategy.rollingUpdate.partition: Invalid value: -1: must be greater than or equal to 0',
        'spec.ordinals.start: Invalid value: -1: must be greater than or equal to 0',
      ],
    ],
    [
      'a strange fate of claims',
      set({ persistentVolumeClaimRetentionPolicy: { whenScaled: 'Sell' } }),
      [
        'spec.persistentVolumeClaimRetentionPolicy.whenScaled: Unsupported value: "Sell": supported values: "Retain", "Delete"',
      ],
    ],
    [
      'a name with a dot',
      { ...set({}), metadata: { name: 'a.b' } },
      [expect.stringContaining('metadata.name: Invalid value: "a.b": must not contain dots')],
    ],
  ])('with %s', async (_, body, faults) => {
    expect((await write(body)).faults).toEqual(faults);
  });
  const fixed =
    "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
  it.each([
    ['how many', { replicas: 5, minReadySeconds: 3 }, []],
    ['its service', { serviceName: 'other' }, [fixed]],
    ['its claims', { volumeClaimTemplates: [claim] }, [fixed]],
  ])('may change %s: %#', async (_, spec, faults) => {
    expect((await write(set(spec), { live: read(set({})) })).faults).toEqual(faults);
  });
  it('shows its pods', () => {
    expect(cells(set({ replicas: 3 }, { status: { replicas: 2, readyReplicas: 1 } })).slice(0, 2)).toEqual([
      'a',
      '1/3',
    ]);
  });
});

describe('a DaemonSet', () => {
  const { read, write, cells } = tryOut(daemonSets);
  const daemonSet = workload('DaemonSet');
  const generation = 'deprecated.daemonset.template.generation';
  it('counts the changes of its template in an annotation that nobody else writes', async () => {
    const created = await made(daemonSets, daemonSet({}));
    expect(created.metadata.annotations).toEqual({ [generation]: '1' });
    const live = read(created);
    expect(live.metadata.annotations).toBeUndefined();
    const relabelled = { ...template, metadata: { labels: { ...labels, new: 'label' } } };
    const changed = await write(daemonSet({ template: relabelled }), { live });
    expect(changed.object.metadata).toMatchObject({ annotations: { [generation]: '2' } });
    const forged = { ...daemonSet({}), metadata: { name: 'a', annotations: { [generation]: '9' } } };
    expect((await write(forged, { live })).object.metadata).toMatchObject({ annotations: { [generation]: '1' } });
  });
  it.each([
    [
      'a strange strategy',
      daemonSet({ updateStrategy: { type: 'Recreate' } }),
      [
        'spec.updateStrategy: Unsupported value: {"Type":"Recreate","RollingUpdate":null}: supported values: "RollingUpdate", "OnDelete"',
      ],
    ],
    [
      'pods away and pods more',
      daemonSet({ updateStrategy: { rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } } }),
      ['spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero'],
    ],
    [
      'neither pods away nor more',
      daemonSet({ updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } }),
      ['spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0'],
    ],
    [
      'an empty selector',
      daemonSet({ selector: {} }),
      ['spec.selector: Invalid value: {}: empty selector is invalid for daemonset'],
    ],
  ])('with %s', async (_, body, faults) => {
    expect((await write(body)).faults).toEqual(faults);
  });
  it('shows where it runs', () => {
    const status = { desiredNumberScheduled: 3, currentNumberScheduled: 2, numberMisscheduled: 0, numberReady: 1 };
    const spec = { template: { ...template, spec: { ...template.spec, nodeSelector: { z: '1', a: '2' } } } };
    expect(cells(daemonSet(spec, { status })).slice(0, 7)).toEqual(['a', 3, 2, 1, 0, 0, 'a=2,z=1']);
  });
});

describe('a ControllerRevision', () => {
  const { read, write, cells } = tryOut(controllerRevisions);
  const revision = (rest: object, metadata: object = {}) => object('ControllerRevision', rest, metadata);
  it.each([
    [{ data: { a: 1 }, revision: 1 }, []],
    [
      { revision: -1 },
      ['revision: Invalid value: -1: must be greater than or equal to 0', 'data: Required value: data is mandatory'],
    ],
    [{ data: [1], revision: 1 }, ['data: Required value: data must be a valid JSON object']],
  ])('%j', async (rest, faults) => {
    expect((await write(revision(rest))).faults).toEqual(faults);
  });
  it('keeps its data, not its number', async () => {
    const live = read(revision({ data: { a: 1 }, revision: 1 }));
    expect((await write(revision({ data: { a: 1 }, revision: 2 }), { live })).faults).toEqual([]);
    expect((await write(revision({ data: { a: 2 }, revision: 1 }), { live })).faults).toEqual([
      'data: Invalid value: {"a":2}: field is immutable',
    ]);
    const empty = read(revision({ data: {}, revision: 1 }));
    expect((await write(revision({ revision: 1 }), { live: empty })).faults).toEqual([
      'data: Invalid value: null: field is immutable',
    ]);
  });
  it('shows whose it is', () => {
    const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web', uid: 'u', controller: true }];
    expect(cells(revision({ data: {}, revision: 2 }, { ownerReferences })).slice(0, 3)).toEqual([
      'a',
      'statefulset.apps/web',
      2,
    ]);
    expect(cells(revision({ data: {}, revision: 2 }))[1]).toBe('<none>');
  });
});

/** What is in the store after a create. */
async function made(definition: typeof deployments, body: object): Promise<KubeObject> {
  const { object: written } = await tryOut(definition).write(body);
  const stored = { ...written, metadata: { generation: 1, ...(written.metadata as object) } };
  return JSON.parse(JSON.stringify(stored)) as KubeObject;
}
