import type { ComponentChildren } from 'preact';
import { YamlText } from '../../../components/yaml-view.tsx';
import { pathText } from '../../../object/leaves.ts';
import { pathKey } from '../../../yaml/yaml-lines.ts';
import type { JoinedCell, JoinedRow } from './joined-rows.ts';
import type { RoundTrip } from './read-versions.ts';

interface Head {
  readonly version: string;
  readonly head: ComponentChildren;
  /** It has only a name. */
  readonly plain?: boolean;
}

/** What is said of lines, by version and path: `lost through v1beta1`. */
export type Marks = ReadonlyMap<string, { readonly text: string; readonly tone: 'lost' | 'changed' | 'added' }>;

export const markKey = (version: string, key: string): string => `${version} ${key}`;

/** Each value that a round trip loses is marked where it is seen. */
export function marksOf(trips: ReadonlyMap<string, RoundTrip>): Marks {
  const through = new Map<string, { readonly versions: readonly string[]; readonly certain: boolean }>();
  for (const [version, { losses, seenIn, certain }] of trips) {
    for (const { leaf } of losses) {
      const key = markKey(seenIn, pathKey(leaf.path));
      through.set(key, { versions: [...(through.get(key)?.versions ?? []), version], certain });
    }
  }
  return new Map(
    [...through].map(([key, { versions, certain }]) => {
      const names = versions.join(', ');
      const mark = certain
        ? { text: `lost through ${names}`, tone: 'lost' }
        : { text: `not in ${names}`, tone: 'changed' };
      return [key, mark as { text: string; tone: 'lost' | 'changed' }];
    }),
  );
}

interface JoinedTableProps {
  readonly heads: readonly Head[];
  readonly rows: readonly JoinedRow[];
  readonly marks: Marks;
  readonly label: string;
}

export function JoinedTable({ heads, rows, marks, label }: JoinedTableProps) {
  return (
    // What scrolls must be reachable by keyboard.
    <section class="joined" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map(({ version, head, plain }) => (
              <th key={version} scope="col" class={plain ? 'plain-head' : ''}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // A row has no other name.
            <tr key={at} class={row.some((cell) => cell?.elsewhere !== undefined) ? 'moved' : ''}>
              {heads.map(({ version }, column) => (
                <Cell key={version} cell={row[column]} version={version} marks={marks} alone={isAlone(row, column)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Whether only this version has something to say here. A line that only opens a group says nothing itself. */
function isAlone(row: JoinedRow, column: number): boolean {
  const cell = row[column];
  if (row.length < 2 || cell === undefined || cell.line.text === '' || cell.elsewhere !== undefined) return false;
  return row.every((other, at) => at === column || other === undefined);
}

interface CellProps {
  readonly cell: JoinedCell | undefined;
  readonly version: string;
  readonly marks: Marks;
  readonly alone: boolean;
}

function Cell({ cell, version, marks, alone }: CellProps) {
  if (cell === undefined) return <td class="nothing" />;
  const mark = marks.get(markKey(version, pathKey(cell.line.path)));
  const isFirstLine = cell.line.key !== undefined || cell.line.dashes !== '';
  return (
    <td class={[alone ? 'alone' : '', mark === undefined ? '' : `mark-${mark.tone}`].join(' ')}>
      <div class="joined-line">
        <YamlText line={cell.line} />
        {isFirstLine && mark !== undefined && <span class="line-note">{mark.text}</span>}
        {isFirstLine && mark === undefined && cell.elsewhere !== undefined && (
          <span class="line-note moved-note">
            <span aria-hidden="true">↔ </span>
            <span class="visually-hidden">is </span>
            {cell.elsewhere.map(pathText).join(', ')}
          </span>
        )}
      </div>
    </td>
  );
}
