import { type Column, columnsReadVersion, type ServedResource } from '#machinery';
import { apiErrors, type Json, type JsonObject, type KubeObject, type Query } from '#meta';
import { type Entry, hubObject, objectInVersion, whenReady } from '#registry';
import type { Representation } from '../negotiate.ts';
import { partialObject } from './metadata.ts';
import type { View } from './view.ts';

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

/** A Table without its rows: `{"kind":"Table",…,"rows":` is how it begins. */
export function tableHead(served: ServedResource, metadata: JsonObject, options: TableHeadOptions): JsonObject {
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${options.representation.metaVersion}`,
    metadata,
    columnDefinitions: options.columns ? served.versionDefinition.columns.map(definition) : null,
  };
}

interface TableHeadOptions {
  readonly representation: Representation;
  /** In a watch only the first event carries them. */
  readonly columns: boolean;
}

function definition({ name, type, format, description, priority }: Column): JsonObject {
  return { name, type, format, description, priority };
}

/** What a row is made of: what its cells tell of, and what is shown beside them. */
export interface RowSource {
  readonly printed: KubeObject;
  readonly object: KubeObject;
}

/** Built-in kinds are printed from the hub, so that all versions of an object look alike. */
export function rowSource({ served, include, converted }: View, entry: Entry): RowSource | Promise<RowSource> {
  const { definition, versionDefinition } = served;
  const isWhole = definition.versions.get(served.version) === versionDefinition;
  if (columnsReadVersion(served) || !isWhole)
    return whenReady(objectInVersion(served, entry, converted), (object) => ({ printed: object, object }));
  return whenReady(hubObject(definition, entry), (printed) =>
    include === 'Object'
      ? whenReady(objectInVersion(served, entry, converted), (object) => ({ printed, object }))
      : { printed, object: printed },
  );
}

/** The same of an object that is not in the store. */
export function rowOfObject(served: ServedResource, object: KubeObject): RowSource {
  const hub = columnsReadVersion(served) ? object : served.versionDefinition.toHub(object);
  return { printed: hub instanceof Promise ? object : hub, object };
}

export function tableRow({ served, representation, include, now }: View, { printed, object }: RowSource): JsonObject {
  const { columns } = served.versionDefinition;
  const cells = columns.map((column): Json => column.cell(printed, now));
  const conditions = columns.flatMap((column) => column.rowConditions?.(printed) ?? []);
  const shown = include === 'None' ? null : include === 'Object' ? object : partialObject(printed, representation);
  // Not spread from a common part: V8 puts spread objects where only a major collection finds them, and rows are many.
  return conditions.length === 0 ? { cells, object: shown } : { cells, conditions, object: shown };
}
