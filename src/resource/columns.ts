import { Age, type Cell, type Column } from '#machinery';
import type { KubeObject } from '#meta';

type CellOf<T> = (object: T) => Cell;

/** One column of a table; `wide` ones are shown only when asked for. */
export function column<T extends KubeObject>(name: string, description: string, cell: CellOf<T>): Column<T> {
  return { name, type: 'string', format: '', description, priority: 0, cell };
}

export function wideColumn<T extends KubeObject>(name: string, description: string, cell: CellOf<T>): Column<T> {
  return { ...column(name, description, cell), priority: 1 };
}

export const nameColumn: Column = {
  ...column('Name', 'The name of the object.', ({ metadata }) => metadata.name ?? ''),
  format: 'name',
};

export const ageColumn: Column = column('Age', 'How long ago the object was made.', ({ metadata }) =>
  since(metadata.creationTimestamp),
);

/** What kinds without columns of their own show. */
export const createdAtColumn: Column = {
  ...column('Created At', 'When the object was made.', ({ metadata }) => metadata.creationTimestamp ?? '<unknown>'),
  type: 'date',
};

/** How long ago: `5m`, `3d`. */
export function since(time: string | null | undefined): Age | string {
  if (time === null || time === undefined || time === '') return '<unknown>';
  return new Age(Date.parse(time));
}

/** The first three, and how many more there are. */
export function firstThree(items: readonly string[]): string {
  const shown = items.slice(0, 3).join(',');
  return items.length > 3 ? `${shown} + ${items.length - 3} more...` : shown;
}
