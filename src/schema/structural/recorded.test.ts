import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type FieldError, type JsonObject, path } from '#meta';
import { applyDefaults } from './default.ts';
import { coerceObject } from './embedded-metadata.ts';
import type { JsonSchema } from './json-schema.ts';
import { unknownField } from './prune.ts';
import { compileSchema } from './structural-schema.ts';
import { newDefinition, unrecognizedFormats, validateSchemaDefinition } from './validate-definition.ts';
import { validateObject, validateUpdate } from './validate-object.ts';

/** What a real server answered, one case in each line. */
function cases<T>(name: string): T[] {
  const text = readFileSync(new URL(`./cases/${name}.jsonl`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

type Cause = [reason: string, field: string, message: string];

function causesOf(found: readonly FieldError[]): Cause[] {
  return found.map(({ type, field, body }) => [type, field, body]);
}

/** `299 - "unknown field \"x\""` without what is around the text. */
function warningTexts(warnings: readonly string[] | undefined): string[] {
  return (warnings ?? []).map((warning) => JSON.parse(warning.slice('299 - '.length)) as string);
}

interface DefinitionCase {
  name: string;
  schema: JsonSchema;
  status?: boolean;
  causes: Cause[];
  warnings?: string[];
}

/** The real server shows its internal form of the whole schema or rule. */
const withoutDump = ([reason, field, message]: Cause): Cause => [
  reason,
  field,
  message.replace(/^Invalid value: \{.*?\}: (?=only|compilation|cel expr|messageExpr)/s, 'Invalid value: {}: '),
];

describe('the schema of a definition', () => {
  it.each(cases<DefinitionCase>('definitions'))(
    'is judged as recorded: $name',
    ({ schema, status, causes, warnings }) => {
      const options = { ...newDefinition, statusSubresource: status === true };
      const found = validateSchemaDefinition(schema, path('spec', 'validation', 'openAPIV3Schema'), options);
      expect(causesOf(found).map(withoutDump)).toEqual(causes.map(withoutDump));
      if (causes.length === 0) expect(unrecognizedFormats(schema)).toEqual(warningTexts(warnings));
    },
  );
});

interface ObjectCase {
  name: string;
  schema?: JsonSchema;
  object: JsonObject;
  status: number;
  result?: JsonObject;
  causes?: Cause[];
  message?: string;
  warnings?: string[];
}

let current: JsonSchema = {};
const objectCases = cases<ObjectCase>('objects').flatMap((line) => {
  if (line.schema !== undefined) current = line.schema;
  return line.name === undefined ? [] : [{ ...line, schema: current }];
});

/** The rules that hold for the metadata of every object are not the schema's. */
function isAboutSchema([, field, message]: Cause): boolean {
  return !field.startsWith('metadata') || /in body|Too long/.test(message);
}

describe('an object', () => {
  it.each(objectCases)('is taken or refused as recorded: $name', ({ schema, object, status, ...expected }) => {
    const compiled = compileSchema(schema as JsonSchema);
    applyDefaults(compiled, object);
    const { unknownFields, error } = coerceObject(compiled, object);
    if (status === 400) {
      const message = `Widget in version "v1" cannot be handled as a Widget: ${error}`;
      expect(message).toBe(expected.message);
      return;
    }
    expect(error).toBeUndefined();
    expect(unknownFields.map(unknownField)).toEqual(warningTexts(expected.warnings));
    expect(causesOf(validateObject(compiled, object))).toEqual((expected.causes ?? []).filter(isAboutSchema));
    if (status !== 201) return;
    const { apiVersion, kind, metadata, ...rest } = object;
    expect(rest).toEqual(expected.result);
  });
});

interface UpdateCase {
  name: string;
  schema?: JsonSchema;
  live: JsonObject;
  next: JsonObject;
  causes: Cause[];
}
const [tightened, ...updateCases] = cases<UpdateCase>('updates');

describe('an update of an object that has become invalid', () => {
  const schema = compileSchema(tightened?.schema as JsonSchema);
  it.each(updateCases)('is taken or refused as recorded: $name', ({ live, next, causes }) => {
    expect(causesOf(validateUpdate(schema, next, live))).toEqual(causes);
  });
});
