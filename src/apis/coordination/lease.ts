import { type FieldError, fieldErrors, path } from '#meta';
import { ageColumn, type BuiltinStrategy, builtin, column, nameColumn } from '#resource';
import type { Types } from './v1/types.gen.ts';
import { coordinationV1 } from './v1/types.ts';

type Lease = Types['Lease'];

function validate({ spec = {} }: Lease): FieldError[] {
  const { leaseDurationSeconds: duration, leaseTransitions: transitions } = spec;
  const faults: FieldError[] = [];
  if (duration !== undefined && duration <= 0) {
    faults.push(fieldErrors.invalid(path('spec', 'leaseDurationSeconds'), duration, 'must be greater than 0'));
  }
  if (transitions !== undefined && transitions < 0) {
    const why = 'must be greater than or equal to 0';
    faults.push(fieldErrors.invalid(path('spec', 'leaseTransitions'), transitions, why));
  }
  return faults;
}

/** Coordinated elections are not served: their fields are taken and dropped, as a server without the feature does. */
function dropCoordination({ spec }: Lease): void {
  delete spec?.strategy;
  delete spec?.preferredHolder;
}

const strategy: BuiltinStrategy = {
  repeats: ['change'],
  createsOnUpdate: true,
  // A holder that did not read the lease must not take it.
  updatesUnconditionally: false,
  prepareForCreate: dropCoordination,
  prepareForUpdate: dropCoordination,
  validateCreate: validate,
  validateUpdate: validate,
};

export const leases = builtin({
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  resource: 'leases',
  formerly: ['coordination.k8s.io/v1beta1'],
  namespaced: true,
  anyFinalizers: true,
  type: coordinationV1.type('Lease'),
  strategy,
  columns: [
    nameColumn,
    column('Holder', 'Who holds the lease.', ({ spec }: Lease) => spec?.holderIdentity ?? ''),
    ageColumn,
  ],
});
