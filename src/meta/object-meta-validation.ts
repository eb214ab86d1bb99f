import { type FieldError, type FieldPath, fieldErrors, path } from './field-error.ts';
import { byteLength, goQuote } from './go-text.ts';
import type { JsonObject } from './json.ts';
import type { ValidateName } from './name-validation.ts';
import { annotationKeyFaults, labelValueFaults, nameIsDnsLabel, qualifiedNameFaults } from './name-validation.ts';
import type { ManagedFieldsEntry, ObjectMeta } from './object-meta.ts';
import { validateFieldManager } from './options-validation.ts';
import { validateOwnerReferences } from './owner-reference-validation.ts';

/** The rules of metadata that hold for every kind. k8s: apimachinery/pkg/api/validation/objectmeta.go */
interface ObjectMetaRules {
  readonly namespaced: boolean;
  readonly validateName: ValidateName;
  /** `metadata` when left out. */
  readonly path?: FieldPath;
}

const ANNOTATIONS_MAXIMUM = 256 * 1024;
const SUBRESOURCE_MAXIMUM = 256;
export const standardFinalizers: ReadonlySet<string> = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

/** On creation, when the name has been generated already. */
export function validateObjectMeta(meta: ObjectMeta, rules: ObjectMetaRules): FieldError[] {
  const at = rules.path ?? path('metadata');
  const { generation, labels, annotations, ownerReferences, finalizers, managedFields } = meta;
  const faults = validateObjectName(meta, rules.validateName, at);
  faults.push(...validateNamespace(meta.namespace ?? '', rules.namespaced, at.child('namespace')));
  // Most objects have few of these, and every write passes here.
  if (generation) faults.push(...validateGeneration(generation, at.child('generation')));
  if (labels) faults.push(...validateLabels(labels, at.child('labels')));
  if (annotations) faults.push(...validateAnnotations(annotations, at.child('annotations')));
  if (ownerReferences) faults.push(...validateOwnerReferences(ownerReferences, at.child('ownerReferences')));
  if (finalizers) faults.push(...validateFinalizers(finalizers, at.child('finalizers')));
  if (managedFields) faults.push(...validateManagedFields(managedFields, at.child('managedFields')));
  return faults;
}

/** The part of it that is about the name, and what a name is generated from. */
function validateObjectName(meta: ObjectMeta, validateName: ValidateName, at: FieldPath): FieldError[] {
  const { name = '', generateName = '' } = meta;
  const prefixed = generateName === '' ? [] : validateName(generateName, { prefix: true });
  return [
    ...prefixed.map((text) => fieldErrors.invalid(at.child('generateName'), generateName, text)),
    ...(name === ''
      ? [fieldErrors.required(at.child('name'), 'name or generateName is required')]
      : validateName(name, { prefix: false }).map((text) => fieldErrors.invalid(at.child('name'), name, text))),
  ];
}

function validateNamespace(namespace: string, namespaced: boolean, at: FieldPath): FieldError[] {
  if (!namespaced) return namespace === '' ? [] : [fieldErrors.forbidden(at, 'not allowed on this type')];
  if (namespace === '') return [fieldErrors.required(at)];
  return nameIsDnsLabel(namespace, { prefix: false }).map((text) => fieldErrors.invalid(at, namespace, text));
}

function validateGeneration(generation: number, at: FieldPath): FieldError[] {
  return generation < 0 ? [fieldErrors.invalid(at, generation, 'must be greater than or equal to 0')] : [];
}

export function validateLabels(labels: ObjectMeta['labels'], at: FieldPath): FieldError[] {
  return sortedEntries(labels).flatMap(([key, value]) => [
    ...qualifiedNameFaults(key).map((text) => fieldErrors.invalid(at, key, text)),
    ...labelValueFaults(value).map((text) => fieldErrors.invalid(at, value, text)),
  ]);
}

export function validateAnnotations(annotations: ObjectMeta['annotations'], at: FieldPath): FieldError[] {
  const entries = sortedEntries(annotations);
  const faults = entries.flatMap(([key]) => annotationKeyFaults(key).map((text) => fieldErrors.invalid(at, key, text)));
  const size = entries.reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0);
  return size > ANNOTATIONS_MAXIMUM ? [...faults, fieldErrors.tooLong(at, ANNOTATIONS_MAXIMUM)] : faults;
}

function sortedEntries(map: { readonly [key: string]: string } | undefined): [string, string][] {
  return Object.entries(map ?? {}).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

function validateFinalizers(finalizers: readonly string[], at: FieldPath): FieldError[] {
  const faults = finalizers.flatMap((finalizer) =>
    qualifiedNameFaults(finalizer).map((text) => fieldErrors.invalid(at, finalizer, text)),
  );
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    const detail = 'finalizer orphan and foregroundDeletion cannot be both set';
    faults.push(fieldErrors.invalid(at, finalizers, detail));
  }
  return faults;
}

