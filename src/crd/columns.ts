import type { Column } from '#machinery';
import { humanDuration, isZeroTime, type Json, type KubeObject, millisecondsOf, parseTime, TimeError } from '#meta';
import { columnCell, JsonPath, JsonPathError } from '#schema';
import type { DefinitionColumn } from './definition.ts';

const nameColumn: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'The name of the object.',
  priority: 0,
  cell: ({ metadata }) => metadata.name ?? '',
};

const ageColumn: DefinitionColumn = {
  name: 'Age',
  type: 'date',
  description: 'How long ago the object was made.',
  jsonPath: '.metadata.creationTimestamp',
};

/** The columns of a version, the name first. A path that cannot be read ends the table there. */
export function columnsOf(definitions: readonly DefinitionColumn[] | undefined): readonly Column[] {
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

function columnOf(definition: DefinitionColumn, path: JsonPath): Column {
  const { name, type, format = '', description = '', priority = 0, jsonPath } = definition;
  return {
    name,
    type,
    format,
    description: description || `Custom resource definition column (in JSONPath format): ${jsonPath}`,
    priority,
    cell(object: KubeObject, now: number): Json {
      const cell = columnCell(type, path.first(object));
      return type === 'date' && typeof cell === 'string' ? ago(cell, now) : cell;
    },
  };
}

function ago(time: string, now: number): string {
  try {
    const instant = parseTime(time);
    return isZeroTime(instant) ? '<unknown>' : humanDuration(now - millisecondsOf(instant));
  } catch (error) {
    if (error instanceof TimeError) return '<invalid>';
    throw error;
  }
}
