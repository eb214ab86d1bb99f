import { type FieldError, type FieldPath, fieldErrors, qualifiedNameFaults } from '#meta';
import { validateBy } from '../../field-validation.ts';

/** Which resources there are, and what may be said about them. k8s: apis/core/helper/helpers.go */

const containerResources: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);
/** Counted, so whole numbers. */
const countedResources: ReadonlySet<string> = new Set([
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
]);
export const quotaResources: ReadonlySet<string> = new Set([
  ...containerResources,
  ...countedResources,
  ...['requests.', 'limits.'].flatMap((prefix) => [...containerResources].map((name) => prefix + name)),
  'requests.storage',
]);

export const isHugePages = (name: string): boolean => name.startsWith('hugepages-');
export const isQuotaHugePages = (name: string): boolean => isHugePages(name) || name.startsWith('requests.hugepages-');
const isStandard = (name: string): boolean => quotaResources.has(name) || name === 'storage' || isQuotaHugePages(name);
const isStandardForContainers = (name: string): boolean => containerResources.has(name) || isHugePages(name);

export const isNative = (name: string): boolean => !name.includes('/') || name.includes('kubernetes.io/');

/** Resources of devices, which somebody other than Kubernetes counts. */
export function isExtended(name: string): boolean {
  return !isNative(name) && !name.startsWith('requests.') && qualifiedNameFaults(`requests.${name}`).length === 0;
}

/** What may be limited above what is requested. */
export const mayBeOvercommitted = (name: string): boolean => isNative(name) && !isHugePages(name);

export const isPodLevelResource = (name: string): boolean => name === 'cpu' || name === 'memory' || isHugePages(name);

export const isCounted = (name: string): boolean => countedResources.has(name) || isExtended(name);

export function validateResourceName(name: string, field: FieldPath): FieldError[] {
  const faults = validateBy(field, name, qualifiedNameFaults);
  if (faults.length > 0 || name.includes('/') || isStandard(name)) return faults;
  return [fieldErrors.invalid(field, name, 'must be a standard resource type or fully qualified')];
}

export function validateContainerResource(name: string, field: FieldPath): FieldError[] {
  const faults = validateResourceName(name, field);
  if (!name.includes('/')) {
    const why = 'must be a standard resource for containers';
    return isStandardForContainers(name) ? faults : [...faults, fieldErrors.invalid(field, name, why)];
  }
  if (isNative(name) || isExtended(name)) return faults;
  return [...faults, fieldErrors.invalid(field, name, "doesn't follow extended resource name standard")];
}

export function validatePodResource(name: string, field: FieldPath): FieldError[] {
  const faults = validateResourceName(name, field);
  if (faults.length > 0 || isPodLevelResource(name)) return faults;
  return [fieldErrors.notSupported(field, name, ['cpu', 'hugepages-', 'memory'])];
}
