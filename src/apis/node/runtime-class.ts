import { type FieldError, type FieldPath, fieldErrors, path, validateLabels } from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  builtin,
  column,
  nameColumn,
  validateDeclared,
  validateImmutables,
} from '#resource';
import { labelDeprecation } from '../core/pod/node-label-warnings.ts';
import { validateOverhead } from '../core/pod/resource-validation.ts';
import { validateTolerations } from '../core/pod/scheduling-validation.ts';
import type { Toleration } from '../core/v1/types.gen.ts';
import type { Types } from './v1/types.gen.ts';
import { nodeV1 } from './v1/types.ts';

type RuntimeClass = Types['RuntimeClass'];

const type = nodeV1.type('RuntimeClass');

function validate(runtimeClass: RuntimeClass): FieldError[] {
  const { overhead, scheduling = {} } = runtimeClass;
  const at = path('scheduling');
  const { nodeSelector, tolerations = [] } = scheduling;
  return [
    ...validateDeclared(type, runtimeClass),
    ...validateOverhead(overhead?.podFixed ?? {}, path('overhead')),
    ...validateLabels(nodeSelector, at.child('nodeSelector')),
    ...validateTolerations(tolerations, at.child('tolerations')),
    ...validateNotRepeated(tolerations, at.child('tolerations')),
  ];
}

/** For how long a taint is put up with does not tell tolerations apart. */
function validateNotRepeated(tolerations: readonly Toleration[], at: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return tolerations.flatMap((toleration, position) => {
    const { key = '', operator = '', value = '', effect = '' } = toleration;
    const name = JSON.stringify([key, operator, value, effect]);
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    // The message shows the Go struct, whose fields have no other names.
    const seconds = toleration.tolerationSeconds ?? null;
    const shown = { Key: key, Operator: operator, Value: value, Effect: effect, TolerationSeconds: seconds };
    return [fieldErrors.duplicate(at.index(position), shown)];
  });
}

const strategy: BuiltinStrategy<RuntimeClass> = {
  createsOnUpdate: true,
  updatesUnconditionally: false,
  validateCreate: validate,
  repeats: ['whole', 'change'],
  validateUpdate: validate,
  validateChange: (runtimeClass, live) => validateImmutables(type, { value: runtimeClass, before: live }),
  warnings: ({ scheduling }) =>
    Object.keys(scheduling?.nodeSelector ?? {}).flatMap((label) => {
      const why = labelDeprecation(label);
      return why === undefined ? [] : [`scheduling.nodeSelector: ${why}`];
    }),
};

export const runtimeClasses = builtin({
  group: 'node.k8s.io',
  version: 'v1',
  kind: 'RuntimeClass',
  anyFinalizers: true,
  resource: 'runtimeclasses',
  formerly: ['node.k8s.io/v1alpha1', 'node.k8s.io/v1beta1'],
  namespaced: false,
  type,
  strategy,
  columns: [
    nameColumn,
    column('Handler', 'What the nodes call it.', ({ handler }: RuntimeClass) => handler ?? ''),
    ageColumn,
  ],
});
