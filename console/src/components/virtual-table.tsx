import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { rowAfterKey, scrollFor, type View, visibleRows } from './visible-rows.ts';

export interface VirtualColumn {
  readonly name: string;
  readonly title?: string | undefined;
  /** A width as style sheets have it: `12ch`, `minmax(16ch, 2fr)`. */
  readonly width: string;
  readonly numeric?: boolean;
}

export interface VirtualRow {
  readonly key: string;
  readonly cells: readonly ComponentChildren[];
  readonly class?: string;
}

interface VirtualTableProps {
  readonly label: string;
  readonly columns: readonly VirtualColumn[];
  readonly count: number;
  readonly rowAt: (at: number) => VirtualRow;
  readonly onOpen: (at: number) => void;
  readonly sort?: { readonly column: number; readonly down: boolean } | undefined;
  readonly onSort?: (column: number) => void;
}

const ROW_HEIGHT = 34;

/** A table of any length: only the rows that are seen exist. Arrow keys go through it, Enter opens. */
export function VirtualTable(props: VirtualTableProps) {
  const { label, columns, count, rowAt, onOpen } = props;
  const body = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>({ scrollTop: 0, height: 600 });
  const [active, setActive] = useState(0);
  useMeasured(body, setView);
  const chosen = Math.min(active, count - 1);
  const { first, end } = visibleRows(view, ROW_HEIGHT, count);
  const template = columns.map(({ width }) => width).join(' ');
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && chosen >= 0 && event.target === event.currentTarget) onOpen(chosen);
    const page = Math.max(1, Math.floor(view.height / ROW_HEIGHT) - 1);
    const next = rowAfterKey(event.key, chosen, { count, page });
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    body.current?.scrollTo({ top: scrollFor(next, ROW_HEIGHT, withoutHead(view)) });
  };
  const rows = Array.from({ length: end - first }, (_, offset) => first + offset);
  return (
    <div
      class="vtable"
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-activedescendant={chosen >= first && chosen < end ? `row-${chosen}` : undefined}
      tabIndex={0}
      ref={body}
      onKeyDown={onKeyDown}
      onScroll={(event) => setView({ ...view, scrollTop: event.currentTarget.scrollTop })}
    >
      <div class="vtable-inner" style={{ '--columns': template }}>
        <Head {...props} />
        <div class="vtable-rows" role="rowgroup" style={{ height: `${count * ROW_HEIGHT}px` }}>
          {rows.map((at) => (
            <Row
              key={rowAt(at).key}
              at={at}
              row={rowAt(at)}
              columns={columns}
              active={at === chosen}
              onOpen={onOpen}
              choose={setActive}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** The head lies over the rows, so that much less of them is seen. */
const withoutHead = ({ scrollTop, height }: View): View => ({ scrollTop, height: height - ROW_HEIGHT });

function useMeasured(element: { current: HTMLElement | null }, setView: (change: (view: View) => View) => void): void {
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    const measure = (): void => setView((view) => ({ ...view, height: target.clientHeight }));
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    measure();
    return () => observer.disconnect();
  }, [element, setView]);
}

function Head({ columns, sort, onSort }: VirtualTableProps) {
  return (
    <div class="vtable-head" role="rowgroup">
      <div class="vtable-row" role="row" aria-rowindex={1}>
        {columns.map(({ name, title, numeric }, at) => {
          const direction = sort?.column === at ? (sort.down ? 'descending' : 'ascending') : undefined;
          return (
            <div
              key={name}
              class={numeric ? 'cell numeric' : 'cell'}
              role="columnheader"
              aria-sort={direction ?? 'none'}
              title={title}
            >
              {onSort === undefined ? (
                name
              ) : (
                <button type="button" class="sort" onClick={() => onSort(at)}>
                  {name}
                  <span class="sort-mark" aria-hidden="true">
                    {direction === undefined ? '' : direction === 'ascending' ? '▲' : '▼'}
                  </span>
                </button>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface RowProps {
  readonly at: number;
  readonly row: VirtualRow;
  readonly columns: readonly VirtualColumn[];
  readonly active: boolean;
  readonly onOpen: (at: number) => void;
  readonly choose: (at: number) => void;
}

function Row({ at, row, columns, active, onOpen, choose }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table as a whole is what keys are for
    <div
      id={`row-${at}`}
      class={`vtable-row ${active ? 'active' : ''} ${row.class ?? ''}`}
      role="row"
      tabIndex={-1}
      aria-rowindex={at + 2}
      aria-selected={active}
      style={{ transform: `translateY(${at * ROW_HEIGHT}px)` }}
      onClick={(event) => {
        choose(at);
        if (!(event.target instanceof Element && event.target.closest('a') !== null)) onOpen(at);
      }}
    >
      {row.cells.map((cell, column) => (
        // A cell is known by its column.
        <div key={column} class={columns[column]?.numeric ? 'cell numeric' : 'cell'} role="gridcell">
          {cell}
        </div>
      ))}
    </div>
  );
}