/** Built-in kinds also want finalizers to be qualified or standard; custom resources only warn (`finalizerWarnings`). */
export function validateBuiltInFinalizers(finalizers: readonly string[], at: FieldPath): FieldError[] {
  return finalizers.flatMap((finalizer, position) =>
    finalizer.includes('/') || standardFinalizers.has(finalizer)
      ? []
      : [
          fieldErrors.invalid(
            at.index(position),
            finalizer,
            'name is neither a standard finalizer name nor is it fully qualified',
          ),
        ],
  );
}

/** Texts for the `Warning` header about finalizers of custom resources. */
export function finalizerWarnings(finalizers: readonly string[], at: FieldPath): string[] {
  return finalizers.flatMap((finalizer) => {
    const warnings = qualifiedNameFaults(finalizer);
    if (!finalizer.includes('/') && !standardFinalizers.has(finalizer)) {
      const path = finalizer.includes('.') ? ' including a path (/)' : '';
      warnings.push(
        `prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`,
      );
    }
    return warnings.map((warning) => `${at}: ${goQuote(finalizer)}: ${warning}`);
  });
}

function validateManagedFields(entries: readonly ManagedFieldsEntry[], at: FieldPath): FieldError[] {
  return entries.flatMap((entry, position) => validateManagedFieldsEntry(entry, at.index(position)));
}

function validateManagedFieldsEntry(entry: ManagedFieldsEntry, at: FieldPath): FieldError[] {
  const { operation = '', fieldsType = '', manager = '', subresource = '' } = entry;
  const faults: FieldError[] = [];
  if (operation !== 'Apply' && operation !== 'Update') {
    faults.push(fieldErrors.invalid(at.child('operation'), operation, 'must be `Apply` or `Update`'));
  }
  if (fieldsType !== '' && fieldsType !== 'FieldsV1') {
    faults.push(fieldErrors.invalid(at.child('fieldsType'), fieldsType, 'must be `FieldsV1`'));
  }
  faults.push(...validateFieldManager(manager, at.child('manager')));
  if (byteLength(subresource) > SUBRESOURCE_MAXIMUM) {
    faults.push(fieldErrors.tooLong(at.child('subresource'), SUBRESOURCE_MAXIMUM));
  }
  return faults;
}

/** On update: `next` against what is there. Finalizers are checked on creation, and by kinds, but not here. */
export function validateObjectMetaUpdate(next: ObjectMeta, live: ObjectMeta, at: FieldPath): FieldError[] {
  const { labels, annotations, ownerReferences, managedFields } = next;
  const faults = validateNewFinalizer(next, live, at);
  if ((next.resourceVersion ?? '') === '')
    faults.push(fieldErrors.invalid(at.child('resourceVersion'), '', 'must be specified for an update'));
  if (next.generation !== live.generation || (next.generation ?? 0) < 0)
    faults.push(...validateGenerationUpdate(next.generation ?? 0, live.generation ?? 0, at.child('generation')));
  faults.push(...validateImmutableMeta(next, live, at));
  if (labels) faults.push(...validateLabels(labels, at.child('labels')));
  if (annotations) faults.push(...validateAnnotations(annotations, at.child('annotations')));
  if (ownerReferences) faults.push(...validateOwnerReferences(ownerReferences, at.child('ownerReferences')));
  if (managedFields) faults.push(...validateManagedFields(managedFields, at.child('managedFields')));
  return faults;
}

function validateNewFinalizer(next: ObjectMeta, live: ObjectMeta, at: FieldPath): FieldError[] {
  if ((live.deletionTimestamp ?? null) === null) return [];
  const known = new Set(live.finalizers ?? []);
  const added = [...new Set(next.finalizers ?? [])].filter((finalizer) => !known.has(finalizer)).sort();
  if (added.length === 0) return [];
  const shown = `[]string{${added.map(goQuote).join(', ')}}`;
  const detail = `no new finalizers can be added if the object is being deleted, found new finalizers ${shown}`;
  return [fieldErrors.forbidden(at.child('finalizers'), detail)];
}

function validateGenerationUpdate(next: number, live: number, at: FieldPath): FieldError[] {
  const faults = validateGeneration(next, at);
  return next < live ? [...faults, fieldErrors.invalid(at, next, 'must not be decremented')] : faults;
}

/** The value that stands for an absent one: empty text, or none. */
const immutableFields = {
  name: '',
  namespace: '',
  uid: '',
  creationTimestamp: null,
  deletionTimestamp: null,
  deletionGracePeriodSeconds: null,
} as const;

const immutableEntries = Object.entries(immutableFields);

function validateImmutableMeta(next: ObjectMeta, live: ObjectMeta, at: FieldPath): FieldError[] {
  const faults: FieldError[] = [];
  for (const [field, absent] of immutableEntries) {
    const value = (next as JsonObject)[field] ?? absent;
    const before = (live as JsonObject)[field] ?? absent;
    if (value !== before) faults.push(...validateImmutable(value, before, at.child(field)));
  }
  return faults;
}

/** For values that are compared as they are: texts, numbers, null. */
function validateImmutable(next: unknown, live: unknown, at: FieldPath): FieldError[] {
  return next === live ? [] : [fieldErrors.invalid(at, next, 'field is immutable')];
}
