/** What a watch told: what is there under a key from a revision on. */
export interface LogEvent {
  readonly revision: number;
  readonly key: string;
  /** The write whose content is there; null when there is nothing any more. */
  readonly id: string | null;
  /** Nobody told of it: it happened somewhere in a gap, at this revision or before. */
  readonly missed?: true;
}

export interface Span {
  /** Moments are counted, not timed: what was answered before something else began has a smaller number. */
  readonly begun: number;
  ended: number;
}

export interface WriteOp extends Span {
  readonly key: string;
  /** Null for a deletion. */
  readonly id: string | null;
  /** Of a deletion: the revision that it is of. */
  readonly upon?: number;
  /** `unknown`: nobody was told whether it happened. */
  outcome: 'done' | 'refused' | 'unknown';
  revision?: number;
}

export interface ReadOp extends Span {
  readonly key: string;
  /** Undefined when nothing was there. */
  readonly found?: Found | undefined;
}

export interface ListOp extends Span {
  readonly revision: number;
  readonly items: ReadonlyMap<string, Found>;
}

export interface Found {
  readonly revision: number;
  readonly id: string;
}

/** A part of the past that the watch was not told of. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** All that clients did and were told. */
export class History {
  readonly log: LogEvent[] = [];
  readonly gaps: Gap[] = [];
  readonly writes: WriteOp[] = [];
  readonly reads: ReadOp[] = [];
  readonly lists: ListOp[] = [];
  /** What was wrong at first sight. */
  readonly complaints: string[] = [];
  #moment = 0;

  moment(): number {
    return ++this.#moment;
  }
  begin(write: Omit<WriteOp, 'begun' | 'ended' | 'outcome'>): WriteOp {
    const op: WriteOp = { ...write, begun: this.moment(), ended: Number.POSITIVE_INFINITY, outcome: 'unknown' };
    this.writes.push(op);
    return op;
  }
}
