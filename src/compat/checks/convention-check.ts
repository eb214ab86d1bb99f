import type { Path } from '../finding.ts';
import type { VersionReport } from '../report.ts';
import type { SchemaView } from '../schema-view.ts';
import { unionOf } from './union-check.ts';

/** Documents may refer in circles. */
const MAX_DEPTH = 20;

/** What makes later changes hard, in a field that is new and in all below it. */
export function checkConventions(schema: SchemaView, path: Path, report: VersionReport): void {
  // Types that other fields share are not judged with this field.
  if (path.length > MAX_DEPTH || schema.reference !== undefined) return;
  const name = path.at(-1) ?? '';
  const isField = name !== '[*]' && name !== '{*}';
  if (isField && schema.description === '')
    report.note({ rule: 'description-missing', path, message: 'the field has no description' });
  checkScalar(schema, path, report);
  if (schema.type === 'array') checkList(schema, path, report);
  if (schema.values !== undefined && !['labels', 'annotations', 'matchLabels', 'nodeSelector'].includes(name)) {
    report.note({ rule: 'map-field', path, message: 'the keys of this object are data' });
  }
  const union = unionOf(schema);
  if (union !== undefined && union.discriminator === undefined) {
    report.note({
      rule: 'union-without-discriminator',
      path,
      message: `one of ${union.members.join(', ')} is set, and no field says which`,
    });
  }
  for (const [below, property] of schema.properties) checkConventions(property, [...path, below], report);
  if (schema.items !== undefined) checkConventions(schema.items, [...path, '[*]'], report);
  if (schema.values !== undefined) checkConventions(schema.values, [...path, '{*}'], report);
}

function checkScalar({ type, source }: SchemaView, path: Path, report: VersionReport): void {
  if (type === 'boolean') report.note({ rule: 'boolean-field', path, message: 'the field is a boolean' });
  if (type === 'number') report.note({ rule: 'float-field', path, message: 'the field is a floating-point number' });
  if (source.format === 'uint32' || source.format === 'uint64') {
    report.note({ rule: 'unsigned-field', path, message: `the field has the format ${source.format}` });
  }
}

function checkList(schema: SchemaView, path: Path, report: VersionReport): void {
  const { listType, listMapKeys, items, source } = schema;
  if ((source['x-kubernetes-list-type'] ?? '') === '') {
    report.note({ rule: 'list-without-type', path, message: 'the list does not say how it is merged' });
  }
  if (path.at(-1) !== 'conditions' || items?.type !== 'object' || !items.properties.has('type')) return;
  const isKeyed = listType === 'map' && listMapKeys.length === 1 && listMapKeys[0] === 'type';
  const lacking = ['type', 'status'].filter((name) => !items.required.includes(name));
  if (!isKeyed)
    report.note({ rule: 'conditions-without-keys', path, message: 'conditions are not merged by their type' });
  else if (lacking.length > 0)
    report.note({ rule: 'conditions-without-keys', path, message: `conditions do not require ${lacking.join(', ')}` });
}
