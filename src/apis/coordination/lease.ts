import type { FieldError } from '#meta';
import { ageColumn, type BuiltinStrategy, builtin, column, nameColumn, validateDeclared } from '#resource';
import type { Types } from './v1/types.gen.ts';
import { coordinationV1 } from './v1/types.ts';

type Lease = Types['Lease'];

const type = coordinationV1.type('Lease');

const validate = (lease: Lease): FieldError[] => validateDeclared(type, lease);

/** Coordinated elections are not served: their fields are taken and dropped, as a server without the feature does. */
function dropCoordination({ spec }: Lease): void {
  delete spec?.strategy;
  delete spec?.preferredHolder;
}

const strategy: BuiltinStrategy<Lease> = {
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
  type,
  strategy,
  columns: [
    nameColumn,
    column('Holder', 'Who holds the lease.', ({ spec }: Lease) => spec?.holderIdentity ?? ''),
    ageColumn,
  ],
});
