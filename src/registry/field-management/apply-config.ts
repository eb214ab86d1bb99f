import { apply, type Conflict, TypeMismatchError } from '#merge';
import { type JsonObject, type MaybePromise, orElse, whenReady } from '#meta';
import { allowedByLastApplied, KUBECTL } from './last-applied.ts';
import { identify, type Managed } from './managed.ts';
import { trackUpdate, withoutServerFields } from './track-update.ts';
import { managerOf, type Writer } from './writer.ts';

/** What is to be applied, in the version of the writer. */
export interface Applying {
  /** What is there, without its managed fields. */
  readonly live: JsonObject;
  /** An object of which nothing is set. */
  readonly empty: JsonObject;
  readonly config: JsonObject;
  readonly force: boolean;
}

/** Fields that others own, and what they are called for people. */
export interface Conflicts {
  readonly conflicts: readonly Conflict[];
  /** The managers that the conflicts are with, by identity. */
  readonly managed: Managed;
}

export interface AppliedConfig {
  readonly object: JsonObject;
  readonly managed: Managed;
}

/** The configuration is not of its type. */
export class BadConfiguration extends Error {
  override name = 'BadConfiguration';
}

/** The manager of all fields from before the first apply, whose setters are not known. */
const BEFORE_FIRST_APPLY = 'before-first-apply';

/** Merges a configuration into an object. */
export function applyConfig(
  before: Managed,
  applying: Applying,
  writer: Writer,
): MaybePromise<AppliedConfig | Conflicts> {
  const { live, empty } = applying;
  const owned =
    before.sets.size > 0
      ? before
      : trackUpdate(before, { live: empty, next: live }, { ...writer, name: BEFORE_FIRST_APPLY });
  return whenReady(owned, (managed) =>
    whenReady(applyOnce(managed, applying, writer), (first) => {
      const left = 'conflicts' in first && writer.name === KUBECTL ? withoutAllowed(first, live, writer) : first;
      const isSettled = !('conflicts' in left) || left.conflicts.length > 0;
      return isSettled ? left : applyOnce(managed, { ...applying, force: true }, writer);
    }),
  );
}

/** Without the conflicts about fields that the client-side apply of the same client has set. */
function withoutAllowed(first: Conflicts, live: JsonObject, writer: Writer): Conflicts {
  const allowed = allowedByLastApplied(live, writer);
  return allowed === undefined
    ? first
    : { ...first, conflicts: first.conflicts.filter(({ path }) => !allowed.has(path)) };
}

function applyOnce(
  managed: Managed,
  { live, config, force }: Applying,
  writer: Writer,
): MaybePromise<AppliedConfig | Conflicts> {
  const { version, versions, filters, now } = writer;
  const manager = managerOf(writer, 'Apply');
  const id = identify(manager);
  const writing = { manager: id, version, managers: managed.sets, versions, ...(filters !== undefined && { filters }) };
  return whenReady(
    typeChecked(() => apply(live, config, { ...writing, force })),
    (outcome) => withOutcome(managed, outcome, { manager, id, now }),
  );
}

interface Applier {
  readonly manager: ReturnType<typeof managerOf>;
  readonly id: string;
  readonly now: string;
}

function withOutcome(
  managed: Managed,
  outcome: Awaited<ReturnType<typeof apply>>,
  { manager, id, now }: Applier,
): AppliedConfig | Conflicts {
  if (outcome.outcome === 'conflict') return { conflicts: outcome.conflicts, managed };
  const sets = new Map(outcome.managers);
  const owned = withoutServerFields(sets.get(id));
  if (owned === undefined) sets.delete(id);
  else sets.set(id, owned);
  const managers = new Map(managed.managers).set(id, manager);
  // A manager that only came to own unchanged values has no time.
  const times = outcome.changed ? new Map(managed.times).set(id, now) : managed.times;
  return { object: outcome.object, managed: { ...managed, sets, managers, times } };
}

function typeChecked<T>(work: () => MaybePromise<T>): MaybePromise<T> {
  return orElse(work, (error) => {
    if (error instanceof TypeMismatchError) throw new BadConfiguration(error.message, { cause: error });
    throw error;
  });
}
