import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { csiDrivers } from './csi-driver.ts';
import { csiNodes } from './csi-node.ts';
import { csiStorageCapacities } from './csi-storage-capacity.ts';
import { storageClasses } from './storage-class.ts';
import { volumeAttachments } from './volume-attachment.ts';
import { volumeAttributesClasses } from './volume-attributes-class.ts';

const of = (kind: string) => (rest: object) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind,
  metadata: { name: 'a' },
  ...rest,
});

describe('a StorageClass', () => {
  const { read, write, cells } = tryOut(storageClasses);
  const storageClass = of('StorageClass');
  const topology = (...matchLabelExpressions: object[]) => ({ matchLabelExpressions });

  it('deletes released volumes and binds at once, unless told otherwise', async () => {
    const { object, faults } = await write(storageClass({ provisioner: 'p' }));
    expect(faults).toEqual([]);
    expect(object).toMatchObject({ reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' });
  });

  it.each([
    [{}, ['provisioner: Required value']],
    [{ provisioner: 'p', parameters: { '': 'x' } }, ['parameters: Invalid value: "": field can not be empty.']],
    [
      { provisioner: 'p', parameters: { k: 'x'.repeat(256 * 1024) } },
      ['parameters: Too long: may not be more than 262144 bytes'],
    ],
    [
      { provisioner: 'p', reclaimPolicy: 'Recycle', volumeBindingMode: 'Later' },
      [
        'reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"',
        'volumeBindingMode: Unsupported value: "Later": supported values: "Immediate", "WaitForFirstConsumer"',
      ],
    ],
    [
      {
        provisioner: 'p',
        allowedTopologies: [topology({ key: 'z', values: [] }, { key: 'z', values: ['a', 'a'] })],
      },
      [
        'allowedTopologies[0].matchLabelExpressions[0].values: Required value',
        'allowedTopologies[0].matchLabelExpressions[1].values[1]: Duplicate value: "a"',
        'allowedTopologies[0].matchLabelExpressions[1].key: Duplicate value: "z"',
      ],
    ],
    [
      {
        provisioner: 'p',
        allowedTopologies: [topology({ key: 'z', values: ['a', 'b'] }), topology({ key: 'z', values: ['b', 'a'] })],
      },
      ['allowedTopologies[1].matchLabelExpressions: Duplicate value: ""'],
    ],
    [
      { provisioner: 'p', allowedTopologies: [topology({ key: 'y', values: [] }), topology({ key: 'z', values: [] })] },
      [0, 1].map((at) => `allowedTopologies[${at}].matchLabelExpressions[0].values: Required value`),
    ],
    [
      { provisioner: 'p', allowedTopologies: [{}, {}] },
      [0, 0, 1, 1, 1].map((at) => `allowedTopologies[${at}].matchLabelExpressions: Duplicate value: ""`),
    ],
  ])('with %j', async (rest, faults) => {
    expect((await write(storageClass(rest))).faults).toEqual(faults);
  });

  it('changes only what does not matter to volumes that are there', async () => {
    const live = read(storageClass({ provisioner: 'p' }));
    const changed = { provisioner: 'q', parameters: { a: 'b' }, reclaimPolicy: 'Retain' };
    expect((await write(storageClass(changed), { live })).faults).toEqual([
      'parameters: Invalid value: {"a":"b"}: field is immutable',
      'provisioner: Invalid value: "q": field is immutable',
      'reclaimPolicy: Invalid value: "Retain": field is immutable',
    ]);
    expect((await write(storageClass({ provisioner: 'p', allowVolumeExpansion: true }), { live })).faults).toEqual([]);
  });

  it('is warned of labels that have another name by now', async () => {
    const allowedTopologies = [topology({ key: 'failure-domain.beta.kubernetes.io/zone', values: ['a'] })];
    expect((await write(storageClass({ provisioner: 'p', allowedTopologies }))).warnings).toEqual([
      'allowedTopologies[0].matchLabelExpressions[0].key: deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
    ]);
  });

  it('shows what it does', () => {
    expect(cells(storageClass({ provisioner: 'p' }))).toEqual(['a', 'p', 'Delete', 'Immediate', false, '<unknown>']);
  });
});

describe('a CSIDriver', () => {
  const { read, write, cells } = tryOut(csiDrivers);
  const driver = (spec: object) => of('CSIDriver')({ spec });
  const open =
    'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes';

  it('has usual answers to every question', async () => {
    expect((await write(driver({ preventPodSchedulingIfMissing: true }))).object.spec).toEqual({
      attachRequired: true,
      podInfoOnMount: false,
      volumeLifecycleModes: ['Persistent'],
      storageCapacity: false,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      requiresRepublish: false,
      seLinuxMount: false,
    });
  });

  it.each([
    [
      { nodeAllocatableUpdatePeriodSeconds: 9 },
      ['spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 9: must be greater than or equal to 10 seconds'],
    ],
    [
      { serviceAccountTokenInSecrets: true },
      [
        'spec.serviceAccountTokenInSecrets: Invalid value: true: serviceAccountTokenInSecrets is set but no tokenRequests are specified',
      ],
    ],
    [
      { tokenRequests: [{ audience: 'a', expirationSeconds: 2 ** 33 }] },
      [
        'spec.tokenRequests[0].expirationSeconds: Invalid value: 8589934592: may not specify a duration larger than 2^32 seconds',
      ],
    ],
  ])('with %j', async (spec, faults) => {
    expect((await write(driver(spec))).faults).toEqual(faults);
  });

  it('gets a generation with its first change', async () => {
    const live = read(driver({}));
    const { object } = await write(driver({ requiresRepublish: true }), { live });
    expect(object.metadata).toMatchObject({ generation: 1 });
    expect((await write(driver({}), { live })).object.metadata).not.toHaveProperty('generation');
    expect((await write(driver({ attachRequired: false }), { live })).faults).toEqual([
      'spec.attachedRequired: Invalid value: false: field is immutable',
    ]);
  });

  it('is warned when tokens lie open, once', async () => {
    const tokens = driver({ tokenRequests: [{ audience: 'a' }] });
    expect((await write(tokens)).warnings).toEqual([open]);
    expect((await write(tokens, { live: read(tokens) })).warnings).toEqual([]);
  });

  it('shows what it can do', () => {
    expect(cells(driver({ tokenRequests: [{ audience: 'x' }, { audience: 'y' }] }))).toEqual([
      'a',
      true,
      false,
      false,
      'x,y',
      false,
      'Persistent',
      '<unknown>',
    ]);
  });
});

describe('a CSINode', () => {
  const { read, write, cells } = tryOut(csiNodes);
  const node = (...drivers: object[]) => of('CSINode')({ spec: { drivers } });

  it('has drivers that all say who they are', async () => {
    const { faults } = await write(
      node({ name: '', nodeID: 'x'.repeat(257) }, { name: 'd', nodeID: '', topologyKeys: ['', ''] }),
    );
    expect(faults.filter((fault) => !fault.includes('name part'))).toEqual([
      'spec.drivers[0].name: Required value',
      `spec.drivers[0].nodeID: Invalid value: "${'x'.repeat(257)}": must be 256 characters or less`,
      'spec.drivers[1].nodeID: Required value',
      'spec.drivers[1]: Required value',
      'spec.drivers[1]: Required value',
      'spec.drivers[1]: Duplicate value: ""',
    ]);
  });

  it('changes nothing of a driver but its limits', async () => {
    const live = read(node({ name: 'd', nodeID: 'x', allocatable: { count: 1 } }));
    expect((await write(node({ name: 'd', nodeID: 'x', allocatable: { count: 2 } }), { live })).faults).toEqual([]);
    expect((await write(node({ name: 'd', nodeID: 'y', topologyKeys: ['k'] }), { live })).faults).toEqual([
      'spec.drivers: Invalid value: {"Name":"d","NodeID":"y","TopologyKeys":["k"],"Allocatable":null}: field is immutable',
    ]);
  });

  it('shows how many drivers it has', () => {
    expect(cells(node({ name: 'd', nodeID: 'x' }))).toEqual(['a', 1, '<unknown>']);
  });
});

describe('a CSIStorageCapacity', () => {
  const { read, write } = tryOut(csiStorageCapacities);
  const capacity = of('CSIStorageCapacity');

  it('is warned of labels that have another name by now', async () => {
    const nodeTopology = { matchLabels: { 'beta.kubernetes.io/os': 'linux' } };
    expect((await write(capacity({ storageClassName: 'fast', nodeTopology }))).warnings).toEqual([
      'nodeTopology.matchLabels.beta.kubernetes.io/os: deprecated since v1.14; use "kubernetes.io/os" instead',
    ]);
  });

  it('is of one class and place for good', async () => {
    const live = read(capacity({ storageClassName: 'fast', capacity: '1Gi' }));
    expect((await write(capacity({ storageClassName: 'fast', capacity: '2Gi' }), { live })).faults).toEqual([]);
    expect((await write(capacity({ storageClassName: 'slow', nodeTopology: {} }), { live })).faults).toEqual([
      'nodeTopology: Invalid value: {}: field is immutable',
      'storageClassName: Invalid value: "slow": field is immutable',
    ]);
    expect((await write(capacity({ storageClassName: 'fast', capacity: '-1' }))).faults).toEqual([
      'capacity: Invalid value: "-1": must be greater than or equal to 0',
    ]);
  });
});

describe('a VolumeAttributesClass', () => {
  const { read, write, cells } = tryOut(volumeAttributesClasses);
  const attributes = of('VolumeAttributesClass');
  const good = { driverName: 'd', parameters: { iops: '1' } };

  it('says something, and never changes it', async () => {
    expect((await write(attributes({}))).faults).toEqual([
      'driverName: Required value',
      'parameters: Required value: must contain at least one key/value pair',
    ]);
    const live = read(attributes(good));
    expect((await write(attributes({ driverName: 'e', parameters: { iops: '2' } }), { live })).faults).toEqual([
      'driverName: Forbidden: updates to driverName are forbidden.',
      'parameters: Forbidden: updates to parameters are forbidden.',
    ]);
    expect(cells(attributes(good))).toEqual(['a', 'd', '<unknown>']);
  });
});

describe('a VolumeAttachment', () => {
  const { read, write, cells } = tryOut(volumeAttachments);
  const source = { persistentVolumeName: 'pv' };
  const attachment = (spec: object, rest: object = {}) => of('VolumeAttachment')({ spec, ...rest });
  const good = { attacher: 'd', nodeName: 'n', source };

  it('fills in what a volume that is written out has', async () => {
    const inlineVolumeSpec = { hostPath: { path: '/' }, rbd: { monitors: ['m'], image: 'i' } };
    const { object } = await write(attachment({ ...good, source: { inlineVolumeSpec } }));
    expect(object.spec).toMatchObject({
      source: { inlineVolumeSpec: { hostPath: { type: '' }, rbd: { pool: 'rbd', user: 'admin' } } },
    });
  });

  it('starts detached, whatever the client says', async () => {
    const { object, faults } = await write(attachment(good, { status: { attached: true } }));
    expect(faults).toEqual([]);
    expect(object.status).toEqual({ attached: false });
  });

  it.each([
    [
      { persistentVolumeName: 'pv', inlineVolumeSpec: {} },
      ['spec.source: Forbidden: must specify exactly one of inlineVolumeSpec and persistentVolumeName'],
    ],
    [
      { inlineVolumeSpec: { claimRef: { name: 'c' }, capacity: { storage: '1' } } },
      [
        'spec.source.inlineVolumeSpec.claimRef: Forbidden: may not be specified in the context of inline volumes',
        'spec.source.inlineVolumeSpec.capacity: Forbidden: may not be specified in the context of inline volumes',
        'spec.source.inlineVolumeSpec.csi: Required value: has to be specified in the context of inline volumes',
        'spec.source.inlineVolumeSpec.accessModes: Required value',
        'spec.source.inlineVolumeSpec: Required value: must specify a volume type',
      ],
    ],
    [
      {
        inlineVolumeSpec: {
          csi: { driver: 'd', volumeHandle: 'h' },
          accessModes: ['ReadWriteOnce'],
          hostPath: { path: '/' },
          persistentVolumeReclaimPolicy: 'Delete',
          nodeAffinity: {},
          storageClassName: 's',
          volumeMode: 'Block',
        },
      },
      [
        ['persistentVolumeReclaimPolicy', 'may only be Retain'],
        ['nodeAffinity', 'may not be specified'],
      ]
        .map(
          ([part, why]) => `spec.source.inlineVolumeSpec.${part}: Forbidden: ${why} in the context of inline volumes`,
        )
        .concat(
          'spec.source.inlineVolumeSpec.csi: Forbidden: may not specify more than 1 volume type',
          'spec.source.inlineVolumeSpec.storageClassName: Forbidden: may not be specified in the context of inline volumes',
          'spec.source.inlineVolumeSpec.volumeMode: Forbidden: may not specify volumeMode other than Filesystem in the context of inline volumes',
        ),
    ],
    [{}, ['spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName']],
  ])('of the source %j', async (odd, faults) => {
    expect((await write(attachment({ ...good, source: odd }))).faults).toEqual(faults);
  });

  it('never changes what is attached where', async () => {
    const live = read(attachment(good));
    expect((await write(attachment({ ...good, nodeName: 'm' }), { live })).faults).toEqual([
      'spec: Invalid value: {"Attacher":"d","Source":{"PersistentVolumeName":"pv","InlineVolumeSpec":null},"NodeName":"m"}: field is immutable',
    ]);
  });

  it('is told attached by its status alone, whose labels are not taken', async () => {
    const live = read(attachment(good, { metadata: { name: 'a', labels: { x: 'y' } } }));
    const status = { attached: true, detachError: { message: 'm'.repeat(1025), errorCode: -1 } };
    const { object, faults } = await write(attachment({}, { status }), { live, subresource: 'status' });
    expect(object).toMatchObject({ metadata: { labels: { x: 'y' } }, spec: good, status: { attached: true } });
    expect(faults).toEqual([
      'status.detachError.message: Too long: may not be more than 1024 bytes',
      'status.detachError.errorCode: Invalid value: -1: must be between 0 and 2147483647, inclusive',
    ]);
    expect(cells(attachment(good, { status }))).toEqual(['a', 'd', 'pv', 'n', true, '<unknown>']);
  });
});
