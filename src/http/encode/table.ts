import type { Column, ServedResource } from '#machinery';
import { apiErrors, type Json, type JsonObject, type KubeObject, type Query } from '#meta';
import type { Representation } from '../negotiate.ts';
import { partialObject } from './metadata.ts';

export type IncludeObject = 'Metadata' | 'Object' | 'None';

/** What a Table shows of an object besides its cells. */
export function readIncludeObject(query: Query): IncludeObject {
  const asked = query.get('includeObject')?.[0] ?? '';
  if (asked === '') return 'Metadata';
  if (asked === 'Metadata' || asked === 'Object' || asked === 'None') return asked;
  throw apiErrors.badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(asked)}: must be 'Metadata', 'Object', 'None', or empty`,
  );
}

export interface TableOptions {
  readonly representation: Representation;
  readonly include: IncludeObject;
  readonly now: number;
}

/** A Table without its rows: `{"kind":"Table",…,"rows":` is how it begins. */
export function tableHead(served: ServedResource, metadata: JsonObject, options: TableHeadOptions): JsonObject {
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${options.representation.metaVersion}`,
    metadata,
    columnDefinitions: options.columns ? served.versionDefinition.columns.map(definition) : null,
  };
}

export interface TableHeadOptions {
  readonly representation: Representation;
  /** In a watch only the first event carries them. */
  readonly columns: boolean;
}

function definition({ name, type, format, description, priority }: Column): JsonObject {
  return { name, type, format, description, priority };
}

export function tableRow(
  served: ServedResource,
  object: KubeObject,
  { representation, include, now }: TableOptions,
): JsonObject {
  const { columns } = served.versionDefinition;
  const cells = columns.map((column): Json => column.cell(object, now));
  const conditions = columns.flatMap((column) => column.rowConditions?.(object) ?? []);
  const row = conditions.length === 0 ? { cells } : { cells, conditions };
  if (include === 'None') return { ...row, object: null };
  if (include === 'Object') return { ...row, object };
  return { ...row, object: partialObject(printed(served, object), representation) };
}

/** Built-in kinds are printed from the hub, so annotations that stand for fields of the hub are not to be seen. */
function printed({ versionDefinition }: ServedResource, object: KubeObject): KubeObject {
  if (!versionDefinition.codec.typed) return object;
  const hub = versionDefinition.toHub(object);
  return hub instanceof Promise ? object : hub;
}
