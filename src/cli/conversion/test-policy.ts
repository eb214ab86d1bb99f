import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeclaredLost, policyLosses } from '#compat';
import { policyProblems } from '#conversion';
import { encodeJson } from '#machinery';
import { cloneJson, type JsonObject } from '#meta';
import { type Terminal, UsageError } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { differences } from './convert.ts';
import { type BoundPolicy, convertingByPolicy, policyFromFiles, readDocument } from './policy-source.ts';

interface TestPolicyInvocation extends Terminal {
  readonly options: {
    readonly file: string;
    readonly crd: string;
    readonly samples: string | undefined;
    readonly output: 'text' | 'json';
  };
}

/** Something that is lost, with the smallest object that loses it. */
interface Loss {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  readonly object: JsonObject;
  /** The file that the object is in. */
  readonly sample?: string;
}

/** Sends made objects and samples through the rules of a policy, to every version and back. */
export async function testPolicy({ options, stdout }: TestPolicyInvocation): Promise<number> {
  if (options.file === '' || options.crd === '')
    throw new UsageError('say which policy by --file, and which definition by --crd');
  const bound = policyFromFiles(options.file, options.crd);
  const problems = policyProblems(bound.policy, bound.converted).map(({ message }) => message);
  const isValid = bound.policy.faults.length === 0;
  const losses = isValid
    ? [...policyLosses(bound.policy.pairs, bound.definition), ...sampleLosses(bound, options.samples)]
    : [];
  if (options.output === 'json') stdout.write(`${encodeJson({ problems, losses } as never)}\n`);
  else stdout.write(reportOf(bound, problems, losses));
  return problems.length + losses.length === 0 ? exitCodes.good : exitCodes.failure;
}

function sampleLosses(bound: BoundPolicy, folder: string | undefined): readonly Loss[] {
  if (folder === undefined) return [];
  const convert = convertingByPolicy(bound);
  return samplesIn(folder).flatMap((sample) => {
    const object = readDocument(sample);
    if (object.kind !== bound.definition.kind) return [];
    const from = String(object.apiVersion).split('/').at(-1) as string;
    return bound.definition.versions
      .filter(({ name }) => name !== from)
      .flatMap(({ name: to }) => {
        const back = convert(convert(cloneJson(object), to), from);
        return differences(object, back, '').map((path) => ({ from, to, path, object, sample }));
      })
      .filter(({ path }) => !isDeclaredLost(bound.policy.pairs, path));
  });
}

function samplesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /\.(ya?ml|json)$/.test(name))
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    throw new UsageError(`${folder}: ${(error as Error).message}`);
  }
}

function reportOf({ definition }: BoundPolicy, problems: readonly string[], losses: readonly Loss[]): string {
  const lines = [
    ...problems.map((problem) => `not whole: ${problem}`),
    ...losses.map(({ from, to, path, object, sample }) => {
      const where = sample === undefined ? '' : ` (${sample})`;
      return `lost: ${path} on the way from ${from} to ${to} and back${where}, for instance of ${encodeJson(object)}`;
    }),
    `${definition.name}: ${problems.length} problems, ${losses.length} losses.`,
  ];
  return `${lines.join('\n')}\n`;
}
