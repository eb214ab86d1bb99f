/** A line of two texts that are compared: in both, or only in the older or the newer. */
export interface DiffLine<T> {
  readonly kind: 'same' | 'removed' | 'added';
  readonly line: T;
}

/** So many lines are compared in full; of longer texts only what differs between the common ends counts as changed. */
const MOST_CELLS = 4_000_000;

/** What became of the lines of one text in another. */
export function diffLines<T>(
  before: readonly T[],
  after: readonly T[],
  textOf: (line: T) => string,
): readonly DiffLine<T>[] {
  const a = before.map(textOf);
  const b = after.map(textOf);
  const head = commonLength(a, b, (list, at) => list[at]);
  const rest = { a: a.slice(head), b: b.slice(head) };
  const tail = commonLength(rest.a, rest.b, (list, at) => list[list.length - 1 - at]);
  const middle = between(before.slice(head, before.length - tail), after.slice(head, after.length - tail), textOf);
  const same = (lines: readonly T[]): DiffLine<T>[] => lines.map((line) => ({ kind: 'same', line }));
  return [...same(after.slice(0, head)), ...middle, ...same(after.slice(after.length - tail))];
}

function commonLength(
  a: readonly string[],
  b: readonly string[],
  at: (list: readonly string[], place: number) => string | undefined,
): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && at(a, length) === at(b, length)) length += 1;
  return length;
}

function between<T>(before: readonly T[], after: readonly T[], textOf: (line: T) => string): readonly DiffLine<T>[] {
  const removed = (line: T): DiffLine<T> => ({ kind: 'removed', line });
  const added = (line: T): DiffLine<T> => ({ kind: 'added', line });
  if (before.length * after.length > MOST_CELLS) return [...before.map(removed), ...after.map(added)];
  const lengths = commonLengths(before.map(textOf), after.map(textOf));
  const found: DiffLine<T>[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, next] = [before[i], after[j]];
    if (old !== undefined && next !== undefined && textOf(old) === textOf(next)) {
      found.push({ kind: 'same', line: next });
      i += 1;
      j += 1;
    } else if (next === undefined || (old !== undefined && (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))) {
      found.push(removed(old as T));
      i += 1;
    } else {
      found.push(added(next));
      j += 1;
    }
  }
  return found;
}

/** How many lines the rests of both texts have in common, from each place on. */
function commonLengths(a: readonly string[], b: readonly string[]): readonly Uint32Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = table[i] as Uint32Array;
    const below = table[i + 1] as Uint32Array;
    for (let j = b.length - 1; j >= 0; j -= 1) {
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}

/** Only the lines that differ and a few around them; undefined stands for those that are left out. */
export function withContext<T>(lines: readonly DiffLine<T>[], around: number): readonly (DiffLine<T> | undefined)[] {
  const wanted = new Set<number>();
  for (const [at, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    for (let near = at - around; near <= at + around; near += 1) wanted.add(near);
  }
  const shown: (DiffLine<T> | undefined)[] = [];
  for (const [at, line] of lines.entries()) {
    if (wanted.has(at)) shown.push(line);
    else if (at === 0 || wanted.has(at - 1)) shown.push(undefined);
  }
  return shown;
}
