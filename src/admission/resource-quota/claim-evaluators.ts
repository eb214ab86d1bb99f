import { addAmounts, amountOf, type CoreV1, compareAmounts, type ResourceList, type ResourceV1 } from '#apis';
import { parseQuantity, setOwn } from '#meta';
import { countName, type Evaluator, valueMatches } from './evaluator.ts';
import type { ScopeRequirement } from './resource-quota.ts';

const volumeClaimResource = { group: '', resource: 'persistentvolumeclaims' };
const volumeClaimCount = countName(volumeClaimResource);
const OF_CLASS = '.storageclass.storage.k8s.io/';
/** What can also be limited for one storage class. */
const byClass = ['persistentvolumeclaims', 'requests.storage'];
const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

type VolumeClaim = CoreV1['PersistentVolumeClaim'];

const storageClassOf = ({ metadata, spec }: VolumeClaim): string =>
  metadata.annotations?.[CLASS_ANNOTATION] ?? spec?.storageClassName ?? '';

/** What is asked for, or what was given already where that is more. In whole bytes. */
function storageOf({ spec, status }: VolumeClaim): string | undefined {
  const asked = amountOf(spec?.resources?.requests, 'storage');
  const given = amountOf(status?.allocatedResources, 'storage');
  if (asked === undefined) return undefined;
  const counted = given !== undefined && compareAmounts(given, asked) > 0 ? given : asked;
  return parseQuantity(counted).roundUp(0).toString();
}

function attributesClassesOf({ spec, status }: VolumeClaim): readonly string[] {
  const { currentVolumeAttributesClassName: current, modifyVolumeStatus: change } = status ?? {};
  const all = [spec?.volumeAttributesClassName, current, change?.targetVolumeAttributesClassName];
  return [...new Set(all.flatMap((name) => name || []))];
}

function inAttributesClass(scope: ScopeRequirement, claim: VolumeClaim): boolean {
  const classes = attributesClassesOf(claim);
  return classes.length === 0 ? valueMatches(scope, '') : classes.some((name) => valueMatches(scope, name));
}

/** k8s: quota/v1/evaluator/core/persistent_volume_claims.go */
export const volumeClaimEvaluator: Evaluator<VolumeClaim> = {
  resource: volumeClaimResource,
  changes: true,
  handles({ operation, subresource, object, oldObject }) {
    if (subresource === '') return operation === 'CREATE' || operation === 'UPDATE';
    if (subresource !== 'status' || operation !== 'UPDATE') return false;
    if (object === null || oldObject === null) return false;
    const allocated = (claim: VolumeClaim): string => amountOf(claim.status?.allocatedResources, 'storage') ?? '0';
    const classes = (claim: VolumeClaim): string => attributesClassesOf(claim).toSorted().join();
    return allocated(object) !== allocated(oldObject) || classes(object) !== classes(oldObject);
  },
  counts: (name) =>
    name === volumeClaimCount || byClass.includes(name) || byClass.some((counted) => name.endsWith(OF_CLASS + counted)),
  usage(claim: VolumeClaim) {
    const storage = storageOf(claim);
    const usage: ResourceList = { persistentvolumeclaims: '1', ...(storage && { 'requests.storage': storage }) };
    const storageClass = storageClassOf(claim);
    const ofClass: ResourceList = {};
    for (const [name, amount] of Object.entries(storageClass === '' ? {} : usage)) {
      setOwn(ofClass, storageClass + OF_CLASS + name, amount);
    }
    return { ...usage, ...ofClass, [volumeClaimCount]: '1' };
  },
  inScope: (scope, claim: VolumeClaim) =>
    scope.scopeName === 'VolumeAttributesClass' && inAttributesClass(scope, claim),
};

const deviceClaimResource = { group: 'resource.k8s.io', resource: 'resourceclaims' };
const deviceClaimCount = countName(deviceClaimResource);
const OF_DEVICE_CLASS = '.deviceclass.resource.k8s.io/devices';
/** The most that `All` can come to. */
const ALL_DEVICES = 32;

type DeviceRequest = ResourceV1['ExactDeviceRequest'];
type DeviceClaim = ResourceV1['ResourceClaim'];

const devicesOf = ({ allocationMode, count = 0 }: DeviceRequest): number =>
  allocationMode === 'All' ? ALL_DEVICES : allocationMode === 'ExactCount' ? Number(count) : 0;

/** Of several that would do, of each class the most. */
function greatestByClass(requests: readonly DeviceRequest[]): ResourceList {
  const most: ResourceList = {};
  for (const request of requests) {
    const name = (request.deviceClassName ?? '') + OF_DEVICE_CLASS;
    const devices = Math.max(devicesOf(request), Number(amountOf(most, name) ?? 0));
    setOwn(most, name, String(devices));
  }
  return most;
}

/** k8s: quota/v1/evaluator/core/resource_claims.go */
export const deviceClaimEvaluator: Evaluator = {
  resource: deviceClaimResource,
  changes: true,
  handles: ({ operation, subresource }) => subresource === '' && (operation === 'CREATE' || operation === 'UPDATE'),
  counts: (name) => name === deviceClaimCount || name.endsWith(OF_DEVICE_CLASS),
  usage: ({ spec }: DeviceClaim) =>
    (spec?.devices?.requests ?? []).reduce<ResourceList>(
      (all, { exactly, firstAvailable = [] }) =>
        addAmounts(all, greatestByClass(exactly === undefined ? firstAvailable : [exactly])),
      { [deviceClaimCount]: '1' },
    ),
};
