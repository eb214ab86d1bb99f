import type { Json, JsonObject } from '#meta';
import { type Direction, type Example, type ExamplePart, exampleDefinition, type Rule } from '../rules/index.ts';
import { yamlLines } from './evidence.ts';

/** All there is to know of a rule. */
export function explanation(rule: Rule): string {
  return `${[
    `${rule.id}: ${rule.title}`,
    '',
    rule.meaning,
    '',
    `Why: ${rule.why}`,
    '',
    `How to do it right: ${rule.advice}`,
    '',
    ...gravity(rule),
    '',
    'An example that fails:',
    ...exampleLines(rule.fails),
    '',
    'One that passes:',
    ...exampleLines(rule.passes),
  ].join('\n')}\n`;
}

const whom: Readonly<Record<Direction, string>> = { send: 'who sends objects', read: 'who reads objects' };

function gravity({ severity }: Rule): readonly string[] {
  return (['send', 'read'] as const).flatMap((direction) => {
    const grades = severity[direction];
    return grades === undefined
      ? []
      : [
          `For ${whom[direction]}: ${grades.stable} in stable versions, ${grades.beta} in beta, ${grades.alpha} in alpha.`,
        ];
  });
}

function exampleLines({ old, new: next }: Example): readonly string[] {
  const [before, after] = [partOf(old), partOf(next)];
  return [
    '  before:',
    ...yamlLines(before).map((line) => `    ${line}`),
    '  after:',
    ...yamlLines(after).map((line) => `    ${line}`),
  ];
}

/** Only what the example is about. */
function partOf(part: ExamplePart): Json {
  const { spec } = exampleDefinition(part) as { spec: JsonObject };
  if (part.versions !== undefined) return { ...part.definition, versions: [...part.versions] as Json[] };
  const { spec: properties, specSchema, status, version, definition } = part;
  const shown: JsonObject = {
    ...definition,
    ...version,
    ...(properties === undefined && specSchema === undefined
      ? {}
      : { spec: { properties: properties ?? {}, ...specSchema } }),
    ...(status === undefined ? {} : { status: { properties: status } }),
  };
  return Object.keys(shown).length === 0 ? spec : shown;
}
