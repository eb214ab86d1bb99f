import { type FieldError, fieldErrors, isJsonObject, parseApiVersion, path } from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  builtin,
  column,
  nameColumn,
  validateDeclared,
  validateImmutables,
} from '#resource';
import type { Types } from './v1/types.gen.ts';
import { appsV1 } from './v1/types.ts';

type ControllerRevision = Types['ControllerRevision'];

const type = appsV1.type('ControllerRevision');

function validateData({ data = null }: ControllerRevision): FieldError[] {
  if (data === null) return [fieldErrors.required(path('data'), 'data is mandatory')];
  return isJsonObject(data) ? [] : [fieldErrors.required(path('data'), 'data must be a valid JSON object')];
}

const strategy: BuiltinStrategy<ControllerRevision> = {
  validateCreate: (revision) => [...validateDeclared(type, revision), ...validateData(revision)],
  validateUpdate: (revision, live) => [
    ...validateDeclared(type, revision),
    ...validateImmutables(type, { value: revision, before: live }),
  ],
};

/** `statefulset.apps/web` */
function ownerCell({ metadata }: ControllerRevision): string {
  const owner = (metadata.ownerReferences ?? []).find(({ controller }) => controller === true);
  if (owner === undefined) return '<none>';
  const group = parseApiVersion(owner.apiVersion)?.group ?? '';
  return `${(group === '' ? owner.kind : `${owner.kind}.${group}`).toLowerCase()}/${owner.name}`;
}

export const controllerRevisions = builtin({
  group: 'apps',
  version: 'v1',
  kind: 'ControllerRevision',
  resource: 'controllerrevisions',
  formerly: ['apps/v1beta1', 'apps/v1beta2'],
  namespaced: true,
  type,
  strategy,
  columns: [
    nameColumn,
    column('Controller', 'Whose state it is.', ownerCell),
    column('Revision', 'The number of the revision.', ({ revision }: ControllerRevision) => revision ?? 0),
    ageColumn,
  ],
});
