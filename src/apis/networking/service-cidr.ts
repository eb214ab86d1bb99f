import { describeKind } from '#machinery';
import { cidrFaults, type FieldError, fieldErrors, path } from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  type BuiltinSubresource,
  column,
  dropStatus,
  keepAllButStatus,
  keepStatus,
  nameColumn,
  versionedResource,
} from '#resource';
import { ipFamilyOf, validateBy } from '../field-validation.ts';
import type { Types } from './v1/types.gen.ts';
import { networkingV1 } from './v1/types.ts';
import { networkingV1beta1 } from './v1beta1/types.ts';

type ServiceCidr = Types['ServiceCIDR'];

const field = path('spec', 'cidrs');
const cidrsOf = ({ spec }: ServiceCidr): readonly string[] => spec?.cidrs ?? [];
function familyOf(range: string): ReturnType<typeof ipFamilyOf> {
  const [address = ''] = range.split('/');
  return ipFamilyOf(address);
}

function validate(ranges: ServiceCidr): FieldError[] {
  const cidrs = cidrsOf(ranges);
  if (cidrs.length === 0) return [fieldErrors.required(field, 'at least one CIDR required')];
  if (cidrs.length > 2) return [fieldErrors.invalid(field, { CIDRs: cidrs }, 'may only hold up to 2 values')];
  const faults = cidrs.flatMap((cidr, at) => validateBy(field.index(at), cidr, cidrFaults));
  const [first, second] = cidrs.map(familyOf);
  if (cidrs.length === 2 && first === second && first !== undefined) {
    const why = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64';
    faults.push(fieldErrors.invalid(field, cidrs, why));
  }
  return faults;
}

/** A range stays; one of the other family may join it. */
function validateChange(ranges: ServiceCidr, live: ServiceCidr): FieldError[] {
  const now = cidrsOf(ranges);
  const was = cidrsOf(live);
  const changed = (at: number): FieldError[] =>
    now[at] === was[at] ? [] : [fieldErrors.invalid(field.index(at), now[at], 'field is immutable')];
  if (now.length === was.length) return now.flatMap((_, at) => changed(at));
  if (was.length === 1 && now.length === 2) return [...changed(0), ...validate(ranges)];
  return [fieldErrors.invalid(field, ranges.spec?.cidrs ?? null, 'field is immutable')];
}

const strategy: BuiltinStrategy<ServiceCidr> = {
  repeats: ['change'],
  prepareForCreate: dropStatus,
  prepareForUpdate: keepStatus,
  validateCreate: validate,
  validateUpdate: validateChange,
};

const status: BuiltinSubresource<ServiceCidr> = {
  name: 'status',
  resets: [['metadata'], ['spec']],
  strategy: {
    prepareForUpdate: keepAllButStatus,
    validateUpdate: () => [],
  },
};

const hub = networkingV1.type('ServiceCIDR');
const ranges = describeKind({ group: 'networking.k8s.io', kind: 'ServiceCIDR', hub })
  .version('v1', { type: hub })
  .version('v1beta1', { type: networkingV1beta1.type('ServiceCIDR') })
  .storedAs('v1');

export const serviceCidrs = versionedResource(ranges, {
  resource: 'servicecidrs',
  namespaced: false,
  deprecated: { v1beta1: { since: '1.34', gone: '1.37' } },
  strategy,
  subresources: [status],
  columns: [nameColumn, column('CIDRs', 'The ranges.', (ranges: ServiceCidr) => cidrsOf(ranges).join(',')), ageColumn],
});
