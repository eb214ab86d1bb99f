import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { limitRanges } from './limit-range.ts';
import { nodes } from './node.ts';
import { persistentVolumes } from './persistent-volume.ts';
import { persistentVolumeClaims } from './persistent-volume-claim.ts';
import { podTemplates } from './pod-template.ts';
import { replicationControllers } from './replication-controller.ts';
import { resourceQuotas } from './resource-quota.ts';

const metadata = { name: 'x' };
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };

describe('nodes', () => {
  const { write, cells, read } = tryOut(nodes);
  const body = (spec: object, more: object = {}) => ({ apiVersion: 'v1', kind: 'Node', metadata, spec, ...more });

  it('have the first of their ranges twice, and all of what they have for pods', async () => {
    const { object } = await write(body({ podCIDR: '10.1.0.0/24' }, { status: { capacity: { cpu: '4' } } }));
    expect(object).toMatchObject({ spec: { podCIDRs: ['10.1.0.0/24'] }, status: { allocatable: { cpu: '4' } } });
  });

  it.each([
    [
      { taints: [{ key: 'a', effect: 'Never' }] },
      [
        'metadata.taints[0].effect: Unsupported value: "Never": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
      ],
    ],
    [
      { podCIDR: '10.244.7.0/33' },
      [
        'spec.podCIDRs[0]: Invalid value: "10.244.7.0/33": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      ],
    ],
  ])('are refused: %j', async (spec, faults) => {
    expect((await write(body(spec))).faults).toEqual(faults);
  });

  it('keep their provider', async () => {
    const live = read(body({ providerID: 'a' }));
    expect((await write(body({ providerID: 'b' }), { live })).faults).toEqual([
      'spec.providerID: Forbidden: node updates may not change providerID except from "" to valid',
    ]);
  });

  it('are shown with their roles', () => {
    const labels = { 'node-role.kubernetes.io/worker': '', 'node-role.kubernetes.io/control-plane': '' };
    const node = { ...body({ unschedulable: true }), metadata: { ...metadata, labels } };
    expect(cells(node).slice(1, 3)).toEqual(['Unknown,SchedulingDisabled', 'control-plane,worker']);
  });
});

describe('limit ranges', () => {
  const { write } = tryOut(limitRanges);
  const body = (...limits: object[]) => ({ apiVersion: 'v1', kind: 'LimitRange', metadata, spec: { limits } });

  it('are called by their uid where nobody names them', async () => {
    const { object } = await write({ ...body(), metadata: { uid: 'u' } });
    expect(object).toMatchObject({ metadata: { name: 'u' } });
  });

  it('limit and request by default what they say of the most and the least', async () => {
    const { object } = await write(body({ type: 'Container', max: { cpu: '2' }, min: { memory: '1Mi' } }));
    expect(object).toMatchObject({
      spec: { limits: [{ default: { cpu: '2' }, defaultRequest: { cpu: '2', memory: '1Mi' } }] },
    });
  });

  it.each([
    [
      [{ type: 'Container', min: { cpu: '3' }, max: { cpu: '2' } }],
      [
        'spec.limits[0].min[cpu]: Invalid value: "3": min value 3 is greater than max value 2',
        'spec.limits[0].defaultRequest[cpu]: Invalid value: "2": min value 3 is greater than default request value 2',
        'spec.limits[0].default[cpu]: Invalid value: "3": min value 3 is greater than default value 2',
      ],
    ],
    [
      [{ type: 'Pod', default: { cpu: '2' } }],
      ["spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'"],
    ],
    [
      [{ type: 'Container', maxLimitRequestRatio: { memory: '0.5' } }],
      ['spec.limits[0].maxLimitRequestRatio[memory]: Invalid value: "500m": ratio 500m is less than 1'],
    ],
  ])('are refused: %j', async (limits, faults) => {
    expect((await write(body(...limits))).faults).toEqual(faults);
  });
});

describe('resource quotas', () => {
  const { write, cells } = tryOut(resourceQuotas);
  const body = (spec: object, more: object = {}) => ({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata,
    spec,
    ...more,
  });

  it.each([
    [{ hard: { pods: '1' }, scopes: ['Sleepy'] }, ['spec.scopes: Invalid value: ["Sleepy"]: unsupported scope']],
    [
      { hard: { 'requests.cpu': '1' }, scopes: ['BestEffort'] },
      ['spec.scopes: Invalid value: ["BestEffort"]: unsupported scope applied to resource'],
    ],
    [{ hard: { pods: '-1' } }, ['spec.hard[pods]: Invalid value: "-1": must be greater than or equal to 0']],
  ])('are refused: %j', async (spec, faults) => {
    expect((await write(body(spec))).faults).toEqual(faults);
  });

  it('warn of limits that are below requests', async () => {
    expect((await write(body({ hard: { 'requests.cpu': '2', 'limits.cpu': '1' } }))).warnings).toEqual([
      'ResourceQuota requests.cpu (2) should be less than limits.cpu (1)',
    ]);
  });

  it('are shown with what is used', () => {
    const status = { hard: { pods: '2', 'limits.cpu': '4' }, used: { pods: '1' } };
    expect(cells(body({}, { status })).slice(1, 3)).toEqual(['pods: 1/2', 'limits.cpu: 0/4']);
  });
});

describe('persistent volume claims', () => {
  const { write, read, cells } = tryOut(persistentVolumeClaims);
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const body = (more: object = {}) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata,
    spec: { ...spec, ...more },
  });

  it('say in both fields where their data comes from', async () => {
    const source = { kind: 'PersistentVolumeClaim', name: 'other' };
    expect((await write(body({ dataSource: source }))).object).toMatchObject({
      spec: { dataSourceRef: source, volumeMode: 'Filesystem' },
      status: { phase: 'Pending' },
    });
  });

  it.each([
    [{ accessModes: [] }, ['spec.accessModes: Required value: at least 1 access mode is required']],
    [{ resources: {} }, ['spec.resources[storage]: Required value']],
    [
      { accessModes: ['ReadWriteOncePod', 'ReadWriteOnce'] },
      ['spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes'],
    ],
  ])('are refused: %j', async (more, faults) => {
    expect((await write(body(more))).faults).toEqual(faults);
  });

  it('stay as they are, but a bound one may grow', async () => {
    const larger = { resources: { requests: { storage: '2Gi' } } };
    const live = read(body());
    expect((await write(body(larger), { live })).faults[0]).toContain('spec is immutable after creation');
    const bound = { ...live, status: { phase: 'Bound' } };
    expect((await write(body(larger), { live: bound })).faults).toEqual([]);
  });

  it('are shown with their volume', () => {
    const claim = {
      ...body({ volumeName: 'v' }),
      status: { phase: 'Bound', accessModes: ['ReadOnlyMany', 'ReadWriteOnce'] },
    };
    expect(cells(claim).slice(1, 5)).toEqual(['Bound', 'v', '0', 'RWO,ROX']);
  });
});

