import type { Json, JsonObject } from '#meta';
import type { Collection } from '#storage';

/** Not among the objects of any resource: nobody lists it, and no discovery names it. */
export const RECORD_PREFIX = '/pinnace/definition-changes/';

/** Of one definition, the last changes are kept; and of so many definitions. */
const maxChanges = 50;
const maxDefinitions = 1000;
const maxFindings = 30;
const maxTextLength = 300;

/** One change of a definition. */
interface DefinitionChange {
  readonly generation: number;
  /** RFC 3339. */
  readonly time: string;
  readonly user: string;
  /** `versions[v1].schema`, `names`. */
  readonly changed: readonly string[];
  readonly findings: readonly RecordedFinding[];
}

interface RecordedFinding {
  readonly severity: string;
  readonly rule: string;
  readonly version: string;
  readonly text: string;
}

/** Remembers what became of definitions, longer than the store remembers old revisions. */
export class DefinitionRecord {
  readonly #collection: Collection;

  constructor(collection: Collection) {
    this.#collection = collection;
  }

  /** A change of the same generation takes the place of one whose write did not come about. */
  async add(name: string, change: DefinitionChange): Promise<void> {
    const { did, entry } = await this.#collection.transact(name, async (live) => {
      const kept = changesIn(live?.value).filter(({ generation }) => generation !== change.generation);
      const changes = [...kept, bounded(change)].slice(-maxChanges);
      return { do: 'put', value: Buffer.from(JSON.stringify({ changes })) };
    });
    if (did === 'put' && entry !== null) await this.#forgetOldest();
  }

  /** The oldest first; undefined where nothing is known of the definition. */
  async changes(name: string): Promise<readonly DefinitionChange[] | undefined> {
    const entry = await this.#collection.get(name, { need: 'newest' });
    return entry === null ? undefined : changesIn(entry.value);
  }

  async #forgetOldest(): Promise<void> {
    const { entries } = await this.#collection.list({ under: '', freshness: { need: 'newest' } });
    if (entries.length <= maxDefinitions) return;
    const [oldest] = [...entries].sort((a, b) => a.revision - b.revision);
    if (oldest !== undefined) await this.#collection.transact(oldest.key, async () => ({ do: 'remove' }));
  }
}

function changesIn(value: Uint8Array | undefined): readonly DefinitionChange[] {
  if (value === undefined) return [];
  return (JSON.parse(Buffer.from(value).toString()) as { changes: DefinitionChange[] }).changes;
}

function bounded(change: DefinitionChange): DefinitionChange {
  const cut = (text: string): string => (text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text);
  const findings = change.findings.slice(0, maxFindings).map((finding) => ({ ...finding, text: cut(finding.text) }));
  return { ...change, user: cut(change.user), changed: change.changed.slice(0, maxFindings).map(cut), findings };
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
