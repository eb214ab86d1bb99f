import { describe, expect, it } from 'vitest';
import type { Json, KubeObject } from '#meta';
import { tryOut } from '../../resource/testing/trial.ts';
import { deployments } from '../apps/deployment.ts';
import { statefulSets } from '../apps/stateful-set.ts';
import { jobs } from '../batch/job.ts';
import { newEvents } from '../events/event.ts';
import { runtimeClasses } from '../node/runtime-class.ts';
import { podDisruptionBudgets } from '../policy/pod-disruption-budget.ts';
import { resourceSlices } from '../resource/resource-slice.ts';
import { storageClasses } from '../storage/storage-class.ts';
import { nodes } from './node.ts';
import { persistentVolumes } from './persistent-volume.ts';
import { persistentVolumeClaims } from './persistent-volume-claim.ts';
import { replicationControllers } from './replication-controller.ts';

const template = (spec: object = {}) => ({
  metadata: { labels: { a: 'b' } },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
});

describe('jobs', () => {
  const { write, read } = tryOut(jobs);
  const body = (more: object = {}) => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'j', uid: 'u' },
    spec: { template: template({ restartPolicy: 'Never' }), ...more },
  });

  it('without labels have those of their pods, with the marks of the job', async () => {
    const { object } = await write(body());
    expect(Object.keys((object.metadata as { labels: object }).labels)).toEqual([
      'a',
      'batch.kubernetes.io/controller-uid',
      'batch.kubernetes.io/job-name',
      'controller-uid',
      'job-name',
    ]);
  });

  it('show a changed policy with the names of Go', async () => {
    const policy = (code: number) => ({
      podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [code] } }] },
    });
    const { object } = await write(body(policy(1)));
    const faults = (
      await write({ ...object, spec: { ...(object.spec as object), ...policy(2) } }, { live: read(object) })
    ).faults;
    expect(faults).toEqual([
      'spec.podFailurePolicy: Invalid value: {"Rules":[{"Action":"FailJob","OnExitCodes":{"ContainerName":null,"Operator":"In","Values":[2]},"OnPodConditions":null}]}: field is immutable',
    ]);
  });
});

describe('events', () => {
  const { write, read } = tryOut(newEvents);
  const body = (more: object = {}) => ({
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: 'e', namespace: 'home' },
    eventTime: '2024-01-01T00:00:00.000000Z',
    reportingController: 'example.com/c',
    reportingInstance: 'i',
    action: 'a',
    reason: 'r',
    type: 'Normal',
    regarding: { kind: 'Pod', name: 'p', namespace: 'home' },
    ...more,
  });

  it('show a changed reference with the names of Go', async () => {
    const regarding = { kind: 'Pod', name: 'other', namespace: 'home' };
    expect((await write(body({ regarding }), { live: read(body()) })).faults).toEqual([
      'involvedObject: Invalid value: {"Kind":"Pod","Namespace":"home","Name":"other","UID":"","APIVersion":"","ResourceVersion":"","FieldPath":""}: field is immutable',
    ]);
  });
});

describe('claims of volumes', () => {
  const { write } = tryOut(persistentVolumeClaims);
  const body = (more: object) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'c' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...more },
  });
  const reference = { apiGroup: 'a.b', kind: 'K', name: 'n' };

  it.each<[string, object, Json | undefined]>([
    ['from an unknown kind in the older field', { dataSource: reference }, undefined],
    ['from another namespace', { dataSourceRef: { ...reference, namespace: 'x' } }, undefined],
    ['in the newer field', { dataSourceRef: reference }, reference],
  ])('take data: %s', async (_, more, source) => {
    const { object, faults } = await write(body(more));
    expect(faults).toEqual([]);
    expect((object.spec as { dataSource?: Json }).dataSource).toEqual(source);
  });

  it('must say the same in both fields', async () => {
    const { faults } = await write(body({ dataSource: { ...reference, name: 'm' }, dataSourceRef: reference }));
    expect(faults).toEqual(['spec: Invalid value: {}: must match dataSourceRef']);
  });

  it('are warned of parts of bytes', async () => {
    const { warnings } = await write(
      body({ resources: { requests: { storage: '1Gi' }, limits: { storage: '1500m' } } }),
    );
    expect(warnings).toEqual([
      'spec.resources.limits[storage]: fractional byte value "1500m" is invalid, must be an integer',
    ]);
  });
});

