import { useEffect, useState } from 'preact/hooks';
import { StatusError, TABLE } from '../../api/call.ts';
import type { ServedResource } from '../../api/discovery.ts';
import { kubectlList } from '../../api/kubectl-command.ts';
import { objectPage, type ResourceRef, resourcePath } from '../../api/resource-path.ts';
import { href, navigate, setQuery } from '../../app/router.ts';
import { ageOf } from '../../components/age.ts';
import { ErrorBox } from '../../components/error-box.tsx';
import { SameCall } from '../../components/same-call.tsx';
import { Empty, Loading } from '../../components/states.tsx';
import { type VirtualRow, VirtualTable } from '../../components/virtual-table.tsx';
import type { LiveRow, Sort } from './live-rows.ts';
import type { Selection } from './selection-bar.tsx';
import { cellText, type ShownColumn, shownColumns } from './table-columns.ts';
import { type LiveTable, useLiveTable } from './use-live-table.ts';

interface LiveObjectsProps {
  readonly refs: ResourceRef;
  readonly served: ServedResource;
  readonly selection: Selection;
  readonly text: string;
  readonly wide: boolean;
  readonly tellLabels: (labels: ReadonlyMap<string, ReadonlySet<string>>) => void;
}

export function LiveObjects({ refs, served, selection, text, wide, tellLabels }: LiveObjectsProps) {
  const [sort, setSort] = useState<Sort>();
  const path = resourcePath(refs, served.namespaced && selection.namespace !== '' ? selection.namespace : undefined);
  const query = {
    labelSelector: selection.labelSelector || undefined,
    fieldSelector: selection.fieldSelector || undefined,
  };
  const table = useLiveTable(path, query);
  useEffect(() => tellLabels(table.rows.labels()), [table.state, table.rows, tellLabels]);
  const rows = table.rows.shown(text, sort);
  const columns = shownColumns(table.columns, rows, {
    wide,
    namespaces: served.namespaced && selection.namespace === '',
  });
  const addressOf = (row: LiveRow): string => href(objectPage({ ...refs, namespace: row.namespace, name: row.name }));
  const sortBy = (at: number): void => {
    const column = columns[at]?.source ?? 0;
    setSort((before) => ({ column, down: before?.column === column && !before.down }));
  };
  const sorted = columns.findIndex(({ source }) => source === sort?.column);
  return (
    <>
      <div class="under-toolbar">
        <State table={table} shown={rows.length} />
        <label class="check">
          <input
            type="checkbox"
            checked={wide}
            onChange={(event) => setQuery({ wide: event.currentTarget.checked ? '1' : undefined })}
          />
          all columns
        </label>
        <SameCall
          kubectl={`${kubectlList({ ...refs, namespaced: served.namespaced }, selection)}${wide ? ' -o wide' : ''} --watch`}
          call={{ path, query, accept: TABLE }}
        />
      </div>
      {table.error !== undefined && <ErrorBox error={table.error} />}
      {rows.length > 0 ? (
        <VirtualTable
          label={refs.resource}
          columns={columns}
          count={rows.length}
          rowAt={(at) => virtualRow(rows[at] as LiveRow, columns, addressOf)}
          onOpen={(at) => navigate(addressOf(rows[at] as LiveRow))}
          sort={sort === undefined ? undefined : { column: sorted, down: sort.down }}
          onSort={sortBy}
        />
      ) : (
        <Nothing
          table={table}
          served={served}
          filtered={text !== '' || Object.values(selection).some((part) => part !== '')}
        />
      )}
    </>
  );
}

function State({ table, shown }: { readonly table: LiveTable; readonly shown: number }) {
  const { size } = table.rows;
  const count =
    shown === size ? size.toLocaleString('en') : `${shown.toLocaleString('en')} of ${size.toLocaleString('en')}`;
  const words = {
    loading: table.remaining > 0 ? `loading, ${table.remaining.toLocaleString('en')} to come` : 'loading',
    live: 'live',
    broken: table.error instanceof StatusError ? 'refused, trying again' : 'not connected, trying again',
  };
  const tone = { loading: '', live: 'good', broken: 'bad' }[table.state];
  return (
    <span class="table-state" role="status">
      <strong>{count}</strong> <span class={`badge ${tone}`}>{words[table.state]}</span>
    </span>
  );
}

function Nothing({ table, served, filtered }: { table: LiveTable; served: ServedResource; filtered: boolean }) {
  if (table.state === 'loading') return <Loading what={served.resource} />;
  if (table.state === 'broken') return null;
  return (
    <Empty title={filtered ? `No ${served.resource} match.` : `There are no ${served.resource}.`}>
      New ones appear here as soon as they are created.
    </Empty>
  );
}

function virtualRow(row: LiveRow, columns: readonly ShownColumn[], addressOf: (row: LiveRow) => string): VirtualRow {
  const { change } = row;
  const cells = columns.map((column) => {
    const text = textOf(row, column);
    const isNew = change?.type === 'changed' && change.cells.has(column.source);
    const shown = isNew ? <span class="new-cell">{text}</span> : text;
    if (column.source !== 0) return <span title={text}>{shown}</span>;
    return (
      <a href={addressOf(row)} tabIndex={-1} title={text}>
        {shown}
      </a>
    );
  });
  return { key: row.key, cells, ...(change !== undefined && { class: `row-${change.type}` }) };
}

/** The server told the age when it sent the row; the page may be open for longer. */
function textOf(row: LiveRow, { source, name }: ShownColumn): string {
  if (source < 0) return row.namespace ?? '';
  const text = cellText(row.cells[source]);
  return name === 'Age' && /^\d+[smhdy]/.test(text) ? ageOf(row.created, Date.now()) : text;
}
