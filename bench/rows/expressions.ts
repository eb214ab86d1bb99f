import { parse as celJs } from '@marcbachmann/cel-js';
import { allStored, DeclType, type Program, RuleCompiler, schemaValue } from '#cel';
import { compileSchema, type JsonSchema } from '#schema';
import { BenchError } from '../bench-error.ts';
import { median } from '../statistics.ts';
import type { Measured, Row, Work } from './row.ts';

const schema: JsonSchema = {
  type: 'object',
  properties: {
    minReplicas: { type: 'integer' },
    replicas: { type: 'integer' },
    items: { type: 'array', maxItems: 100, items: { type: 'string', maxLength: 20 } },
  },
};
const object = { minReplicas: 1, replicas: 3, items: Array.from({ length: 100 }, (_, n) => `item ${n}`) };

const comparison = 'self.minReplicas <= self.replicas';
const loop = 'self.items.all(i, i.size() < 10)';
/** As people write them, a hundred characters long. */
const typical = 'has(self.minReplicas) && self.minReplicas <= self.replicas && self.items.all(i, i.startsWith("item"))';

interface ExpressionRow extends Row {
  readonly ours: (compiler: RuleCompiler, decl: DeclType) => () => unknown;
  /** The same with another library, which knows neither types nor costs. */
  readonly theirs: () => () => unknown;
}

const us = { unit: 'µs', better: 'less' } as const;
const rows: readonly ExpressionRow[] = [
  {
    name: 'cel-compile',
    title: 'CEL: compile a rule of 100 characters',
    ...us,
    aim: { of: 'value', limit: 150 },
    ours: (compiler) => () => compiler.compile({ rule: typical }, allStored),
    theirs: () => () => celJs(typical),
  },
  {
    name: 'cel-compare',
    title: `CEL: evaluate ${comparison}`,
    ...us,
    aim: { of: 'value', limit: 0.5 },
    ours: (compiler, decl) => evaluation(compiler, decl, comparison),
    theirs: () => theirEvaluation(comparison),
  },
  {
    name: 'cel-all-100',
    title: 'CEL: evaluate self.items.all(…) over 100 items',
    ...us,
    aim: { of: 'value', limit: 30 },
    ours: (compiler, decl) => evaluation(compiler, decl, loop),
    theirs: () => theirEvaluation(loop),
  },
];

function evaluation(compiler: RuleCompiler, decl: DeclType, rule: string): () => unknown {
  const { program, fault } = compiler.compile({ rule }, allStored);
  if (program === undefined) throw new BenchError(fault ?? 'no rule');
  const evaluate = (made: Program) => made.evaluate({ self: schemaValue(object, decl) }).value;
  if (evaluate(program) !== true) throw new BenchError(`${rule} is not true`);
  return () => evaluate(program);
}

function theirEvaluation(rule: string): () => unknown {
  const evaluate = celJs(rule);
  const context = { self: object };
  if (evaluate(context) !== true) throw new BenchError(`${rule} is not true`);
  return () => evaluate(context);
}

const ROUNDS = 7;
/** The compiler of the machine takes its time. */
const WARM_UP_CALLS = 5000;
const ROUND_MICROSECONDS = 150_000;

/** Microseconds of processor time for each call, in several rounds. Those before them warm up. */
function timeOf(call: () => unknown): readonly number[] {
  cpuOf(WARM_UP_CALLS, call);
  let calls = 100;
  while (cpuOf(calls, call) < ROUND_MICROSECONDS) calls *= 2;
  return Array.from({ length: ROUNDS }, () => cpuOf(calls, call) / calls);
}

function cpuOf(calls: number, call: () => unknown): number {
  const before = process.cpuUsage();
  for (let i = 0; i < calls; i++) call();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function measure(row: ExpressionRow): Measured {
  const decl = new DeclType(compileSchema(schema), 'selfType');
  if (decl.type === undefined) throw new BenchError('The schema has no type.');
  const slices = timeOf(row.ours(new RuleCompiler(decl, decl.type), decl));
  const others = median(timeOf(row.theirs()));
  return { value: median(slices), slices, note: `@marcbachmann/cel-js: ${others.toFixed(2)} µs` };
}

export const expressions: readonly Work[] = rows.map((row) => ({
  rows: [row],
  run: async () => ({ [row.name]: measure(row) }),
}));
