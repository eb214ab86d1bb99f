import { readFileSync } from 'node:fs';
import {
  type Acceptance,
  type Comparison,
  CompatInputError,
  compareSets,
  type DefinitionSet,
  type Finding,
  githubReport,
  hasAtLeast,
  jsonReport,
  junitReport,
  markdownReport,
  type ReportOptions,
  readAccepted,
  type Severity,
  type Stability,
  sarifReport,
  sortAccepted,
  textReport,
} from '#compat';
import { parseYaml } from '#machinery';
import { type Terminal, UsageError } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { Cluster } from './cluster.ts';
import { withLiveObjects } from './live.ts';
import { openSource } from './open-source.ts';

const outputs = ['text', 'json', 'sarif', 'junit', 'github', 'markdown'] as const;

interface CompareOptions {
  readonly failOn: Severity | 'never';
  readonly output: (typeof outputs)[number];
  readonly show: Severity;
  readonly stability: Stability | 'by-name';
  readonly strict: boolean;
  readonly accepted: string | undefined;
  readonly live: boolean;
}

interface CompareInvocation extends Terminal {
  readonly arguments: readonly string[];
  readonly options: CompareOptions;
}

/** Compares two sources and tells what breaks whom. */
export async function compat({
  arguments: [old = '', next = ''],
  options,
  environment,
  stdout,
}: CompareInvocation): Promise<number> {
  return withSentences(async () => {
    const before = await openSource(old, environment);
    const after = await openSource(next, environment);
    const { compared, findings } = compareSets(before, after, reportOptions(options));
    const seen = options.live ? await seenLive(findings, { old: before, next: after, environment }) : findings;
    const today = new Date().toISOString().slice(0, 10);
    const sorted = sortAccepted(seen, acceptances(options.accepted), today);
    const comparison: Comparison = { old: before.label, new: after.label, definitions: compared, ...sorted };
    stdout.write(reportOf(comparison, options));
    return exitCodeFor(comparison, options);
  });
}

/** What is wrong with the input is a sentence and exit code 2; 1 means that something breaks. */
export async function withSentences(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CompatInputError) throw new UsageError(error.message);
    throw error;
  }
}

interface Sides {
  readonly old: DefinitionSet;
  readonly next: DefinitionSet;
  readonly environment: NodeJS.ProcessEnv;
}

/** Asks the server that one of the sides came from, or else that of the current context. */
async function seenLive(findings: readonly Finding[], { old, next, environment }: Sides): Promise<readonly Finding[]> {
  const side = [old, next].find(({ label }) => label.startsWith('kube:'));
  const cluster = Cluster.at(side?.label.slice('kube:'.length) ?? '', environment);
  try {
    return await withLiveObjects(findings, { old, next, cluster });
  } finally {
    cluster.close();
  }
}

function reportOptions({ stability, strict }: CompareOptions): ReportOptions {
  return stability === 'by-name' ? { strict } : { stability, strict };
}

function acceptances(file: string | undefined): readonly Acceptance[] {
  if (file === undefined) return [];
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new CompatInputError(`${file}: the file of accepted findings cannot be read`, { cause: error });
  }
  try {
    return readAccepted(parseYaml(bytes, { duplicates: false }).value, file);
  } catch (error) {
    if (error instanceof CompatInputError) throw error;
    throw new CompatInputError(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

function reportOf(comparison: Comparison, { output, show, failOn }: CompareOptions): string {
  switch (output) {
    case 'json':
      return jsonReport(comparison);
    case 'sarif':
      return sarifReport(comparison);
    case 'junit':
      return junitReport(comparison, failOn === 'never' ? 'error' : failOn);
    case 'github':
      return githubReport(comparison);
    case 'markdown':
      return markdownReport(comparison);
    case 'text':
      return textReport(comparison, { show });
  }
}

function exitCodeFor({ findings }: Comparison, { failOn }: CompareOptions): number {
  return failOn !== 'never' && hasAtLeast(findings, failOn) ? exitCodes.failure : exitCodes.good;
}
