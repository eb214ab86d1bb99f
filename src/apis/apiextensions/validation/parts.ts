import type { DefinitionColumn, DefinitionScale, DefinitionSubresources, SelectableField } from '#crd';
import { type FieldError, type FieldPath, fieldErrors } from '#meta';
import { type JsonSchema, resolveFieldPath } from '#schema';

/** Subresources, columns and selectable fields: at the top of the spec or in a version. */

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string'];
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

export function validateColumn(column: DefinitionColumn, at: FieldPath): FieldError[] {
  const { name, type, format = '', jsonPath } = column;
  const found: FieldError[] = [];
  if (name === '') found.push(fieldErrors.required(at.child('name')));
  if (!columnTypes.includes(type)) {
    const detail = `must be one of ${columnTypes.join(',')}`;
    const field = at.child('type');
    found.push(type === '' ? fieldErrors.required(field, detail) : fieldErrors.invalid(field, type, detail));
  }
  if (format !== '' && !columnFormats.includes(format)) {
    found.push(fieldErrors.invalid(at.child('format'), format, `must be one of ${columnFormats.join(',')}`));
  }
  return [...found, ...validateRequiredPath(jsonPath, at.child('JSONPath'))];
}

export function validateSubresources({ scale }: DefinitionSubresources, at: FieldPath): FieldError[] {
  return scale === undefined ? [] : validateScale(scale, at);
}

function validateScale(scale: DefinitionScale, at: FieldPath): FieldError[] {
  const { specReplicasPath, statusReplicasPath, labelSelectorPath = '' } = scale;
  const found = [
    ...validatePathUnder(specReplicasPath, at.child('scale.specReplicasPath'), ['spec']),
    ...validatePathUnder(statusReplicasPath, at.child('scale.statusReplicasPath'), ['status']),
  ];
  if (labelSelectorPath === '') return found;
  return [...found, ...validatePathUnder(labelSelectorPath, at.child('scale.labelSelectorPath'), ['spec', 'status'])];
}

function validatePathUnder(path: string, at: FieldPath, roots: readonly string[]): FieldError[] {
  const faults = validateRequiredPath(path, at);
  if (faults.length > 0 || roots.some((root) => path.startsWith(`.${root}.`))) return faults;
  const where = roots.length === 1 ? `.${roots[0]}` : `either ${roots.map((root) => `.${root}`).join(' or ')}`;
  return [fieldErrors.invalid(at, path, `should be a json path under ${where}`)];
}

/** Whether it can be parsed is not looked at: a column that cannot is dropped where it is shown. */
function validateRequiredPath(path: string, at: FieldPath): FieldError[] {
  if (path === '') return [fieldErrors.required(at)];
  return path.startsWith('.') ? [] : [fieldErrors.invalid(at, path, 'must be a simple json path starting with .')];
}

export const MAX_SELECTABLE_FIELDS = 8;
const selectableTypes = ['string', 'boolean', 'integer'];

interface SelectableWork {
  readonly schema: JsonSchema;
  readonly at: FieldPath;
  /** There were too many before, the same as now. */
  readonly allowTooMany: boolean;
}

export function validateSelectableFields(fields: readonly SelectableField[], work: SelectableWork): FieldError[] {
  const seen = new Set<string>();
  const found = fields.flatMap((field, i) => validateSelectable(field, work, { at: work.at.index(i), seen }));
  if (seen.size > MAX_SELECTABLE_FIELDS && !work.allowTooMany) {
    found.push(fieldErrors.tooMany(work.at, seen.size, MAX_SELECTABLE_FIELDS));
  }
  return found;
}

function validateSelectable(
  { jsonPath }: SelectableField,
  { schema }: SelectableWork,
  { at, seen }: { readonly at: FieldPath; readonly seen: Set<string> },
): FieldError[] {
  const field = at.child('jsonPath');
  if (jsonPath === '') return [fieldErrors.required(field)];
  const place = resolveFieldPath(schema, jsonPath, { brackets: false });
  if (typeof place === 'string') return [fieldErrors.invalid(field, jsonPath, `is an invalid path: ${place}`)];
  const found: FieldError[] = [];
  if (place.root === 'metadata') {
    found.push(fieldErrors.invalid(field, jsonPath, 'must not point to fields in metadata'));
  }
  if (!selectableTypes.includes(place.schema.type ?? '')) {
    const detail =
      'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
    found.push(fieldErrors.invalid(field, jsonPath, detail));
  }
  const path = place.path.toString();
  if (seen.has(path)) found.push(fieldErrors.duplicate(field, jsonPath));
  seen.add(path);
  return found;
}