describe('persistent volumes', () => {
  const { write, read } = tryOut(persistentVolumes);
  const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] };
  const body = (more: object = {}) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata,
    spec: { ...spec, hostPath: { path: '/data' }, ...more },
  });

  it('are kept by default once their claim is gone', async () => {
    expect((await write(body())).object).toMatchObject({
      spec: {
        persistentVolumeReclaimPolicy: 'Retain',
        volumeMode: 'Filesystem',
        hostPath: { path: '/data', type: '' },
      },
      status: { phase: 'Pending', lastPhaseTransitionTime: '2024-01-01T00:00:00Z' },
    });
  });

  it.each([
    [{ hostPath: undefined }, ['spec: Required value: must specify a volume type']],
    [{ nfs: { server: 's', path: '/x' } }, ['spec.nfs: Forbidden: may not specify more than 1 volume type']],
    [
      { hostPath: undefined, local: { path: '/mnt/a' } },
      ['spec.nodeAffinity: Required value: Local volume requires node affinity'],
    ],
    [{ hostPath: { path: '/a/../b' } }, ['spec.hostPath.path: Invalid value: "/a/../b": must not contain \'..\'']],
  ])('are refused: %j', async (more, faults) => {
    expect((await write(body(more))).faults).toEqual(faults);
  });

  it('keep their source', async () => {
    const live = read(body());
    const { faults } = await write(body({ hostPath: { path: '/other' } }), { live });
    expect(faults[0]).toContain('spec.persistentvolumesource: Forbidden');
  });

  it('remember when their phase changed', async () => {
    const live = read(body());
    const { object } = await write({ ...body(), status: { phase: 'Released' } }, { live, subresource: 'status' });
    expect(object).toMatchObject({ status: { phase: 'Released', lastPhaseTransitionTime: '2024-01-01T00:00:00Z' } });
  });
});

describe('replication controllers and pod templates', () => {
  const { write } = tryOut(replicationControllers);
  const body = (spec: object) => ({ apiVersion: 'v1', kind: 'ReplicationController', metadata, spec });

  it('take labels and selector from the template', async () => {
    expect((await write(body({ template }))).object).toMatchObject({
      metadata: { labels: { a: 'b' } },
      spec: { replicas: 1, selector: { a: 'b' } },
    });
  });

  it.each([
    [
      { selector: { a: 'x' }, template },
      ['spec.template.metadata.labels: Invalid value: {"a":"b"}: `selector` does not match template `labels`'],
    ],
    [
      { replicas: -1, selector: { a: 'b' } },
      ['spec.replicas: Invalid value: -1: must be greater than or equal to 0', 'spec.template: Required value'],
    ],
  ])('are refused: %j', async (spec, faults) => {
    expect((await write(body(spec))).faults).toEqual(faults);
  });

  it('check a template where it stands', async () => {
    const trial = tryOut(podTemplates);
    const object = { apiVersion: 'v1', kind: 'PodTemplate', metadata, template: { spec: { containers: [] } } };
    expect((await trial.write(object)).faults).toEqual(['template.spec.containers: Required value']);
  });
});
