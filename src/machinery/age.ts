import { humanDuration, humanDurationEnd, type Json } from '#meta';

/**
 * A cell that says how long ago something was. Everything else in a row stays true as long as the object does, so a row
 * is made once, and only these words each time it is shown.
 */
export class Age {
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly before: string;
  readonly after: string;

  /** The words may stand inside others: `3 (5m ago)`. */
  constructor(since: number, { before = '', after = '' } = {}) {
    this.since = since;
    this.before = before;
    this.after = after;
  }
  /** `5m`, `3d`. */
  duration(now: number): string {
    return humanDuration(now - this.since);
  }
  /** Up to when, from `now` on, the words stay the same. */
  sameUntil(now: number): number {
    return this.since + humanDurationEnd(now - this.since);
  }
}

/** What a column shows of an object. */
export type Cell = Json | Age;

/** The cell as it is shown at a time. */
export function cellAt(cell: Cell, now: number): Json {
  return cell instanceof Age ? cell.before + cell.duration(now) + cell.after : cell;
}
