import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { type Json, type JsonObject, setOwn } from '#meta';
import { membersOf } from '../../json.ts';
import { FieldSet } from '../field-set.ts';
import { readFieldsV1, writeFieldsV1 } from '../fields-v1.ts';
import { excluding } from '../filter.ts';
import type { Managers, Writing } from '../managers.ts';
import { formatPath } from '../path-element.ts';
import { apply, update } from '../updater.ts';
import type { Versions } from '../versions.ts';
import { parseSchema, type SchemaSource } from './parse-schema.ts';

/**
 * A file of scripts is YAML. Its first document holds the schemas, whose types are named after versions; each other
 * document is a script: writes in their order, each with what must come out of it.
 *
 *     name: the sole owner of a field removes it
 *     steps:
 *       - apply: one                     # or forceApply, or update; what follows is the manager
 *         version: v1                    # this is the default
 *         with: { string: a, numeric: 1 }
 *       - apply: one
 *         with: { string: a }
 *         object: { string: a }          # what the object must be
 *         managers:                      # who must own what
 *           one Apply v1: [.string]
 *       - apply: two
 *         with: { string: b }
 *         conflicts: ['one .string']     # or `fails`, with part of the message
 */
interface ScriptFile {
  readonly schemas: readonly SchemaSource[];
  readonly scripts: readonly Script[];
}

interface Script {
  readonly name: string;
  readonly steps: readonly Step[];
  /** For other versions than v1: how v1's fields at the top are called there. */
  readonly renames?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Fields that cannot be written, as FieldsV1, by version. */
  readonly ignored?: Readonly<Record<string, JsonObject>>;
}

interface Step extends Expectation {
  readonly apply?: string;
  readonly forceApply?: string;
  readonly update?: string;
  readonly version?: string;
  readonly with: JsonObject;
  /** Which schema from here on. */
  readonly schema?: number;
  /** Versions that are no longer there from here on. */
  readonly gone?: readonly string[];
}

interface Expectation {
  readonly object?: Json;
  readonly managers?: Readonly<Record<string, readonly string[]>>;
  readonly conflicts?: readonly string[];
  readonly fails?: string;
}

export function readScripts(file: URL): ScriptFile {
  const [first, ...scripts] = parseAllDocuments(readFileSync(file, 'utf8')).map(
    (document) => document.toJS() as unknown,
  );
  return { ...(first as Pick<ScriptFile, 'schemas'>), scripts: scripts as Script[] };
}

/** What came out of a step, in the terms of what was expected. */
type Outcome = Required<Pick<Expectation, 'object' | 'managers'>> & Pick<Expectation, 'conflicts' | 'fails'>;

/** Plays scripts, keeping what a server would keep: the object and its managers as JSON. */
export class Player {
  readonly #schemas: readonly SchemaSource[];
  readonly #script: Script;
  #schema = 0;
  readonly #gone = new Set<string>();
  #object: JsonObject = {};
  #version = 'v1';
  #managers: Managers = new Map();

  constructor(schemas: readonly SchemaSource[], script: Script) {
    this.#schemas = schemas;
    this.#script = script;
  }

  async play(step: Step): Promise<Outcome> {
    this.#schema = step.schema ?? this.#schema;
    for (const version of step.gone ?? []) this.#gone.add(version);
    const verdict = await this.#write(step).catch((error: Error) => ({ fails: error.message }));
    return { ...verdict, object: this.#object, managers: describe(this.#managers) };
  }

  async #write(step: Step): Promise<Pick<Outcome, 'conflicts' | 'fails'>> {
    const version = step.version ?? 'v1';
    const versions = this.#versions();
    const from = this.#version;
    const live =
      from === version ? this.#object : ((await versions.convert(this.#object, { from, to: version })) as JsonObject);
    const writing = this.#writing(step, version, versions);
    if (step.update !== undefined) {
      this.#keep(await update(live, step.with, writing), version);
      return {};
    }
    const outcome = await apply(live, step.with, { ...writing, force: step.forceApply !== undefined });
    if (outcome.outcome === 'conflict') {
      return { conflicts: outcome.conflicts.map(({ manager, path }) => `${manager} ${formatPath(path)}`) };
    }
    this.#keep(outcome, version);
    return {};
  }

  #writing(step: Step, version: string, versions: Versions): Writing {
    const manager = (step.apply ?? step.forceApply ?? step.update) as string;
    const ignored = Object.entries(this.#script.ignored ?? {});
    const filters = new Map(ignored.map(([of, fields]) => [of, excluding(readFieldsV1(fields))]));
    return { manager, version, managers: this.#managers, versions, filters };
  }

  #keep({ object, managers }: { readonly object: JsonObject; readonly managers: Managers }, version: string): void {
    this.#object = structuredClone(object);
    this.#version = version;
    const stored = [...managers].map(([manager, managed]) => {
      const fields = structuredClone(writeFieldsV1(managed.set));
      return [manager, { ...managed, set: readFieldsV1(fields) }] as const;
    });
    this.#managers = new Map(stored);
  }

  #versions(): Versions {
    const typeOf = parseSchema(this.#schemas[this.#schema] as SchemaSource);
    return {
      typeOf: (version) => (this.#gone.has(version) ? undefined : typeOf(version)),
      convert: (value, { from, to }) => rename(rename(value, invert(this.#renames(from))), this.#renames(to)),
    };
  }

  #renames(version: string): Readonly<Record<string, string>> {
    return this.#script.renames?.[version] ?? {};
  }
}

function rename(value: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  const renamed: JsonObject = {};
  for (const [key, member] of membersOf(value)) setOwn(renamed, names[key] ?? key, member);
  return renamed;
}

function invert(names: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(names).map(([from, to]) => [to, from]));
}

function describe(managers: Managers): Record<string, string[]> {
  const described = Array.from(managers, ([manager, { apiVersion, set, applied }]) => {
    return [`${manager} ${applied ? 'Apply' : 'Update'} ${apiVersion}`, Array.from(set.paths(), formatPath)] as const;
  });
  return Object.fromEntries(described);
}

/** All that managers own together. */
export function ownedTogether(managers: Managers): FieldSet {
  return Array.from(managers.values(), ({ set }) => set).reduce((all, set) => all.union(set), FieldSet.empty);
}
