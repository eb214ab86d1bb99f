import type { Found, Gap, History, LogEvent, ReadOp, WriteOp } from './history.ts';

/**
 * Whether there is one order of all that happened that explains every answer. The revisions give the order, so nothing has
 * to be searched for: each write is where its revision is, and every answer must fit in. Returns what does not.
 */
export function violations(history: History): string[] {
  return [...history.complaints, ...new Checker(history).check()];
}

/** Whether two watches told the same, as far as both were told everything. */
export function differences(one: History, other: History): string[] {
  return [...outOfOrder(other), ...lackingIn(other, one), ...lackingIn(one, other)];
}

function outOfOrder({ log }: History): string[] {
  const told = log.filter(({ missed }) => missed !== true);
  const wrong = told.filter(({ revision }, at) => at > 0 && revision <= (told[at - 1] as LogEvent).revision);
  return wrong.map((event) => `a watch told ${show(event)} twice or too late`);
}

/** What the other watch told and this one did not, though it had no gap there. Only up to where both have come. */
function lackingIn(one: History, other: History): string[] {
  const told = new Map(one.log.map((event) => [event.revision, event]));
  const end = one.log.at(-1)?.revision ?? 0;
  const isLacking = ({ revision, key, id, missed }: LogEvent): boolean => {
    if (missed === true || revision > end || one.gaps.some(({ from, to }) => from <= revision && to >= revision))
      return false;
    const event = told.get(revision);
    return event?.key !== key || event.id !== id;
  };
  return other.log.filter(isLacking).map((event) => `one watch told ${show(event)}, another did not`);
}

class Checker {
  readonly #history: History;
  readonly #byRevision = new Map<number, LogEvent>();
  readonly #byKey = new Map<string, LogEvent[]>();
  readonly #byId = new Map<string, LogEvent>();
  /** Those whose deletion is known. */
  readonly #removals = new Set<LogEvent>();
  readonly #found: string[] = [];
  #floors: Steps = new Steps([]);
  #ceilings: Steps = new Steps([]);

  constructor(history: History) {
    this.#history = history;
  }

  check(): readonly string[] {
    this.#readLog();
    const { writes } = this.#history;
    // What is known to have happened comes first: who nobody was told about may have done what is left.
    for (const write of writes) if (write.outcome !== 'unknown') this.#placeWrite(write);
    for (const write of writes) if (write.outcome === 'unknown') this.#placeWrite(write);
    this.#findOrigins();
    const placed = this.#history.writes.filter(({ revision }) => revision !== undefined);
    const answers = [
      ...placed.filter(({ outcome }) => outcome === 'done').map(({ ended, revision }) => [ended, revision as number]),
      ...this.#history.reads.map(({ ended, found }) => [ended, found?.revision ?? 0]),
      ...this.#history.lists.map(({ ended, revision }) => [ended, revision]),
    ] as [number, number][];
    this.#floors = new Steps(answers);
    this.#ceilings = new Steps(placed.map(({ begun, revision }) => [begun, revision as number]));
    for (const write of placed) this.#checkOrder(write);
    for (const read of this.#history.reads) this.#checkRead(read);
    this.#checkLists();
    return this.#found;
  }

  #complain(text: string): void {
    this.#found.push(text);
  }

