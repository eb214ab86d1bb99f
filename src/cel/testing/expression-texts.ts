import fc from 'fast-check';

const literals = [
  '1',
  '-2',
  '3u',
  '1.5',
  "'a'",
  "b'x'",
  'true',
  'null',
  '[]',
  '{}',
  'n',
  's',
  'm',
  'bools',
  'opt',
  'dyn_',
];
const binary = ['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', '&&', '||', 'in'];
const functions = ['size', 'string', 'int', 'dyn', 'type', 'double', 'optional.of'];
const methods = ['size', 'contains', 'startsWith', 'orValue', 'split', 'isSorted', 'sum', 'matches', 'find', 'min'];
const macros = ['all', 'exists', 'exists_one', 'map', 'filter'];

/** Well-formed expressions. Most do not have good types. */
export const expressionTexts: fc.Arbitrary<string> = fc.letrec<{ expr: string }>((tie) => {
  const expr = tie('expr');
  const one = (pool: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...pool);
  return {
    expr: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'expression' },
      one(literals),
      fc.tuple(expr, one(binary), expr).map(([a, sign, b]) => `(${a} ${sign} ${b})`),
      fc.tuple(expr, one(binary), expr).map(([a, sign, b]) => `${a} ${sign} ${b}`),
      fc.tuple(expr, expr, expr).map(([a, b, c]) => `((${a}) ? ${b} : ${c})`),
      expr.map((a) => `!(${a})`),
      expr.map((a) => `-(${a})`),
      fc.tuple(expr, expr).map(([a, b]) => `[${a}, ${b}]`),
      fc.tuple(expr, expr).map(([a, b]) => `{${a}: ${b}}`),
      fc.tuple(expr, expr).map(([a, b]) => `(${a})[${b}]`),
      expr.map((a) => `(${a}).a`),
      expr.map((a) => `(${a}).?a`),
      expr.map((a) => `has((${a}).a)`),
      fc.tuple(one(functions), expr).map(([name, a]) => `${name}(${a})`),
      fc.tuple(expr, one(methods), fc.option(expr)).map(([a, name, b]) => `(${a}).${name}(${b ?? ''})`),
      fc.tuple(expr, one(macros), expr).map(([a, name, b]) => `(${a}).${name}(x, ${b})`),
      fc
        .tuple(one(['bools', '[1, 2, 3]', 'm']), one(macros), one(['x', 'x == x', 'n > 1']))
        .map(([range, name, body]) => `${range}.${name}(x, ${body})`),
    ),
  };
}).expr;
