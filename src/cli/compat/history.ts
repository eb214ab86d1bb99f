import {
  type Comparison,
  CompatInputError,
  compareSets,
  countBySeverity,
  type DefinitionSet,
  findingText,
  inOrder,
  type Severity,
  severities,
} from '#compat';
import type { Terminal } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { withSentences } from './compare.ts';
import { definitionsIn } from './documents.ts';
import { gitFiles, releaseTags } from './git.ts';

interface HistoryInvocation extends Terminal {
  readonly arguments: readonly string[];
  readonly options: { readonly since: string | undefined; readonly show: Severity; readonly output: 'text' | 'json' };
}

type Step = Pick<Comparison, 'old' | 'new' | 'findings' | 'definitions'>;

/** Walks the releases of a repository and tells where each broke whom. */
export async function history({ arguments: [address = ''], options, stdout }: HistoryInvocation): Promise<number> {
  return withSentences(async () => {
    const path = /^git:(.+)$/.exec(address)?.[1];
    if (path === undefined) throw new CompatInputError(`${address}: write git:path, for instance git:config/crd`);
    const steps: Step[] = [];
    for (const step of walk(path, options.since)) {
      steps.push(step);
      if (options.output === 'text') stdout.write(stepText(step, options.show));
    }
    if (options.output === 'json')
      stdout.write(`${JSON.stringify(steps, (_, value) => (typeof value === 'bigint' ? Number(value) : value))}\n`);
    return exitCodes.good;
  });
}

/** Only two releases are in memory at a time. */
function* walk(path: string, since: string | undefined): Iterable<Step> {
  const tags = releaseTags();
  const from = since === undefined ? 0 : tags.indexOf(since);
  if (from < 0) throw new CompatInputError(`git: there is no release tag ${JSON.stringify(since)}`);
  let [before, seen]: [DefinitionSet | undefined, number] = [undefined, 0];
  for (const tag of tags.slice(from)) {
    const files = gitFiles(tag, path);
    if (files.length === 0) continue;
    const after = definitionsIn(tag, files);
    seen++;
    if (before !== undefined) {
      const { compared, findings } = compareSets(before, after);
      yield { old: before.label, new: after.label, definitions: compared, findings: inOrder(findings) };
    }
    before = after;
  }
  if (seen < 2)
    throw new CompatInputError(
      `git:${path}: ${seen === 0 ? 'no release has it' : 'only one release has it'}; releases are tags such as v1.2.0`,
    );
}

function stepText({ old, new: next, findings }: Step, show: Severity): string {
  const { error, warning } = countBySeverity(findings);
  const shown = findings.filter(({ severity }) => severities.indexOf(severity) >= severities.indexOf(show));
  const lines = shown.map(
    (finding) =>
      `  ${finding.severity}  ${finding.definition} ${finding.version}  ${finding.rule}  ${findingText(finding)}`,
  );
  return `${[`${old} → ${next}: ${counted(error, 'error')}, ${counted(warning, 'warning')}`, ...lines].join('\n')}\n`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
