import type { Environment } from '../environment.ts';
import { AuthorizerValue, authorizerType } from '../kubernetes/authorizer.ts';
import { kubernetesEnvironment } from '../kubernetes/environment.ts';
import { compile } from '../program.ts';
import { celText } from '../values/text.ts';
import { listType, mapType, optionalType, types } from '../values/type.ts';
import { CelError, Optional } from '../values/value.ts';

/** What the tables of the tests can use, besides the functions of the newest Kubernetes. */
export const environment: Environment = kubernetesEnvironment('newest').extend({
  variables: {
    authorizer: authorizerType,
    'a.b.c': types.int,
    bools: listType(types.bool),
    dyn_: types.dyn,
    m: mapType(types.string, types.int),
    n: types.int,
    opt: optionalType(types.int),
    s: types.string,
  },
});

export const activation = {
  // Users may get, and nothing else.
  authorizer: new AuthorizerValue({ name: 'alice' }, ({ verb }) => ({
    decision: verb === 'get' ? 'allow' : 'deny',
    reason: verb,
  })),
  'a.b.c': 7,
  bools: [true, false],
  m: { a: 1, b: 2 },
  n: 3,
  opt: Optional.of(1),
  s: 'text',
};

/** The value of an expression as text, or what is wrong with it. */
export function answer(expression: string): string {
  const compiled = compile(expression, environment);
  if ('issues' in compiled) return String(compiled.issues);
  if ('planFault' in compiled) return compiled.planFault;
  const { value } = compiled.program.evaluate(activation);
  return value instanceof CelError ? `error: ${value.message}` : celText(value);
}

/** The type of an expression, or what is wrong with it. */
export function typeAnswer(expression: string): string {
  const compiled = compile(expression, environment);
  if ('issues' in compiled) return String(compiled.issues);
  return 'program' in compiled ? String(compiled.program.outputType) : compiled.planFault;
}

/** The estimate of what an expression costs, and what it did cost. */
export function costAnswer(expression: string): string {
  const compiled = compile(expression, environment);
  if (!('program' in compiled)) return 'does not compile';
  const { min, max } = compiled.program.estimateCost();
  return `${min}..${max}, ${compiled.program.evaluate(activation).cost}`;
}
