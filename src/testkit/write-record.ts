import { type KubeObject, nextTurn } from '#meta';
import { parseEntry } from '#registry';
import { type Change, type ChangeBatch, Entry } from '#storage';

/** A change of an object in the store, whoever made it. */
export interface RecordedWrite {
  /** In milliseconds since the environment began. */
  readonly at: number;
  readonly type: 'create' | 'update' | 'delete';
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly resourceVersion: string;
  /** Who wrote, by the name in managed fields; '' where that does not tell, as for deletions. */
  readonly manager: string;
  /** What is other than before: `.status.replicas`. Neither managed fields nor the resourceVersion. */
  readonly changed: readonly string[];
}

/** The oldest are forgotten beyond it. */
const MOST_WRITES = 10_000;

interface Seen {
  readonly at: number;
  readonly change: Change;
}

/** What is written, as it comes; read when somebody asks. */
export class WriteRecord {
  #seen: Seen[] = [];
  readonly #begun: number;

  constructor(begun: number) {
    this.#begun = begun;
  }

  async follow(changes: AsyncIterable<ChangeBatch>): Promise<void> {
    for await (const batch of changes) {
      const at = performance.now() - this.#begun;
      for (const change of batch.changes) this.#seen.push({ at, change });
      if (this.#seen.length > MOST_WRITES) this.#seen = this.#seen.slice(MOST_WRITES / 10);
    }
  }

  /** How many there are; those that are forgotten do not count. */
  get size(): number {
    return this.#seen.length;
  }

  /** After the first so many. */
  async read(from = 0): Promise<readonly RecordedWrite[]> {
    // What was answered already is on its way here.
    await nextTurn();
    return this.#seen.slice(from).flatMap(({ at, change }) => writeOf(at, change) ?? []);
  }
}

/** Undefined for what is no object: the server keeps notes of its own. */
function writeOf(at: number, { key, revision, value, previous }: Change): RecordedWrite | undefined {
  if (!key.startsWith('/registry/')) return undefined;
  const now = value && objectOf(key, revision, value);
  const before = previous && objectOf(key, previous.revision, previous.value);
  const object = now ?? before;
  if (!object) return undefined;
  const { name = '', namespace = '' } = object.metadata;
  return {
    at,
    type: now ? (before ? 'update' : 'create') : 'delete',
    kind: object.kind,
    namespace,
    name,
    resourceVersion: String(revision),
    manager: now ? managerOf(now, before) : '',
    changed: now && before ? differences(before, now) : [],
  };
}

function objectOf(key: string, revision: number, value: NonNullable<Change['value']>): KubeObject | undefined {
  return value instanceof Uint8Array ? parseEntry(new Entry(key, revision, value)) : undefined;
}

interface FieldOwner {
  readonly manager?: string;
  readonly time?: string;
}

/** Whose entry is not as it was, or the youngest. */
function managerOf(now: KubeObject, before: KubeObject | undefined | null): string {
  const owners = (object: KubeObject): readonly FieldOwner[] => (object.metadata.managedFields ?? []) as FieldOwner[];
  const known = new Set(before ? owners(before).map((owner) => JSON.stringify(owner)) : []);
  const changed = owners(now).filter((owner) => !known.has(JSON.stringify(owner)));
  const youngest = [...(changed.length > 0 ? changed : owners(now))].sort((a, b) =>
    (a.time ?? '') < (b.time ?? '') ? 1 : -1,
  );
  return youngest[0]?.manager ?? '';
}

const uninteresting = new Set(['.metadata.managedFields', '.metadata.resourceVersion']);
const MOST_PATHS = 20;

function differences(before: unknown, now: unknown, path = ''): readonly string[] {
  if (uninteresting.has(path) || Object.is(before, now)) return [];
  if (!isObject(before) || !isObject(now)) return [path];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return keys.flatMap((key) => differences(before[key], now[key], placeOf(path, key, now))).slice(0, MOST_PATHS);
}

const placeOf = (path: string, key: string, holder: object): string =>
  Array.isArray(holder) ? `${path}[${key}]` : `${path}.${key}`;

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null;
}
