import type { RequestContext } from '#machinery';
import {
  type DeleteOptions,
  type FieldError,
  fieldErrors,
  nameIsDnsLabel,
  path,
  qualifiedNameFaults,
  standardFinalizers,
} from '#meta';
import { ageColumn, type BuiltinStrategy, builtin, column, nameColumn } from '#resource';
import { refusesNamespace } from '../field-refusals.ts';
import { validateBy } from '../field-validation.ts';
import type { Types } from './v1/types.gen.ts';
import { coreV1 } from './v1/types.ts';

type Namespace = Types['Namespace'];

const NAME_LABEL = 'kubernetes.io/metadata.name';

/** Selectors find a namespace by a label that always says its name. */
function labelWithName({ metadata }: Namespace): void {
  if (metadata.name === undefined || metadata.name === '') return;
  metadata.labels = { ...metadata.labels, [NAME_LABEL]: metadata.name };
}

function defaults(namespace: Namespace): void {
  labelWithName(namespace);
  if (!namespace.status?.phase) namespace.status = { ...namespace.status, phase: 'Active' };
}

function validateFinalizer(name: string, field = path('spec', 'finalizers')): FieldError[] {
  const faults = validateBy(field, name, qualifiedNameFaults);
  if (!name.includes('/') && !standardFinalizers.has(name)) {
    const why = 'name is neither a standard finalizer name nor is it fully qualified';
    faults.push(fieldErrors.invalid(field, name, why));
  }
  return faults;
}

const finalizersOf = ({ spec }: Namespace): readonly string[] => spec?.finalizers ?? [];

const validate = (namespace: Namespace): FieldError[] =>
  finalizersOf(namespace).flatMap((name) => validateFinalizer(name));

function keepFinalizers(namespace: Namespace, live: Namespace): void {
  const { finalizers: _, ...spec } = namespace.spec ?? {};
  const kept = finalizersOf(live);
  namespace.spec = kept.length === 0 ? spec : { ...spec, finalizers: [...kept] };
}

function markDeleting({ metadata }: Namespace, { now }: RequestContext, options: DeleteOptions | undefined): void {
  metadata.deletionTimestamp = now;
  const { orphanDependents: orphans, propagationPolicy: policy } = options ?? {};
  if (orphans === undefined && policy === undefined) return;
  const wanted = {
    orphan: orphans ?? policy === 'Orphan',
    // A deletion that says not to orphan is a foreground deletion.
    foregroundDeletion: orphans === undefined ? policy === 'Foreground' : !orphans,
  };
  const others = (metadata.finalizers ?? []).filter((finalizer) => !Object.hasOwn(wanted, finalizer));
  const added = Object.entries(wanted).flatMap(([finalizer, isWanted]) => (isWanted ? [finalizer] : []));
  const all = [...others, ...added];
  if (all.length > 0) metadata.finalizers = all;
  else delete metadata.finalizers;
}

const strategy: BuiltinStrategy<Namespace> = {
  returnsDeletedObject: true,
  repeats: ['whole', 'change'],
  validateName: nameIsDnsLabel,
  prepareForCreate(namespace) {
    labelWithName(namespace);
    namespace.status = { phase: 'Active' };
    const finalizers = finalizersOf(namespace);
    if (!finalizers.includes('kubernetes')) {
      namespace.spec = { ...namespace.spec, finalizers: [...finalizers, 'kubernetes'] };
    }
  },
  prepareForUpdate(namespace, live) {
    labelWithName(namespace);
    keepFinalizers(namespace, live);
    takeOver(namespace, live, 'status');
  },
  validateCreate: validate,
  validateUpdate: validate,
  /** The first DELETE only marks the namespace; its content must go before it can. */
  preconditionWords: 'Precondition failed',
  beginDelete(namespace, context: RequestContext, options) {
    const marked = namespace.metadata.deletionTimestamp !== undefined;
    if (!marked) markDeleting(namespace, context, options);
    if (namespace.status?.phase !== 'Terminating') namespace.status = { ...namespace.status, phase: 'Terminating' };
    return !marked || finalizersOf(namespace).length > 0;
  },
  mayVanish: (namespace) => finalizersOf(namespace).length === 0,
};

function takeOver(namespace: Namespace, live: Namespace, part: 'spec' | 'status'): void {
  if (live[part] === undefined) delete namespace[part];
  else namespace[part] = structuredClone(live[part]);
}

function validateStatus({ metadata, status }: Namespace): FieldError[] {
  const phase = status?.phase ?? '';
  const deleted = metadata.deletionTimestamp !== undefined;
  if (phase === (deleted ? 'Terminating' : 'Active')) return [];
  const why = deleted
    ? "may only be 'Terminating' if `deletionTimestamp` is not empty"
    : "may only be 'Active' if `deletionTimestamp` is empty";
  return [fieldErrors.invalid(path('status', 'Phase'), phase, why)];
}

export const namespaces = builtin({
  group: '',
  version: 'v1',
  kind: 'Namespace',
  resource: 'namespaces',
  shortNames: ['ns'],
  namespaced: false,
  type: coreV1.type('Namespace'),
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  defaults,
  strategy,
  selectableFields: { 'status.phase': ({ status }: Namespace) => status?.phase ?? '' },
  refusesField: refusesNamespace,
  columns: [
    nameColumn,
    column(
      'Status',
      'Active, or Terminating once it is being deleted.',
      ({ status }: Namespace) => status?.phase ?? '',
    ),
    ageColumn,
  ],
  subresources: [
    {
      name: 'finalize',
      noTable: true,
      verbs: ['update'],
      strategy: {
        prepareForUpdate(namespace: Namespace, live: Namespace) {
          labelWithName(namespace);
          takeOver(namespace, live, 'status');
        },
        validateUpdate: (namespace: Namespace) =>
          finalizersOf(namespace).flatMap((name, at) => validateFinalizer(name, path('spec', 'finalizers').index(at))),
      },
    },
    {
      name: 'status',
      strategy: {
        prepareForUpdate(namespace: Namespace, live: Namespace) {
          labelWithName(namespace);
          takeOver(namespace, live, 'spec');
        },
        validateUpdate: validateStatus,
      },
    },
  ],
});
