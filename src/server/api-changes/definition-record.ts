import type { Json, JsonObject } from '#meta';
import type { Collection } from '#storage';
import type { SchemaStep } from './version-steps.ts';

/** Not among the objects of any resource: nobody lists it, and no discovery names it. */
const RECORD_PREFIX = '/pinnace/definition-changes/';

/** Of one definition the last changes are kept, as many as fit; and of so many definitions. */
const MAX_RECORD_BYTES = 32 * 1024;
/** Of the schemas of one change. */
const MAX_SCHEMA_BYTES = 6 * 1024;
const MAX_DEFINITIONS = 1000;
const MAX_FINDINGS = 30;
const MAX_TEXT_LENGTH = 300;

/** One change of a definition. */
export interface DefinitionChange {
  readonly generation: number;
  /** RFC 3339. */
  readonly time: string;
  readonly user: string;
  /** `versions[v1].schema`, `names`; or `created`, `deleted`. */
  readonly changed: readonly string[];
  readonly findings: readonly RecordedFinding[];
  /** What became of versions, in words: `storage moves from v1 to v2`. */
  readonly steps?: readonly string[];
  /** What differs in the schemas; absent where that is too much to be kept. */
  readonly schemas?: readonly SchemaStep[];
}

interface RecordedFinding {
  readonly severity: string;
  readonly rule: string;
  readonly version: string;
  readonly text: string;
}

export interface BreakingChange extends Omit<DefinitionChange, 'changed' | 'steps' | 'schemas'> {
  readonly definition: string;
}

interface RecordParts {
  collection(prefix: string): Collection;
  readonly maxDefinitions?: number;
}

/** Remembers what became of definitions, longer than the store remembers old revisions. */
export class DefinitionRecord {
  readonly #parts: RecordParts;

  constructor(parts: RecordParts) {
    this.#parts = parts;
  }

  async add(name: string, change: DefinitionChange): Promise<void> {
    const written = await this.#collection.transact(name, async (live) => {
      const changes = lastThatFit([...changesIn(live?.value), bounded(change)]);
      return { do: 'put', value: Buffer.from(JSON.stringify({ changes })) };
    });
    if (written.did === 'put' && written.previous === null) await this.#forgetOldest();
  }

  /** The oldest first; undefined where nothing is known of the definition. */
  async changes(name: string): Promise<readonly DefinitionChange[] | undefined> {
    const entry = await this.#collection.get(name, { need: 'newest' });
    return entry === null ? undefined : changesIn(entry.value);
  }

  /** The last change of each definition that broke somebody, where no later one is on record. */
  async breaking(): Promise<readonly BreakingChange[]> {
    const { entries } = await this.#collection.list({ under: '', freshness: { need: 'newest' } });
    return entries.flatMap(({ key, value }) => {
      const last = changesIn(value).at(-1);
      const errors = last?.findings.filter(({ severity }) => severity === 'error') ?? [];
      return last === undefined || errors.length === 0
        ? []
        : { definition: key, generation: last.generation, time: last.time, user: last.user, findings: errors };
    });
  }

  get #collection(): Collection {
    return this.#parts.collection(RECORD_PREFIX);
  }

  async #forgetOldest(): Promise<void> {
    const { maxDefinitions: most = MAX_DEFINITIONS } = this.#parts;
    const { entries } = await this.#collection.list({ under: '', freshness: { need: 'newest' } });
    if (entries.length <= most) return;
    const [oldest] = [...entries].sort((a, b) => a.revision - b.revision);
    if (oldest !== undefined) await this.#collection.transact(oldest.key, async () => ({ do: 'remove' }));
  }
}

function changesIn(value: Uint8Array | undefined): readonly DefinitionChange[] {
  if (value === undefined) return [];
  return (JSON.parse(Buffer.from(value).toString()) as { changes: DefinitionChange[] }).changes;
}

function lastThatFit(changes: readonly DefinitionChange[]): readonly DefinitionChange[] {
  let bytes = 0;
  const first = changes.findLastIndex((change) => {
    bytes += Buffer.byteLength(JSON.stringify(change)) + 1;
    return bytes > MAX_RECORD_BYTES;
  });
  return changes.slice(first + 1);
}

function bounded(change: DefinitionChange): DefinitionChange {
  const cut = (text: string): string => (text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text);
  const findings = change.findings.slice(0, MAX_FINDINGS).map((finding) => ({ ...finding, text: cut(finding.text) }));
  const { schemas, ...rest } = change;
  const fits = schemas !== undefined && Buffer.byteLength(JSON.stringify(schemas)) <= MAX_SCHEMA_BYTES;
  return {
    ...rest,
    user: cut(change.user),
    changed: change.changed.slice(0, MAX_FINDINGS).map(cut),
    findings,
    ...(change.steps !== undefined && { steps: change.steps.slice(0, MAX_FINDINGS).map(cut) }),
    ...(fits && { schemas }),
  };
}

/** What of a definition's spec is another than before. */
export function changedParts(old: JsonObject, next: JsonObject): readonly string[] {
  const differs = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(a) !== JSON.stringify(b);
  const keys = new Set([...Object.keys(old), ...Object.keys(next)]);
  return [...keys].flatMap((key) => {
    if (!differs(old[key], next[key])) return [];
    return key === 'versions' ? changedVersions(old[key], next[key]) : [key];
  });
}

function changedVersions(old: Json | undefined, next: Json | undefined): readonly string[] {
  const byName = (versions: Json | undefined): ReadonlyMap<string, JsonObject> =>
    new Map(
      (Array.isArray(versions) ? (versions as JsonObject[]) : []).map((version) => [String(version.name), version]),
    );
  const [before, after] = [byName(old), byName(next)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [one, other] = [before.get(name), after.get(name)];
    if (one === undefined || other === undefined) return [`versions[${name}]`];
    return changedParts(one, other).map((part) => `versions[${name}].${part}`);
  });
}
