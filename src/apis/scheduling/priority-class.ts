import { type FieldError, fieldErrors, path } from '#meta';
import { ageColumn, type BuiltinStrategy, builtin, column, nameColumn } from '#resource';
import { validateUnchanged } from '../field-validation.ts';
import type { Types } from './v1/types.gen.ts';
import { schedulingV1 } from './v1/types.ts';

type PriorityClass = Types['PriorityClass'];

const SYSTEM_PREFIX = 'system-';
const HIGHEST_FOR_USERS = 1_000_000_000;
const SYSTEM_CRITICAL = 2 * HIGHEST_FOR_USERS;

/** The classes that every cluster has. Their descriptions are data that clients read. */
export const systemPriorityClasses = [
  {
    name: 'system-node-critical',
    value: SYSTEM_CRITICAL + 1000,
    description: 'Used for system critical pods that must not be moved from their current node.',
  },
  {
    name: 'system-cluster-critical',
    value: SYSTEM_CRITICAL,
    description:
      'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  },
] as const;

function validate(priorityClass: PriorityClass): FieldError[] {
  const { metadata, value = 0 } = priorityClass;
  const faults: FieldError[] = [];
  if ((metadata.name ?? '').startsWith(SYSTEM_PREFIX)) faults.push(...validateSystemName(priorityClass));
  else if (value > HIGHEST_FOR_USERS) {
    const why = `maximum allowed value of a user defined priority is ${HIGHEST_FOR_USERS}`;
    faults.push(fieldErrors.forbidden(path('value'), why));
  }
  return [...faults, ...validatePolicy(priorityClass)];
}

function validateSystemName({ metadata, value = 0, globalDefault = false }: PriorityClass): FieldError[] {
  const name = metadata.name ?? '';
  const known = systemPriorityClasses.find((one) => one.name === name);
  const refuse = (why: string): FieldError[] => {
    const rule = `priority class names with '${SYSTEM_PREFIX}' prefix are reserved for system use only. error: ${why}`;
    return [fieldErrors.forbidden(path('metadata', 'name'), rule)];
  };
  if (known === undefined) return refuse(`${name} is not a known system priority class`);
  if (known.value !== value) return refuse(`value of ${name} PriorityClass must be ${known.value}`);
  return globalDefault ? refuse(`globalDefault of ${name} PriorityClass must be false`) : [];
}

function validatePolicy({ preemptionPolicy: policy }: PriorityClass): FieldError[] {
  const known = ['PreemptLowerPriority', 'Never'];
  const field = path('preemptionPolicy');
  if (policy === undefined || known.includes(policy)) return [];
  return [policy === '' ? fieldErrors.required(field) : fieldErrors.notSupported(field, policy, known)];
}

const strategy: BuiltinStrategy<PriorityClass> = {
  undeletable: {
    names: new Set<string>(systemPriorityClasses.map(({ name }) => name)),
    why: 'this is a system priority class and cannot be deleted',
  },
  repeats: ['change'],
  // The generation never rises: nothing that it would count can change.
  prepareForCreate({ metadata }) {
    metadata.generation = 1;
  },
  validateCreate: validate,
  validateUpdate: (priorityClass, live) => [
    ...(priorityClass.value === live.value
      ? []
      : [fieldErrors.forbidden(path('value'), 'may not be changed in an update.')]),
    ...validateUnchanged(path('preemptionPolicy'), priorityClass.preemptionPolicy, live.preemptionPolicy),
  ],
};

export const priorityClasses = builtin({
  group: 'scheduling.k8s.io',
  version: 'v1',
  kind: 'PriorityClass',
  resource: 'priorityclasses',
  formerly: ['scheduling.k8s.io/v1beta1'],
  shortNames: ['pc'],
  namespaced: false,
  type: schedulingV1.type('PriorityClass'),
  strategy,
  defaults(priorityClass: PriorityClass) {
    priorityClass.preemptionPolicy ??= 'PreemptLowerPriority';
  },
  columns: [
    nameColumn,
    { ...column('Value', 'The priority.', ({ value }: PriorityClass) => value ?? 0), type: 'integer' },
    {
      ...column(
        'Global-Default',
        'Whether it is for pods without a class.',
        ({ globalDefault }: PriorityClass) => globalDefault ?? false,
      ),
      type: 'boolean',
    },
    ageColumn,
    column(
      'PreemptionPolicy',
      'Whether its pods push others out.',
      ({ preemptionPolicy }: PriorityClass) => preemptionPolicy ?? '',
    ),
  ],
});
