/** A run of lines that stands in both texts. */
interface Match {
  readonly a: number;
  readonly b: number;
  readonly size: number;
}
interface Span {
  readonly a: readonly [number, number];
  readonly b: readonly [number, number];
}
interface Step extends Span {
  readonly equal: boolean;
}

/** Lines around a change. */
const CONTEXT = 3;

/**
 * How a text became another, as a unified diff without a head. Clients compare whole messages, so it finds the very
 * matches that Python's difflib finds, and Go's port of it.
 */
export function lineDiff(before: string, after: string): string {
  const a = before.split('\n');
  const b = after.split('\n');
  return hunks(steps(matches(a, b), a.length, b.length))
    .map((hunk) => hunkText(hunk, a, b))
    .join('');
}

function hunkText(hunk: readonly Step[], a: readonly string[], b: readonly string[]): string {
  const [first, last] = [hunk[0], hunk.at(-1)];
  if (first === undefined || last === undefined) return '';
  const lines = hunk.flatMap((step) =>
    step.equal
      ? a.slice(...step.a).map((line) => ` ${line}`)
      : [...a.slice(...step.a).map((line) => `-${line}`), ...b.slice(...step.b).map((line) => `+${line}`)],
  );
  const head = `@@ -${range(first.a[0], last.a[1])} +${range(first.b[0], last.b[1])} @@`;
  return `${[head, ...lines].join('\n')}\n`;
}

function range(start: number, stop: number): string {
  const length = stop - start;
  if (length === 1) return `${start + 1}`;
  return `${length === 0 ? start : start + 1},${length}`;
}

/** Changes with the lines around them; those that are near each other together. */
function hunks(all: readonly Step[]): readonly (readonly Step[])[] {
  const result: Step[][] = [];
  let hunk: Step[] = [];
  for (const [at, step] of all.entries()) {
    const length = step.a[1] - step.a[0];
    if (!step.equal) {
      hunk.push(step);
    } else if (at === 0 || at === all.length - 1 || length > 2 * CONTEXT) {
      if (hunk.length > 0) result.push([...hunk, cut(step, 0, Math.min(CONTEXT, length))]);
      hunk = at === all.length - 1 ? [] : [cut(step, Math.max(0, length - CONTEXT), length)];
    } else {
      hunk.push(step);
    }
  }
  if (hunk.some(({ equal }) => !equal)) result.push(hunk);
  return result;
}

function cut({ a, b, equal }: Step, from: number, to: number): Step {
  return { equal, a: [a[0] + from, a[0] + to], b: [b[0] + from, b[0] + to] };
}

function steps(found: readonly Match[], aLength: number, bLength: number): readonly Step[] {
  const result: Step[] = [];
  let a = 0;
  let b = 0;
  for (const match of [...found, { a: aLength, b: bLength, size: 0 }]) {
    if (a < match.a || b < match.b) result.push({ equal: false, a: [a, match.a], b: [b, match.b] });
    const end = { a: match.a + match.size, b: match.b + match.size };
    const last = result.at(-1);
    if (match.size > 0 && last?.equal) {
      result[result.length - 1] = { equal: true, a: [last.a[0], end.a], b: [last.b[0], end.b] };
    } else if (match.size > 0) {
      result.push({ equal: true, a: [match.a, end.a], b: [match.b, end.b] });
    }
    ({ a, b } = end);
  }
  return result;
}

/** The longest run that both have, then the same before and behind it; in order. */
function matches(a: readonly string[], b: readonly string[]): readonly Match[] {
  const places = placesOf(b);
  const found: Match[] = [];
  const waiting: Span[] = [{ a: [0, a.length], b: [0, b.length] }];
  for (let span = waiting.pop(); span !== undefined; span = waiting.pop()) {
    const match = widened(longest(a, places, span), { a, b, span });
    if (match.size === 0) continue;
    found.push(match);
    waiting.push({ a: [span.a[0], match.a], b: [span.b[0], match.b] });
    waiting.push({ a: [match.a + match.size, span.a[1]], b: [match.b + match.size, span.b[1]] });
  }
  return found.sort((one, other) => one.a - other.a || one.b - other.b);
}

/** Where each line stands. Lines that long texts are full of tell nothing. */
function placesOf(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    const known = places.get(line);
    if (known === undefined) places.set(line, [at]);
    else known.push(at);
  }
  if (lines.length < 200) return places;
  const often = Math.floor(lines.length / 100) + 1;
  return new Map([...places].filter(([, at]) => at.length <= often));
}

function longest(
  a: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  { a: [from, to], b }: Span,
): Match {
  let best: Match = { a: from, b: b[0], size: 0 };
  let lengths = new Map<number, number>();
  for (let at = from; at < to; at++) {
    const next = new Map<number, number>();
    for (const place of places.get(a[at] ?? '') ?? []) {
      if (place < b[0]) continue;
      if (place >= b[1]) break;
      const size = (lengths.get(place - 1) ?? 0) + 1;
      next.set(place, size);
      if (size > best.size) best = { a: at - size + 1, b: place - size + 1, size };
    }
    lengths = next;
  }
  return best;
}

/** The same run with the frequent lines around it that are equal too. */
function widened(match: Match, { a, b, span }: { a: readonly string[]; b: readonly string[]; span: Span }): Match {
  let { a: atA, b: atB, size } = match;
  while (atA > span.a[0] && atB > span.b[0] && a[atA - 1] === b[atB - 1]) {
    atA--;
    atB--;
    size++;
  }
  while (atA + size < span.a[1] && atB + size < span.b[1] && a[atA + size] === b[atB + size]) size++;
  return { a: atA, b: atB, size };
}