describe('volumes', () => {
  const { write } = tryOut(persistentVolumes);
  const body = (source: object, annotations = {}) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'v', annotations },
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], ...source },
  });
  const old = { 'volume.beta.kubernetes.io/mount-options': 'ro' };
  const refused =
    'metadata.annotations.volume.beta.kubernetes.io/mount-options: Forbidden: may not specify mount options for this volume type';

  it.each([
    [{ hostPath: { path: '/a' }, mountOptions: ['ro'] }, {}, []],
    [{ hostPath: { path: '/a' } }, old, [refused]],
    [{ nfs: { server: 's', path: '/a' } }, old, []],
  ])('with options to mount them: %j %j', async (source, annotations, faults) => {
    expect((await write(body(source, annotations))).faults).toEqual(faults);
  });
});

describe('workloads', () => {
  const selector = { matchLabels: { a: 'b' } };

  it('are told about a collision count only where there was one', async () => {
    const { write, read } = tryOut(deployments);
    const body = (status: object) => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd' },
      spec: { selector, template: template() },
      status,
    });
    const change = async (before: object, now: object) =>
      (await write(body(now), { live: read(body(before)), subresource: 'status' })).faults;
    expect(await change({}, { collisionCount: 0 })).toEqual([]);
    expect(await change({ collisionCount: 2 }, {})).toEqual([
      'status.collisionCount: Invalid value: 0: cannot be decremented',
    ]);
  });

  it('with claims are warned of parts of bytes', async () => {
    const { write } = tryOut(statefulSets);
    const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1500m' } } };
    const { warnings } = await write({
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 's' },
      spec: {
        serviceName: 's',
        selector,
        template: template(),
        volumeClaimTemplates: [{ metadata: { name: 'v' }, spec: claim }],
      },
    });
    expect(warnings).toEqual([
      'spec.volumeClaimTemplates[0].resources.requests[storage]: fractional byte value "1500m" is invalid, must be an integer',
    ]);
  });

  it('of the oldest kind are warned of what they were before', async () => {
    const { write, read } = tryOut(replicationControllers);
    const body = (secrets: string[]) => ({
      apiVersion: 'v1',
      kind: 'ReplicationController',
      metadata: { name: 'r' },
      spec: { template: template({ imagePullSecrets: secrets.map((name) => ({ name })) }) },
    });
    const warning = 'spec.template.spec.imagePullSecrets[1].name: duplicate name "a"';
    expect((await write(body(['a', 'a']))).warnings).toEqual([warning]);
    expect((await write(body(['a', 'a']), { live: read(body(['a'])) })).warnings).toEqual([]);
    expect((await write(body(['a']), { live: read(body(['a', 'a'])) })).warnings).toEqual([warning]);
  });
});

it('a budget and a runtime class take finalizers of any name, and a budget any name', async () => {
  const metadata = { name: 'Any_Name', finalizers: ['mine'] };
  const budget = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata, spec: { minAvailable: 1 } };
  expect((await tryOut(podDisruptionBudgets).write(budget)).faults).toEqual([]);
  const runtime = {
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    metadata: { ...metadata, name: 'r' },
    handler: 'h',
  };
  expect((await tryOut(runtimeClasses).write(runtime)).faults).toEqual([]);
});

it('a topology that says nothing counts as said before', async () => {
  const { faults } = await tryOut(storageClasses).write({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 's' },
    provisioner: 'p',
    allowedTopologies: [{ matchLabelExpressions: [] }],
  });
  expect(faults).toEqual(['allowedTopologies[0].matchLabelExpressions: Duplicate value: ""']);
});

it('a node with two ranges of which one is none is told so twice', async () => {
  const { faults } = await tryOut(nodes).write({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n' },
    spec: { podCIDR: '10.0.0.0/24', podCIDRs: ['10.0.0.0/24', 'x'] },
  });
  expect(faults.slice(-2)).toEqual([
    'spec.podCIDRs: Internal error: invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[1]: <nil> (invalid CIDR address: x)',
    'spec.podCIDRs: Invalid value: ["10.0.0.0/24","x"]: may specify no more than one CIDR for each IP family',
  ]);
});

it('attributes of devices with several values are lost, unless there were some before', async () => {
  const { write, read } = tryOut(resourceSlices);
  const body = (attribute: object) => ({
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceSlice',
    metadata: { name: 's' },
    spec: {
      driver: 'd.example.com',
      nodeName: 'n',
      pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
      devices: [{ name: 'x', attributes: { a: attribute } }],
    },
  });
  const given = body({ string: 'one', strings: ['two'] });
  const kept = (object: object) => (object as { spec: { devices: { attributes: { a: object } }[] } }).spec.devices[0];
  expect(kept((await write(given)).object)?.attributes.a).toEqual({ string: 'one' });
  const live = read(body({ strings: ['two'] })) as KubeObject;
  expect(kept((await write(given, { live })).object)?.attributes.a).toEqual({ string: 'one', strings: ['two'] });
});