  #readLog(): void {
    let newest = 0;
    for (const event of this.#history.log) {
      if (event.missed !== true) {
        if (event.revision <= newest) this.#complain(`the watch told ${show(event)} after revision ${newest}`);
        this.#byRevision.set(event.revision, event);
      }
      newest = Math.max(newest, event.revision);
      const events = this.#byKey.get(event.key) ?? [];
      events.push(event);
      this.#byKey.set(event.key, events);
      if (event.id !== null) this.#byId.set(event.id, event);
    }
  }

  /** Where in the log it is. */
  #placeWrite(write: WriteOp): void {
    const { key, id, upon, outcome, revision } = write;
    if (id === null) {
      const next = this.#after(key, upon as number);
      if (outcome === 'refused') return;
      if (next?.id === null && !this.#removals.has(next)) {
        this.#removals.add(next);
        if (next.missed !== true) write.revision = next.revision;
      } else if (outcome === 'done' && !this.#touchesGap(upon as number, next?.revision ?? Number.POSITIVE_INFINITY))
        this.#complain(`${key} was deleted at ${upon}, but ${next === undefined ? 'stayed' : show(next)}`);
      return;
    }
    const event = this.#byId.get(id);
    if (outcome === 'refused' && event !== undefined) this.#complain(`${show(event)} was refused, and happened`);
    if (outcome === 'done' && !this.#isInGap(revision as number) && event?.revision !== revision)
      this.#complain(`${key}=${id} was answered with ${revision}, and is ${event ? show(event) : 'lost'}`);
    if (event !== undefined) write.revision = event.revision;
  }

  #findOrigins(): void {
    const ids = new Set(this.#history.writes.map(({ id }) => id));
    const removals = new Set(
      this.#history.writes.filter(({ id }) => id === null).map(({ key, revision }) => `${key}@${revision}`),
    );
    for (const event of this.#history.log) {
      const known = event.id === null ? removals.has(`${event.key}@${event.revision}`) : ids.has(event.id);
      if (!known && !this.#isInGap(event.revision)) this.#complain(`nobody wrote ${show(event)}`);
    }
  }

  #checkOrder({ key, id, begun, revision = 0 }: WriteOp): void {
    const floor = this.#floors.at(begun);
    if (revision <= floor)
      this.#complain(`${key}=${id} is at ${revision}, but ${floor} was answered before it was asked for`);
  }

  #checkRead({ key, found, begun, ended }: ReadOp): void {
    const floor = this.#floors.at(begun);
    const ceiling = Math.max(floor, this.#ceilings.at(ended));
    if (found === undefined) {
      if (!this.#wasAbsent(key, floor, ceiling) && !this.#touchesGap(floor, ceiling))
        this.#complain(`${key} was not found between ${floor} and ${ceiling}, where it was`);
      return;
    }
    const event = this.#byRevision.get(found.revision);
    if (event === undefined && this.#isInGap(found.revision)) return;
    if (event?.id !== found.id) this.#complain(`a read showed ${key}=${found.id} at ${found.revision}: ${show(event)}`);
    const next = this.#after(key, found.revision)?.revision ?? Number.POSITIVE_INFINITY;
    if (next <= floor)
      this.#complain(`a read showed ${key} at ${found.revision}, after ${next} and ${floor} were known`);
  }

  #checkLists(): void {
    const state = new Map<string, Found>();
    let at = 0;
    const { log } = this.#history;
    for (const list of [...this.#history.lists].sort((a, b) => a.revision - b.revision)) {
      for (; at < log.length && (log[at] as LogEvent).revision <= list.revision; at++) take(state, log[at] as LogEvent);
      const floor = this.#floors.at(list.begun);
      if (list.revision < floor) this.#complain(`a list of ${list.revision} came after ${floor} was known`);
      if (this.#isInGap(list.revision)) continue;
      const wrong = difference(state, list.items);
      if (wrong !== undefined) this.#complain(`a list of ${list.revision} was wrong: ${wrong}`);
    }
  }

  #after(key: string, revision: number): LogEvent | undefined {
    const events = this.#byKey.get(key) ?? [];
    let low = 0;
    let high = events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((events[middle] as LogEvent).revision > revision) high = middle;
      else low = middle + 1;
    }
    return events[low];
  }
  /** At some time between two revisions. */
  #wasAbsent(key: string, floor: number, ceiling: number): boolean {
    const events = this.#byKey.get(key) ?? [];
    let there = false;
    for (const { revision, id } of events) {
      if (revision > ceiling) break;
      if (revision > floor && (!there || id === null)) return true;
      there = id !== null;
    }
    return !there;
  }
  #isInGap(revision: number): boolean {
    return this.#touchesGap(revision, revision);
  }
  #touchesGap(low: number, high: number): boolean {
    return this.#history.gaps.some(({ from, to }: Gap) => from <= high && to >= low);
  }
}

/** The highest of values that have come up to a moment. */
class Steps {
  readonly #moments: number[] = [];
  readonly #values: number[] = [];

  constructor(pairs: readonly (readonly [moment: number, value: number])[]) {
    let highest = 0;
    for (const [moment, value] of [...pairs].sort(([a], [b]) => a - b)) {
      highest = Math.max(highest, value);
      this.#moments.push(moment);
      this.#values.push(highest);
    }
  }
  at(moment: number): number {
    let low = 0;
    let high = this.#moments.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#moments[middle] as number) >= moment) high = middle;
      else low = middle + 1;
    }
    return this.#values[low - 1] ?? 0;
  }
}

function take(state: Map<string, Found>, { key, id, revision }: LogEvent): void {
  if (id === null) state.delete(key);
  else state.set(key, { id, revision });
}

function difference(expected: ReadonlyMap<string, Found>, items: ReadonlyMap<string, Found>): string | undefined {
  for (const [key, { id, revision }] of expected) {
    const item = items.get(key);
    if (item?.id !== id || item.revision !== revision)
      return `${key}=${item?.id}@${item?.revision}, not ${id}@${revision}`;
  }
  for (const key of items.keys()) if (!expected.has(key)) return `${key} was gone`;
  return undefined;
}

function show(event: LogEvent | undefined): string {
  return event === undefined ? 'nothing' : `${event.key}=${event.id ?? 'removed'}@${event.revision}`;
}
