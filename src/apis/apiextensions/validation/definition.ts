import {
  APPROVAL_ANNOTATION,
  approvalOf,
  type CustomResourceDefinition,
  isConditionTrue,
  isProtectedGroup,
} from '#crd';
import { type FieldError, fieldErrors, path } from '#meta';
import { validateUnchanged } from '../../field-validation.ts';
import { validateNames } from './names.ts';
import { optionsForCreate, optionsForUpdate, type SpecOptions } from './options.ts';
import { validateSpec } from './spec.ts';

/** How many objects of a resource are still stored in one of its versions; undefined when nobody knows. */
export type CountStored = (resource: {
  readonly group: string;
  readonly plural: string;
  readonly version: string;
}) => number | undefined;

export interface ValidationContext {
  /** The client speaks v1beta1, which asked less. */
  readonly beta: boolean;
  readonly countStored: CountStored;
}

export function validateDefinition(definition: CustomResourceDefinition, context: ValidationContext): FieldError[] {
  const { metadata, spec } = definition;
  const options = optionsForCreate(context);
  const wanted = `${spec.names.plural}.${spec.group}`;
  // A missing name is told by the general rules; what a name is generated from is measured like one.
  const misnamed = (['generateName', 'name'] as const).filter((key) => metadata[key] && metadata[key] !== wanted);
  const found = misnamed.map((key) =>
    fieldErrors.invalid(path('metadata', key), metadata[key], 'must be spec.names.plural+"."+spec.group'),
  );
  return [...found, ...validateSpec(definition, options), ...validateRest({ definition, context, options })];
}

export function validateDefinitionUpdate(
  definition: CustomResourceDefinition,
  live: CustomResourceDefinition,
  context: ValidationContext,
): FieldError[] {
  const options = optionsForUpdate(definition, live, context);
  return [
    ...validateSpec(definition, options),
    ...validateFixedFields(definition, live),
    ...validateRest({ definition, live, context, options }),
  ];
}

export function validateStatus({ status }: CustomResourceDefinition): FieldError[] {
  return validateNames(status?.acceptedNames ?? { plural: '', kind: '' }, path('status', 'acceptedNames'));
}

/** Versions that a status no longer names, though objects lie in them: nobody could read those once the version is gone. */
export function validateStoredVersions(
  definition: CustomResourceDefinition,
  live: CustomResourceDefinition,
  countStored: CountStored,
): FieldError[] {
  const stored = definition.status?.storedVersions ?? [];
  return droppedVersions(definition, live).flatMap((version) => {
    const count = countStored({ ...storedUnder(live), version }) ?? 0;
    if (count === 0) return [];
    const detail = `must have ${version}: ${stillIn(version, count)}`;
    return [fieldErrors.invalid(path('status', 'storedVersions'), stored, detail)];
  });
}

export function droppedVersions(
  definition: CustomResourceDefinition,
  live: CustomResourceDefinition,
): readonly string[] {
  const stored = definition.status?.storedVersions ?? [];
  return (live.status?.storedVersions ?? []).filter((version) => !stored.includes(version));
}

/** The name cannot be changed, as what the spec says can be tried to be: objects lie where it says. */
export function storedUnder({ metadata }: CustomResourceDefinition): {
  readonly group: string;
  readonly plural: string;
} {
  const [plural = '', ...group] = (metadata.name ?? '').split('.');
  return { group: group.join('.'), plural };
}

/** The name is made of group and plural; scope and kind stand in every object once there can be any. */
function validateFixedFields(definition: CustomResourceDefinition, live: CustomResourceDefinition): FieldError[] {
  const [{ spec }, { spec: before }] = [definition, live];
  const at = path('spec');
  const established = isConditionTrue(live, 'Established');
  return [
    ...(established ? validateUnchanged(at.child('scope'), spec.scope, before.scope) : []),
    ...(established ? validateUnchanged(at.child('names', 'kind'), spec.names.kind, before.names.kind) : []),
    ...validateUnchanged(at.child('group'), spec.group, before.group),
    ...validateUnchanged(at.child('names', 'plural'), spec.names.plural, before.names.plural),
  ];
}

interface RestWork {
  readonly definition: CustomResourceDefinition;
  readonly live?: CustomResourceDefinition;
  readonly context: ValidationContext;
  readonly options: SpecOptions;
}

function validateRest(work: RestWork): FieldError[] {
  return [
    ...validateStatus(work.definition),
    ...validateStored(work.definition, work.context.countStored),
    ...validateApproval(work),
    ...validatePreserve(work),
  ];
}

function validateStored(definition: CustomResourceDefinition, countStored: CountStored): FieldError[] {
  const { spec, status } = definition;
  const at = path('status', 'storedVersions');
  const stored = status?.storedVersions ?? [];
  if (stored.length === 0) {
    return [fieldErrors.invalid(at, status?.storedVersions ?? null, 'must have at least one stored version')];
  }
  const versions = spec.versions ?? [];
  // A second version of the same name finds its name taken.
  const isFirst = (name: string, place: number): boolean => versions.findIndex((one) => one.name === name) === place;
  const found = versions
    .filter(({ name, storage }, place) => storage && !(stored.includes(name) && isFirst(name, place)))
    .map(({ name }) => fieldErrors.invalid(at, stored, `must have the storage version ${name}`));
  for (const [i, version] of stored.entries()) {
    if (versions.some(({ name }) => name === version)) continue;
    const count = countStored({ ...storedUnder(definition), version });
    found.push(fieldErrors.invalid(at.index(i), version, stillStored(version, count)));
  }
  return found;
}

function stillStored(version: string, count = 0): string {
  const rule = `missing from spec.versions; ${version} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${version} and removes ${version} from status.storedVersions`;
  if (count === 0) return rule;
  return `${rule}; ${stillIn(version, count)}`;
}

function stillIn(version: string, count: number): string {
  return `${count === 1 ? '1 object is' : `${count} objects are`} still stored in ${version}`;
}

/** The approval is not demanded of definitions that had none before; a changed one must be valid. */
function validateApproval({ definition, live, options }: RestWork): FieldError[] {
  const { metadata, spec } = definition;
  if (!options.requireApproval || !isProtectedGroup(spec.group)) return [];
  const { state, message } = approvalOf(metadata.annotations);
  if (live !== undefined && approvalOf(live.metadata.annotations).state === state) return [];
  const at = path('metadata', 'annotations').key(APPROVAL_ANNOTATION);
  if (state === 'missing') return [fieldErrors.required(at, message)];
  if (state === 'invalid') return [fieldErrors.invalid(at, metadata.annotations?.[APPROVAL_ANNOTATION] ?? '', message)];
  return [];
}

function validatePreserve({ definition, options }: RestWork): FieldError[] {
  if (!definition.spec.preserveUnknownFields || options.allowPreserveUnknown) return [];
  const detail =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
  return [fieldErrors.invalid(path('spec', 'preserveUnknownFields'), true, detail)];
}
