import type { KubeObject } from '../../../api/types.ts';
import { type Path, pathKey, type YamlLine, yamlLines } from '../../../yaml/yaml-lines.ts';
import { inOrderOf, type Moves, movesBetween } from './correspondence.ts';

/** The line of one version in a row. */
export interface JoinedCell {
  readonly line: YamlLine;
  /** Where the first version has this value, when it is at another place there. */
  readonly movedFrom?: Path;
}

/** What stands beside each other: the lines of the versions that say the same thing. A version may have none. */
export type JoinedRow = readonly (JoinedCell | undefined)[];

/** The lines of an object in its versions, joined where they correspond. The first version gives the order. */
export function joinVersions(objects: readonly KubeObject[]): readonly JoinedRow[] {
  const [base, ...others] = objects;
  if (base === undefined) return [];
  let rows: (JoinedCell | undefined)[][] = yamlLines(inOrderOf(base, () => undefined)).map((line) => [{ line }]);
  for (const [at, object] of others.entries()) rows = withVersion({ rows, base, object, column: at + 1 });
  return rows.map((row) => Array.from({ length: objects.length }, (_, at) => row[at]));
}

interface OneMore {
  readonly rows: (JoinedCell | undefined)[][];
  readonly base: KubeObject;
  readonly object: KubeObject;
  readonly column: number;
}

function withVersion({ rows, base, object, column }: OneMore): (JoinedCell | undefined)[][] {
  const moves = movesBetween(object, base);
  const places = rowsByPath(rows);
  const rowsOf = (path: Path): readonly number[] => places.get(pathKey(moves.get(pathKey(path)) ?? path)) ?? [];
  const cells = cellsOf(
    inOrderOf(object, (path) => rowsOf(path)[0]),
    moves,
  );
  return merged(rows, cells, { rowsOf, column });
}

function cellsOf(object: KubeObject, moves: Moves): readonly JoinedCell[] {
  return yamlLines(object).map((line) => {
    const movedFrom = moves.get(pathKey(line.path));
    return movedFrom === undefined ? { line } : { line, movedFrom };
  });
}

/** The rows of each path of the first version: a text of several lines has several. */
function rowsByPath(rows: readonly (readonly (JoinedCell | undefined)[])[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [at, row] of rows.entries()) {
    if (row[0] === undefined) continue;
    const key = pathKey(row[0].line.path);
    found.set(key, [...(found.get(key) ?? []), at]);
  }
  return found;
}

/** Puts each line beside its row if that still lies ahead, and otherwise into a row of its own. */
function merged(
  rows: readonly (JoinedCell | undefined)[][],
  cells: readonly JoinedCell[],
  { rowsOf, column }: { readonly rowsOf: (path: Path) => readonly number[]; readonly column: number },
): (JoinedCell | undefined)[][] {
  const beside = new Map<number, JoinedCell>();
  const after = new Map<number, JoinedCell[]>();
  let last = -1;
  for (const cell of cells) {
    const wanted = rowsOf(cell.line.path).find((at) => at > last);
    if (wanted !== undefined) {
      beside.set(wanted, cell);
      last = wanted;
    } else {
      after.set(last, [...(after.get(last) ?? []), cell]);
    }
  }
  const own = (cell: JoinedCell): (JoinedCell | undefined)[] => placed([], column, cell);
  const joined = (after.get(-1) ?? []).map(own);
  for (const [at, row] of rows.entries()) {
    const cell = beside.get(at);
    joined.push(cell === undefined ? row : placed(row, column, cell));
    joined.push(...(after.get(at) ?? []).map(own));
  }
  return joined;
}

function placed(
  row: readonly (JoinedCell | undefined)[],
  column: number,
  cell: JoinedCell,
): (JoinedCell | undefined)[] {
  const copy = [...row];
  copy[column] = cell;
  return copy;
}
