import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CustomResourceDefinition, decideStatus } from '#crd';
import {
  DecodeError,
  parseJson,
  type RequestContext,
  type Strategy,
  strategyIn,
  strictDecodingError,
  unwrapUnknown,
  type VersionDefinition,
  withRevision,
} from '#machinery';
import type { FieldError, Json, JsonObject, KubeObject } from '#meta';
import { customResourceDefinitions } from './custom-resource-definition.ts';

const definitions = customResourceDefinitions();
const version = definitions.versions.get('v1') as VersionDefinition;
const context: RequestContext = {
  namespace: '',
  user: { name: 'tester', uid: '', groups: [], extra: {} },
  now: '2024-01-01T00:00:00Z',
  dryRun: false,
  requestVersion: { group: 'apiextensions.k8s.io', version: 'v1' },
  warn: () => {},
};

/** What a real server answered, one case in each line. */
function cases<T>(name: string): T[] {
  const text = readFileSync(new URL(`./cases/${name}.jsonl`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

type Cause = [reason: string, field: string, message: string];
const causesOf = (found: readonly FieldError[]): Cause[] => {
  const causes = found.map(({ type, field, body }): Cause => [type, field, body]);
  return causes.filter((cause, i) => causes.findIndex((other) => other.join() === cause.join()) === i);
};
const warningTexts = (warnings: readonly string[] = []): string[] =>
  warnings.map((warning) => JSON.parse(warning.slice('299 - '.length)) as string);

function read(body: JsonObject): { object: CustomResourceDefinition; strictErrors: readonly string[] } {
  const whole = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', ...body };
  const { object, strictErrors } = version.codec.decode(
    parseJson(Buffer.from(JSON.stringify(whole)), { duplicates: true }),
  );
  version.default(object);
  return { object: object as CustomResourceDefinition, strictErrors };
}

const shown = (object: KubeObject): JsonObject => JSON.parse(version.codec.encode(object).text) as JsonObject;

function create(object: CustomResourceDefinition): FieldError[] {
  const { strategy } = definitions;
  strategy.prepareForCreate(object, context);
  return [...strategy.validateCreate(object, context)];
}

interface DefinitionCase {
  name: string;
  body: JsonObject;
  strict?: boolean;
  causes?: Cause[];
  error?: string;
  spec?: JsonObject;
  warnings?: string[];
}

interface GoldenCase {
  version: string;
  json: JsonObject;
  protobuf: string;
}

/** Objects in which every field of the type is set, as another implementation writes them. */
describe('golden definitions', () => {
  it.each(cases<GoldenCase>('golden'))('of $version are written the same, in JSON and in protobuf', (golden) => {
    const { codec } = definitions.versions.get(golden.version) as VersionDefinition;
    const text = JSON.stringify(golden.json);
    const { object, strictErrors } = codec.decode(parseJson(Buffer.from(text), { duplicates: true }));
    expect(strictErrors).toEqual([]);
    const revision = object.metadata.resourceVersion ?? '';
    expect(JSON.parse(withRevision(codec.encode(object), revision))).toEqual(golden.json);
    const { raw } = unwrapUnknown(Buffer.from(golden.protobuf, 'base64'));
    expect(Buffer.from(codec.protobuf?.encode(object) ?? []).equals(raw)).toBe(true);
    expect(codec.protobuf?.decode(raw)).toEqual(object);
  });
});

describe('a new definition', () => {
  it.each(cases<DefinitionCase>('definitions'))('is judged as recorded: $name', (recorded) => {
    if (recorded.error !== undefined) {
      expect(recorded.error).toContain(refusal(recorded.body));
      return;
    }
    const { object, strictErrors } = read(recorded.body);
    const found = create(object);
    expect(causesOf(found)).toEqual(recorded.causes ?? []);
    if (recorded.spec === undefined) return;
    expect(shown(object).spec).toEqual(recorded.spec);
    const warnings = [...strictErrors, ...(definitions.strategy.warnings?.(object, undefined) ?? [])];
    expect(warnings).toEqual(warningTexts(recorded.warnings));
  });

  function refusal(body: JsonObject): string {
    try {
      return strictDecodingError(read(body).strictErrors);
    } catch (error) {
      if (error instanceof DecodeError) return error.message;
      throw error;
    }
  }
});

interface UpdateCase {
  name: string;
  kind: 'create' | 'merge' | 'json';
  body: JsonObject;
  subresource?: string;
  dryRun?: boolean;
  causes?: Cause[];
  spec?: JsonObject;
  generation?: number;
  storedVersions?: string[];
}

describe('the changes of a definition, one after another', () => {
  let live: CustomResourceDefinition;

  it.each(cases<UpdateCase>('updates'))('go as recorded: $name', (step) => {
    const next = step.kind === 'create' ? read(step.body).object : read(patched(step)).object;
    const found = step.kind === 'create' ? create(next) : update(next, step);
    expect(causesOf(found)).toEqual(step.causes ?? []);
    if (step.spec === undefined) return;
    expect(shown(next).spec).toEqual(step.spec);
    expect(next.metadata.generation).toBe(step.generation);
    expect(next.status?.storedVersions).toEqual(step.storedVersions);
    if (step.dryRun) return;
    live = decideStatus({ definition: next, others: [next], now: context.now }) ?? next;
  });

  function update(next: CustomResourceDefinition, { subresource }: UpdateCase): readonly FieldError[] {
    if (live.metadata.generation !== undefined) next.metadata.generation = live.metadata.generation;
    const rules: Pick<Strategy, 'prepareForUpdate' | 'validateUpdate'> = strategyIn(definitions, subresource ?? '');
    // What is in the store has a version, and an update names it.
    for (const { metadata } of [next, live]) metadata.resourceVersion = '1';
    rules.prepareForUpdate(next, live, context);
    return rules.validateUpdate(next, live, context);
  }
  function patched({ kind, body }: UpdateCase): JsonObject {
    const base = shown(live);
    return kind === 'merge' ? (merged(base, body) as JsonObject) : edited(base, body as unknown as Operation[]);
  }
});

function merged(base: Json | undefined, patch: Json | undefined): Json | undefined {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const result: JsonObject = typeof base === 'object' && base !== null && !Array.isArray(base) ? { ...base } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value) as Json;
  }
  return result;
}

interface Operation {
  op: 'add' | 'replace' | 'remove';
  path: string;
  value?: Json;
}

/** As much of JSON Patch as the recorded steps use. */
function edited(base: JsonObject, operations: readonly Operation[]): JsonObject {
  for (const { op, path: pointer, value } of operations) {
    const keys = pointer.slice(1).split('/');
    const last = keys.pop() as string;
    const place = keys.reduce<JsonObject>((at, key) => at[key] as JsonObject, base);
    if (Array.isArray(place))
      place.splice(last === '-' ? place.length : Number(last), op === 'add' ? 0 : 1, ...added(value));
    else if (op === 'remove') delete place[last];
    else place[last] = value as Json;
  }
  return base;
}

const added = (value: Json | undefined): Json[] => (value === undefined ? [] : [value]);
