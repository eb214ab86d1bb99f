import { ageColumn, type BuiltinStrategy, builtin, nameColumn, validateDeclared, validateImmutables } from '#resource';
import { dropFeatures } from './group-features.ts';
import type { Types } from './v1alpha2/types.gen.ts';
import { schedulingV1alpha2 } from './v1alpha2/types.ts';

type Workload = Types['Workload'];

const type = schedulingV1alpha2.type('Workload');

const drop = ({ spec }: Workload): void => spec?.podGroupTemplates?.forEach(dropFeatures);

const strategy: BuiltinStrategy<Workload> = {
  repeats: ['change'],
  prepareForCreate: drop,
  prepareForUpdate: drop,
  validateCreate: (workload) => validateDeclared(type, workload),
  validateUpdate: (workload, live) => validateImmutables(type, { value: workload, before: live }),
};

export const workloads = builtin({
  group: 'scheduling.k8s.io',
  version: 'v1alpha2',
  kind: 'Workload',
  resource: 'workloads',
  namespaced: true,
  type,
  strategy,
  columns: [nameColumn, ageColumn],
});
