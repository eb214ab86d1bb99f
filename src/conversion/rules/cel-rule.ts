import {
  CelError,
  celTypes,
  compile,
  jsonOfValue,
  kubernetesEnvironment,
  PER_CALL_COST_LIMIT,
  type Program,
} from '#cel';
import type { Json, JsonObject } from '#meta';
import { ConversionRuleError } from '../conversion-fault.ts';
import { plainMapping, type Values } from '../mapping.ts';
import { RuleFault, type RuleReader } from '../rule-reader.ts';
import type { Slot } from '../slot.ts';
import type { RuleKind } from './rule-kind.ts';

const MAX_EXPRESSION_LENGTH = 8192;

/**
 * `cel: { from: [spec.a], to: [spec.b], forward: { spec.b: "self.spec.a + 1" }, backward: { spec.a: "self.spec.b - 1" } }`. An
 * expression sees the whole object before the conversion. Without `backward` nothing comes back but what was kept.
 */
export const celRule: RuleKind = (reader) => {
  const [left, right] = [reader.slots('from'), reader.slots('to')];
  const toRight = evaluator(reader, 'forward', { given: left, made: right });
  const toLeft = evaluator(reader, 'backward', { given: right, made: left });
  const text = `cel ${left.map((slot) => slot.text).join(', ')} → ${right.map((slot) => slot.text).join(', ')}`;
  return plainMapping({ text, left, right, toRight, toLeft, readsSource: true });
};

interface Slots {
  readonly given: readonly Slot[];
  readonly made: readonly Slot[];
}

type Evaluate = (values: Values, source: JsonObject) => Values;

function evaluator(reader: RuleReader, name: 'forward' | 'backward', { given, made }: Slots): Evaluate {
  if (name === 'backward' && !reader.has(name)) return () => [];
  const programs = new Map(reader.members(name).map(([path, text]) => [path, compiled(text, `${name}.${path}`)]));
  const unknown = [...programs.keys()].find((path) => !made.some((slot) => slot.text === path));
  if (unknown !== undefined) throw new RuleFault(`${name}: ${unknown} is not among the paths of the other side`);
  return (values, source) => {
    if (values.every((value) => value === undefined)) return [];
    const self = selfOf({ given, values }, source);
    return made.map((slot) => {
      const program = programs.get(slot.text);
      return program === undefined ? undefined : evaluated(program, self, slot);
    });
  };
}

/** The object with the values where they were: when the way back is tried, they are not in it yet. */
function selfOf({ given, values }: { given: readonly Slot[]; values: Values }, source: JsonObject): JsonObject {
  const self: JsonObject = { ...source };
  for (const [at, slot] of given.entries()) {
    const [top = ''] = slot.steps;
    self[top] = structuredClone(self[top]);
    if (values[at] !== undefined) slot.put(self, values[at] as Json);
  }
  return self;
}

function compiled(expression: Json, name: string): Program {
  if (typeof expression !== 'string' || expression.length > MAX_EXPRESSION_LENGTH)
    throw new RuleFault(`${name} must be an expression of at most ${MAX_EXPRESSION_LENGTH} characters`);
  const environment = kubernetesEnvironment('newest').extend({ variables: { self: celTypes.dyn } });
  const result = compile(expression, environment);
  if ('issues' in result) throw new RuleFault(`${name} does not compile: ${String(result.issues).split('\n')[0]}`);
  if ('planFault' in result) throw new RuleFault(`${name} cannot be evaluated: ${result.planFault}`);
  return result.program;
}

const toNumber = (value: bigint): number | bigint => (Number.isSafeInteger(Number(value)) ? Number(value) : value);

function evaluated(program: Program, self: JsonObject, slot: Slot): Json | undefined {
  const { value, exceeded } = program.evaluate({ self } as never, { costLimit: PER_CALL_COST_LIMIT });
  if (exceeded) throw new ConversionRuleError(`${slot.text}: the expression costs too much`);
  if (value instanceof CelError) throw new ConversionRuleError(`${slot.text}: ${value.message}`);
  return (jsonOfValue(value, toNumber) as Json) ?? undefined;
}
