import { isZeroTime, type KubeObject, millisecondsOf, parseTime, TimeError } from '#meta';
import { cellText, columnCell, JsonPath, JsonPathError, lookup } from '#schema';
import { Age, type Cell } from './age.ts';
import type { Column } from './resource-definition.ts';

/** A column of a table that shows what a path leads to. */
export interface PathColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

const nameColumn: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'The name of the object.',
  priority: 0,
  cell: ({ metadata }) => metadata.name ?? '',
};

const ageColumn: PathColumn = {
  name: 'Age',
  type: 'date',
  description: 'How long ago the object was made.',
  jsonPath: '.metadata.creationTimestamp',
};

/** The columns of a version, the name first. A path that cannot be read ends the table there. */
export function pathColumns(definitions: readonly PathColumn[] | undefined): readonly Column[] {
  const columns: Column[] = [nameColumn];
  for (const definition of definitions?.length ? definitions : [ageColumn]) {
    const path = readPath(definition.jsonPath);
    if (path === undefined) break;
    columns.push(columnOf(definition, path));
  }
  return columns;
}

function readPath(text: string): JsonPath | undefined {
  try {
    return new JsonPath(text);
  } catch (error) {
    if (error instanceof JsonPathError) return undefined;
    throw error;
  }
}

function columnOf(definition: PathColumn, path: JsonPath): Column {
  const { name, type, format = '', description = '', priority = 0, jsonPath } = definition;
  return {
    name,
    type,
    format,
    description: description || `Custom resource definition column (in JSONPath format): ${jsonPath}`,
    priority,
    cell(object: KubeObject): Cell {
      const cell = columnCell(type, path.first(object));
      return type === 'date' && typeof cell === 'string' ? ageSince(cell) : cell;
    },
  };
}

function ageSince(time: string): Age | string {
  try {
    const instant = parseTime(time);
    return isZeroTime(instant) ? '<unknown>' : new Age(millisecondsOf(instant));
  } catch (error) {
    if (error instanceof TimeError) return '<invalid>';
    throw error;
  }
}

/** What a field selector finds at a path; nothing is the empty text. */
export function fieldText(object: KubeObject, path: string): string {
  const value = lookup(object, path);
  return value === undefined || value === null ? '' : cellText(value);
}
