import type { Terminal } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { stoppable } from '../stop-signal.ts';
import { withCluster } from './api-cluster.ts';
import { ask } from './ask.ts';
import { notServed, removed } from './retire/serving-steps.ts';
import type { RetireOptions, Step, StepReport, Walk } from './retire/step.ts';
import { nothingStored, notInStatus } from './retire/storage-steps.ts';
import { nobodyUsesIt, otherVersion } from './retire/use-steps.ts';

interface CrdRetireInvocation extends Terminal {
  readonly arguments: readonly string[];
  readonly options: RetireOptions;
}

const steps: readonly Step[] = [otherVersion, nobodyUsesIt, nothingStored, notInStatus, notServed, removed];

/** Takes a version out of a definition, step by step: whatever was done before is seen, and not done again. */
export async function crdRetire(invocation: CrdRetireInvocation): Promise<number> {
  const { arguments: given, options, environment, stdout } = invocation;
  const [name = '', version = ''] = given;
  return withCluster(options, environment, async (cluster) => {
    using stop = stoppable();
    const walk = { ...invocation, cluster, name, version, signal: stop.signal };
    const reports = options.dryRun ? await lookAtAll(walk) : await goThrough(walk);
    const isSafe = reports.every(({ state }) => state !== 'blocked');
    if (options.output === 'json') stdout.write(`${JSON.stringify({ name, version, safe: isSafe, steps: reports })}\n`);
    else if (options.dryRun) stdout.write(verdict(walk, reports));
    return isSafe && (options.dryRun || reports.every(({ state }) => state === 'done' || state === 'unknown'))
      ? exitCodes.good
      : exitCodes.failure;
  });
}

async function lookAtAll(walk: Walk): Promise<readonly StepReport[]> {
  const reports: StepReport[] = [];
  for (const step of steps) {
    const report = await step.look(walk);
    reports.push(report);
    if (walk.options.output === 'text') walk.stdout.write(stepText(report));
  }
  return reports;
}

/** Asks before each change, unless the answer is yes to all; ends where something must not be done. */
async function goThrough(walk: Walk): Promise<readonly StepReport[]> {
  const reports: StepReport[] = [];
  for (const step of steps) {
    let report = await step.look(walk);
    if (walk.options.output === 'text') walk.stdout.write(stepText(report));
    if (report.state === 'todo' && step.do !== undefined && (await isWanted(walk, step, report))) {
      await step.do(walk);
      report = await step.look(walk);
      if (walk.options.output === 'text') walk.stdout.write(stepText(report));
    }
    reports.push(report);
    if (report.state === 'blocked' || report.state === 'todo' || walk.signal.aborted) break;
  }
  return reports;
}

async function isWanted({ options, stderr }: Walk, { isFinal }: Step, { step }: StepReport): Promise<boolean> {
  if (options.yes) return true;
  const warning = isFinal ? ' This is the last step, and the only one that cannot be taken back.' : '';
  return ask(`${step}?${warning} [y/N] `, stderr);
}

function stepText({ step, state, evidence, kubectl }: StepReport): string {
  const marks = { done: '✓', todo: '→', blocked: '✗', unknown: '?' };
  return `${marks[state]} ${step}\n    ${evidence}\n    $ ${kubectl}\n`;
}

function verdict({ name, version }: Walk, reports: readonly StepReport[]): string {
  const blocked = reports.filter(({ state }) => state === 'blocked');
  if (blocked.length > 0)
    return `Not safe to drop ${version} of ${name}: ${blocked.map(({ step }) => step).join('; ')}\n`;
  const todo = reports.filter(({ state }) => state === 'todo');
  const unknown = reports.filter(({ state }) => state === 'unknown');
  // Also where it was never there: a name that is misspelt must not look like one that was checked.
  if (todo.length + unknown.length === 0) return `Nothing to drop: ${name} has no version ${version}.\n`;
  const look = unknown.length === 0 ? '' : ` Not known here: ${unknown.map(({ step }) => step).join('; ')}.`;
  return `Safe to drop ${version} of ${name} after ${todo.length} more steps.${look}\n`;
}
