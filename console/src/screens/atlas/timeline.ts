import type { JsonObject } from '../../api/types.ts';
import { type StorageVersionMigration, stateOf } from '../migration/migration-record.ts';
import { type SchemaChange, schemaDiff } from './schema-diff.ts';

export interface Finding {
  readonly severity: string;
  readonly rule: string;
  readonly version: string;
  readonly text: string;
}

/** A change of a definition, as the server has it on record. */
export interface DefinitionChange {
  readonly generation: number;
  readonly time: string;
  readonly user: string;
  readonly changed: readonly string[];
  readonly findings: readonly Finding[];
  /** What became of versions, in words. */
  readonly steps?: readonly string[];
  readonly schemas?: readonly {
    readonly version: string;
    readonly against?: string;
    readonly before: JsonObject;
    readonly after: JsonObject;
  }[];
}

export interface TimelineSchema {
  /** `v2, compared with v1` */
  readonly title: string;
  readonly changes: readonly SchemaChange[];
}

/** Something that happened to a definition, or to its objects. */
export interface TimelineEntry {
  readonly time: string;
  readonly kind: 'change' | 'migration' | 'created';
  /** What happened, each in a few words. */
  readonly steps: readonly string[];
  readonly by?: string;
  readonly findings: readonly Finding[];
  readonly schemas: readonly TimelineSchema[];
  /** The schemas differ by more than the server keeps. */
  readonly isCut: boolean;
}

interface TimelineSources {
  readonly changes: readonly DefinitionChange[];
  readonly migrations: readonly StorageVersionMigration[];
  /** When the last object left another version than the stored one. */
  readonly lastMigration?: string | undefined;
  readonly created?: string | undefined;
}

/** The last first. */
export function timelineOf({ changes, migrations, lastMigration, created }: TimelineSources): readonly TimelineEntry[] {
  const plain = { findings: [], schemas: [], isCut: false };
  const entries: TimelineEntry[] = [
    ...changes.map(ofChange),
    ...migrations.flatMap((migration) => ofMigration(migration, plain)),
    ...(lastMigration === undefined
      ? []
      : [
          { ...plain, time: lastMigration, kind: 'migration' as const, steps: ['the last object left an old version'] },
        ]),
    ...(created === undefined ? [] : [{ ...plain, time: created, kind: 'created' as const, steps: ['created'] }]),
  ];
  return entries
    .map((entry, at) => ({ entry, at }))
    .sort(lastFirst)
    .map(({ entry }) => entry);
}

interface Placed {
  readonly entry: TimelineEntry;
  readonly at: number;
}

/** Of one moment: a creation comes before all else; what was told later happened later. */
function lastFirst(a: Placed, b: Placed): number {
  const rank = ({ entry }: Placed): number => (entry.kind === 'created' ? 1 : 0);
  return Date.parse(b.entry.time) - Date.parse(a.entry.time) || rank(a) - rank(b) || b.at - a.at;
}

function ofChange(change: DefinitionChange): TimelineEntry {
  const { time, user, changed, findings, steps = [], schemas = [] } = change;
  const diffs = schemas.map(({ version, against, before, after }) => ({
    title: against === undefined ? version : `${version}, compared with ${against}`,
    changes: schemaDiff(before, after),
  }));
  const isOfSchemas = changed.some((part) => /^versions\[[^\]]*\](\.schema)?$/.test(part));
  return {
    time,
    kind: 'change',
    steps: [...steps, ...changed.filter((part) => steps.length === 0 || isUntold(part)).map(inWords)],
    by: user,
    findings,
    schemas: diffs.filter(({ changes: found }) => found.length > 0),
    isCut: isOfSchemas && change.schemas === undefined && change.steps !== undefined,
  };
}

/** `versions[v1].schema` is how it is written, and not how it is said. */
const inWords = (part: string): string => part.replace(/^versions\[([^\]]*)\]\.(\w+)$/, 'the $2 of $1 changed');

/** What the words about versions do not say. */
const isUntold = (part: string): boolean =>
  !/^versions\[[^\]]*\](\.(served|storage|deprecated|deprecationWarning))?$/.test(part) && part !== 'conversion';

function ofMigration(migration: StorageVersionMigration, plain: Pick<TimelineEntry, 'findings' | 'schemas' | 'isCut'>) {
  const { metadata, status } = migration;
  const name = metadata.name ?? '';
  const state = stateOf(migration);
  const over = status?.conditions?.find(
    ({ type, status: is }) => is === 'True' && (type === 'Succeeded' || type === 'Failed'),
  );
  const told = (time: string | undefined, step: string): TimelineEntry[] =>
    time === undefined ? [] : [{ ...plain, time, kind: 'migration', steps: [step] }];
  return [
    ...told(metadata.creationTimestamp, `migration ${name} is asked for`),
    ...told(over?.lastTransitionTime, `migration ${name} ${state}${over?.message ? `: ${over.message}` : ''}`),
  ];
}
