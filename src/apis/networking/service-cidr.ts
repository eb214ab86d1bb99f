import { cidrFaults, type FieldError, fieldErrors, type KubeObject, path } from '#meta';
import { type BuiltinStrategy, type BuiltinSubresource, builtin } from '../builtin.ts';
import { ageColumn, column, nameColumn } from '../columns.ts';
import { faultsOf, ipFamilyOf } from '../rules.ts';
import { dropStatus, keepMetadata, keepSpec, keepStatus } from '../spec-and-status.ts';
import { networkingV1 } from './v1/types.ts';
import { networkingV1beta1 } from './v1beta1/types.ts';

interface ServiceCidr extends KubeObject {
  spec?: { cidrs?: string[] };
}

const field = path('spec', 'cidrs');
const cidrsOf = ({ spec }: ServiceCidr): readonly string[] => spec?.cidrs ?? [];
const familyOf = (range: string) => ipFamilyOf(range.split('/')[0] as string);

function validate(ranges: ServiceCidr): FieldError[] {
  const cidrs = cidrsOf(ranges);
  if (cidrs.length === 0) return [fieldErrors.required(field, 'at least one CIDR required')];
  if (cidrs.length > 2) return [fieldErrors.invalid(field, { CIDRs: cidrs }, 'may only hold up to 2 values')];
  const faults = cidrs.flatMap((cidr, at) => faultsOf(field.index(at), cidr, cidrFaults));
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

const strategy: BuiltinStrategy = {
  repeats: ['change'],
  prepareForCreate: dropStatus,
  prepareForUpdate: keepStatus,
  validateCreate: validate,
  validateUpdate: validateChange,
};

const status: BuiltinSubresource = {
  name: 'status',
  strategy: {
    prepareForUpdate(ranges: ServiceCidr, live: ServiceCidr) {
      keepSpec(ranges, live);
      keepMetadata(ranges, live);
    },
    validateUpdate: () => [],
  },
};

export const serviceCidrs = builtin({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'ServiceCIDR',
  resource: 'servicecidrs',
  namespaced: false,
  type: networkingV1.type('ServiceCIDR'),
  versions: [
    {
      version: 'v1beta1',
      type: () => networkingV1beta1.type('ServiceCIDR'),
      deprecated: { since: '1.34', gone: '1.37' },
    },
  ],
  strategy,
  subresources: [status],
  columns: [nameColumn, column('CIDRs', 'The ranges.', (ranges: ServiceCidr) => cidrsOf(ranges).join(',')), ageColumn],
});
