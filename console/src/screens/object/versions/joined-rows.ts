import type { KubeObject } from '../../../api/types.ts';
import { type Path, pathKey, type YamlLine, yamlLines } from '../../../yaml/yaml-lines.ts';
import { inOrderOf, type Moves, movesBetween } from './correspondence.ts';

/** The line of one version in a row. */
export interface JoinedCell {
  readonly line: YamlLine;
  /** Where the other version has this value, when it is at another place there, or at several. */
  readonly elsewhere?: readonly Path[];
}

/** What stands beside each other: the lines of the versions that say the same thing. A version may have none. */
export type JoinedRow = readonly (JoinedCell | undefined)[];

/**
 * The lines of an object in its versions, joined where they correspond. The first version gives the order. `traced` are
 * the moves from each of the others to it, where more is known of them than the values tell.
 */
export function joinVersions(
  objects: readonly KubeObject[],
  traced: readonly (Moves | undefined)[] = [],
): readonly JoinedRow[] {
  const [base, ...others] = objects;
  if (base === undefined) return [];
  let rows: (JoinedCell | undefined)[][] = yamlLines(inOrderOf(base, () => undefined)).map((line) => [{ line }]);
  for (const [at, object] of others.entries()) {
    rows = withVersion({ rows, moves: traced[at + 1] ?? movesBetween(object, base), object, column: at + 1 });
  }
  return rows.map((row) => Array.from({ length: objects.length }, (_, at) => row[at]));
}

interface OneMore {
  readonly rows: (JoinedCell | undefined)[][];
  readonly moves: Moves;
  readonly object: KubeObject;
  readonly column: number;
}

function withVersion({ rows, moves, object, column }: OneMore): (JoinedCell | undefined)[][] {
  const places = rowsByPath(rows);
  const rowsOf = (path: Path): readonly number[] => {
    const beside = besides(path, moves.get(pathKey(path)) ?? [])[0];
    return places.get(pathKey(beside ?? path)) ?? [];
  };
  const cells = cellsOf(
    inOrderOf(object, (path) => rowsOf(path)[0]),
    moves,
  );
  return merged(withSources(rows, moves, places), cells, { rowsOf, column });
}

function cellsOf(object: KubeObject, moves: Moves): readonly JoinedCell[] {
  return yamlLines(object).map((line) => {
    const elsewhere = moves.get(pathKey(line.path));
    return elsewhere === undefined ? { line } : { line, elsewhere };
  });
}

/** Metadata and spec are not mixed: what went from one to the other stands in its own place, and says so. */
const besides = (path: Path, targets: readonly Path[]): readonly Path[] => targets.filter(([top]) => top === path[0]);

/** Where one value has become several, the first stands beside it; the others tell where they come from. */
function withSources(
  rows: (JoinedCell | undefined)[][],
  moves: Moves,
  places: ReadonlyMap<string, readonly number[]>,
): (JoinedCell | undefined)[][] {
  const copy = [...rows];
  for (const [from, targets] of moves) {
    const source = JSON.parse(from) as Path;
    const [beside] = besides(source, targets);
    for (const path of targets) {
      if (path === beside) continue;
      const at = places.get(pathKey(path))?.[0];
      const cell = at === undefined ? undefined : rows[at]?.[0];
      if (at !== undefined && cell !== undefined) {
        copy[at] = placed(rows[at] ?? [], 0, { ...cell, elsewhere: [source] });
      }
    }
  }
  return copy;
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
