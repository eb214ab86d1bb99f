import { type Column, columnsReadVersion, encodeJson, type ServedResource } from '#machinery';
import { type ApiError, apiErrors, type JsonObject, type KubeObject, type Query, whenReady } from '#meta';
import { type Entry, hubObject, objectInVersion, viewName } from '#registry';
import type { Representation } from '../negotiate.ts';
import { partialObject } from './metadata.ts';
import { RowText } from './row-text.ts';
import type { View } from './view.ts';

export type IncludeObject = 'Metadata' | 'Object' | 'None';

/** What a Table shows of an object besides its cells; or why it cannot. */
export function readIncludeObject(query: Query): IncludeObject | ApiError {
  const asked = query.get('includeObject')?.[0] ?? '';
  if (asked === '') return 'Metadata';
  if (asked === 'Metadata' || asked === 'Object' || asked === 'None') return asked;
  return apiErrors.badRequest(
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

/** A Table of one row, as JSON. */
export function tableOfRow(head: JsonObject, row: RowText, now: number): string {
  return `${encodeJson(head).slice(0, -1)},"rows":[${row.text(now)}]}`;
}

/** What a row is made of: what its cells tell of, and what is shown beside them. */
interface RowSource {
  readonly printed: KubeObject;
  readonly object: KubeObject;
}

/** Rows of stored objects, each made once for all who look at it the same way, as long as there is room to keep it. */
export function storedRows(view: View): (entry: Entry) => RowText | Promise<RowText> {
  const name = `row:${rowsName(view)}`;
  return (entry) => entry.cached(name, () => whenReady(rowSource(view, entry), (source) => rowText(view, source)));
}

/** The same for views that show the same rows. */
export function rowsName({ served, include, representation }: View): string {
  return `${include}:${representation.metaVersion}:${viewName(served)}`;
}

/** The row of an object that is not in the store. */
export function rowOfObject(view: View, object: KubeObject): RowText {
  const { served } = view;
  const hub = columnsReadVersion(served) ? object : served.versionDefinition.toHub(object);
  return rowText(view, { printed: hub instanceof Promise ? object : hub, object });
}

/** Built-in kinds are printed from the hub, so that all versions of an object look alike. */
function rowSource({ served, include, converted }: View, entry: Entry): RowSource | Promise<RowSource> {
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

function rowText({ served, representation, include }: View, { printed, object }: RowSource): RowText {
  const { columns } = served.versionDefinition;
  const cells = columns.map((column) => column.cell(printed));
  const conditions = columns.flatMap((column) => column.rowConditions?.(printed) ?? []);
  const shown = include === 'None' ? null : include === 'Object' ? object : partialObject(printed, representation);
  return new RowText(cells, conditions.length === 0 ? { object: shown } : { conditions, object: shown });
}
