import { isJsonObject, type Json, type JsonObject, type World } from '#meta';
import { type Access, type Entry, parseEntry, parseMetadata, type StoredWrite } from '#registry';
import { DEFINITIONS_PREFIX } from '../threads/copied-prefixes.ts';
import { type ConversionSources, convertersOf } from './converters.ts';
import {
  type BreakingChange,
  changedParts,
  type DefinitionChange,
  type DefinitionRecord,
} from './definition-record.ts';

/** How many changes may wait to be checked; further writers wait. */
const MAX_WAITING = 64;

/** Writes down what became of definitions, after it became so. Whom a change breaks is found out behind the answer. */
export class DefinitionRecorder {
  readonly #record: DefinitionRecord;
  readonly #world: World;
  readonly #conversions: ConversionSources | undefined;
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(record: DefinitionRecord, world: World, conversions?: ConversionSources) {
    this.#record = record;
    this.#world = world;
    this.#conversions = conversions;
  }

  written(access: Access, name: string, write: StoredWrite): Promise<void> | undefined {
    if (access.resource.definition.storagePrefix !== DEFINITIONS_PREFIX || access.subresource !== '') return undefined;
    const look = lookAt(write, this.#conversions);
    if (look === undefined) return undefined;
    const { now: time, user } = access;
    this.#waiting++;
    this.#last = this.#last
      .then(async () => this.#add(name, { time, user: user.name, ...(await look()) }))
      .catch((error: unknown) =>
        this.#world.log.warn('a change of a definition is not on record', { definition: name, error }),
      )
      .finally(() => this.#waiting--);
    return this.#waiting > MAX_WAITING ? this.#last : undefined;
  }

  /** When everything that was written until now is on record. */
  idle(): Promise<void> {
    return this.#last;
  }

  async changes(name: string): Promise<readonly DefinitionChange[] | undefined> {
    await this.idle();
    return this.#record.changes(name);
  }

  async breaking(): Promise<readonly BreakingChange[]> {
    await this.idle();
    return this.#record.breaking();
  }

  /** That a definition came to be is worth a word where something is known of one that had its name. */
  async #add(name: string, change: DefinitionChange): Promise<void> {
    if (change.changed.length === 0) return;
    const isNew = change.changed[0] === 'created';
    if (isNew && (await this.#record.changes(name)) === undefined) return;
    await this.#record.add(name, change);
  }
}

type Seen = Omit<DefinitionChange, 'time' | 'user'>;

/** Glances at what was written; what takes longer is in what it returns. */
function lookAt(write: StoredWrite, conversions: ConversionSources | undefined): (() => Promise<Seen>) | undefined {
  const { entry } = write;
  const { generation = 0, deletionTimestamp } = parseMetadata(entry);
  const seen = (changed: string) => async () => ({ generation, changed: [changed], findings: [] });
  if (write.did === 'remove') return deletionTimestamp === undefined ? seen('deleted') : undefined;
  const { previous } = write;
  if (previous === null) return seen('created');
  const before = parseMetadata(previous);
  if (deletionTimestamp !== undefined) return before.deletionTimestamp === undefined ? seen('deleted') : undefined;
  if (before.generation === generation) return undefined;
  return async () => ({ generation, ...(await difference(previous, entry, conversions)) });
}

async function difference(
  previous: Entry,
  entry: Entry,
  conversions: ConversionSources | undefined,
): Promise<Omit<Seen, 'generation'>> {
  const [old, next] = [parseEntry(previous) as unknown as JsonObject, parseEntry(entry) as unknown as JsonObject];
  const { findingsBetween } = await import('./findings-between.ts');
  const { policy, module } = convertersOf(next, conversions);
  const by = { policy, isModule: module !== undefined };
  const findings = findingsBetween(old, next, by).map(({ finding: { severity, rule, version }, text }) => ({
    severity,
    rule,
    version,
    text,
  }));
  const { schemaSteps, versionSteps } = await import('./version-steps.ts');
  const [before, after] = [specOf(old), specOf(next)];
  return {
    changed: changedParts(before, after),
    findings,
    steps: versionSteps(before, after),
    schemas: schemaSteps(before, after),
  };
}

function specOf({ spec }: JsonObject): JsonObject {
  return isJsonObject(spec as Json) ? (spec as JsonObject) : {};
}
