import { readFileSync } from 'node:fs';
import {
  CelError,
  type CelType,
  celText,
  celTypes,
  compile,
  DeclType,
  type Environment,
  type ExplainedPart,
  explain,
  kubernetesEnvironment,
  type Program,
  ruleEnvironment,
  schemaValue,
  sizeBelow,
  type Value,
} from '#cel';
import { parseYaml } from '#machinery';
import { isJsonObject, type Json, type JsonObject, parseApiVersion } from '#meta';
import { applyDefaults, compileSchema, type JsonSchema } from '#schema';
import { CommandError, type Terminal } from './command.ts';
import { exitCodes } from './exit-codes.ts';

interface CelEvalInvocation extends Terminal {
  readonly arguments: readonly string[];
  readonly options: {
    readonly file: string | undefined;
    readonly crd: string | undefined;
    readonly old: string | undefined;
    readonly trace: boolean;
    readonly output: 'text' | 'json';
  };
}

/** What is told of an evaluation. */
interface Answer {
  /** As a literal of the language. */
  readonly value?: string;
  readonly error?: string;
  readonly type: string;
  readonly cost: { readonly spent: number; readonly estimated: { readonly min: string; readonly max: string } };
  readonly trace?: readonly {
    readonly expression: string;
    readonly values: readonly string[];
    readonly depth: number;
  }[];
}

/** Evaluates an expression about an object, and tells its value, type and cost. */
export async function celEval({
  arguments: [expression = ''],
  options,
  ...terminal
}: CelEvalInvocation): Promise<number> {
  const subject = subjectOf(options);
  const compiled = compile(expression, subject.environment);
  if ('issues' in compiled) throw new CommandError(`the expression does not compile\n${compiled.issues}`);
  if ('planFault' in compiled) throw new CommandError(`the expression cannot be evaluated: ${compiled.planFault}`);
  const answer = evaluate(compiled.program, subject, options.trace);
  terminal.stdout.write(options.output === 'json' ? `${JSON.stringify(answer)}\n` : `${linesOf(answer).join('\n')}\n`);
  return answer.error !== undefined || answer.value === 'false' ? exitCodes.failure : exitCodes.good;
}

interface EvaluationInput {
  readonly environment: Environment;
  readonly variables: { readonly [name: string]: Value };
  readonly decl: DeclType | undefined;
}

function subjectOf({ file, crd, old }: CelEvalInvocation['options']): EvaluationInput {
  const objects = { ...given('self', file), ...given('oldSelf', old) };
  if (crd === undefined) return untyped(objects);
  const first = Object.values(objects)[0];
  const schema = schemaFor(read(crd), first, crd);
  const structural = compileSchema(schema);
  const decl = new DeclType(structural, 'selfType', { isResource: true });
  const type = decl.type ?? celTypes.dyn;
  for (const object of Object.values(objects)) if (isJsonObject(object)) applyDefaults(structural, object);
  return {
    environment: ruleEnvironment('newest', decl, { self: type, oldSelf: type }),
    variables: mapValues(objects, (object) => schemaValue(object, decl)),
    decl,
  };
}

function untyped(objects: { readonly [name: string]: Json }): EvaluationInput {
  const variables: Record<string, CelType> = mapValues(objects, () => celTypes.dyn);
  return { environment: kubernetesEnvironment('newest').extend({ variables }), variables: objects, decl: undefined };
}

function mapValues<T, R>(object: { readonly [name: string]: T }, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

function given(name: string, file: string | undefined): { readonly [name: string]: Json } {
  return file === undefined ? {} : { [name]: read(file) };
}

function read(file: string): Json {
  try {
    // The number of standard input.
    return parseYaml(readFileSync(file === '-' ? 0 : file), { duplicates: false }).value;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${file === '-' ? 'standard input' : file}: ${why}`, { cause: error });
  }
}

/** The schema of the version that an object has; without one, of the version that is stored. */
function schemaFor(definition: Json, object: Json | undefined, file: string): JsonSchema {
  const versions = versionsOf(definition);
  const { apiVersion } = objectOf(object);
  const asked = typeof apiVersion === 'string' ? parseApiVersion(apiVersion) : undefined;
  const found = versions.find(({ name, storage }) => (asked === undefined ? storage === true : name === asked.version));
  const { openAPIV3Schema: schema } = objectOf(found?.schema);
  if (isJsonObject(schema ?? null)) return schema as JsonSchema;
  const names = versions.map(({ name }) => name).join(', ') || 'none';
  throw new CommandError(`${file}: no schema for version ${asked?.version ?? '(stored)'}; there are: ${names}`);
}

function objectOf(value: Json | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}

function versionsOf(definition: Json): readonly JsonObject[] {
  const { versions } = objectOf(objectOf(definition).spec);
  return Array.isArray(versions) ? versions.filter(isJsonObject) : [];
}

function evaluate(program: Program, { variables, decl }: EvaluationInput, traced: boolean): Answer {
  const { value, cost, trace } = program.trace(variables);
  const { min, max } = program.estimateCost(decl === undefined ? undefined : sizeBelow(decl));
  return {
    ...(value instanceof CelError ? { error: value.message } : { value: celText(value) }),
    type: String(program.outputType),
    cost: { spent: cost, estimated: { min: String(min), max: String(max) } },
    ...(traced ? { trace: explain(program.ast, trace).map(shownPart) } : {}),
  };
}

function shownPart({ expression, values, depth }: ExplainedPart) {
  return {
    expression,
    values: values.map((value) => (value instanceof CelError ? `error: ${value.message}` : celText(value))),
    depth,
  };
}

/** More rounds of a loop than this are not told. */
const MAX_ROUNDS = 10;

function linesOf({ value, error, type, cost, trace = [] }: Answer): readonly string[] {
  return [
    value ?? `error: ${error}`,
    `type: ${type}`,
    `cost: ${cost.spent} (estimated: ${cost.estimated.min} to ${cost.estimated.max})`,
    ...trace.map(({ expression, values, depth }) => {
      const more = values.length > MAX_ROUNDS ? `, … (${values.length} rounds)` : '';
      return `${'  '.repeat(depth)}${expression} = ${values.slice(0, MAX_ROUNDS).join(', ')}${more}`;
    }),
  ];
}
