import { apiVersionOf, type Clock, isJsonObject, type JsonObject } from '#meta';
import { Migration, type MigrationProgress, type MigrationResult } from '#migration';
import { systemClock } from '#server';
import { CommandError, type Terminal, UsageError } from '../command.ts';
import type { ClusterChoice } from '../compat/cluster.ts';
import { DEFINITIONS_PATH } from '../definitions-path.ts';
import { exitCodes } from '../exit-codes.ts';
import { stoppable } from '../stop-signal.ts';
import { type ApiCluster, type ApiResource, objects, resourceNamed, withCluster } from './api-cluster.ts';
import { Checkpoint } from './checkpoint.ts';
import { HttpSource } from './http-source.ts';
import { bar, progressLine } from './progress-line.ts';

interface MigrateOptions extends ClusterChoice {
  readonly all: boolean;
  readonly dryRun: boolean;
  readonly rate: number;
  readonly concurrency: number;
  readonly chunkSize: number;
  readonly patience: number;
  readonly pruneManagedFields: boolean;
  readonly output: 'text' | 'json';
}

interface MigrateInvocation extends Terminal {
  readonly arguments: readonly string[];
  readonly options: MigrateOptions;
}

/** Writes the objects of resources anew, so that they lie in the version of new writes. */
export async function migrate(invocation: MigrateInvocation): Promise<number> {
  const { arguments: names, options, environment, stdout, stderr } = invocation;
  if (names.length === 0 && !options.all) throw new UsageError('say which resources, or --all');
  return withCluster(options, environment, async (cluster) => {
    using stop = stoppable();
    const resources = await chosen(cluster, invocation);
    const results: Migrated[] = [];
    for (const resource of resources) {
      if (stop.signal.aborted) break;
      const work = { cluster, resource, options, environment, signal: stop.signal };
      results.push(await migrateOne(work, { stderr }));
    }
    stdout.write(options.output === 'json' ? `${JSON.stringify({ resources: results })}\n` : summary(results, options));
    const isGood =
      results.length === resources.length && results.every(({ failed, stopped }) => failed === 0 && !stopped);
    return isGood ? exitCodes.good : exitCodes.failure;
  });
}

/** With `--all`: definitions, and kinds with more than one version. */
async function chosen(
  cluster: ApiCluster,
  { arguments: names, options }: MigrateInvocation,
): Promise<readonly ApiResource[]> {
  const resources = await cluster.resources();
  const picked = options.all
    ? await worthMigrating(cluster, resources)
    : names.map((name) => resourceNamed(resources, name));
  const unable = picked.find(({ verbs }) => !isMigratable(verbs));
  if (unable !== undefined && !options.all)
    throw new CommandError(`${unable.name} cannot be migrated: it takes no list, patch and update`);
  return picked.filter(({ verbs }) => isMigratable(verbs));
}

const isMigratable = (verbs: readonly string[]): boolean =>
  ['list', 'patch', 'update'].every((verb) => verbs.includes(verb));

/** A Pinnace server knows what waits; elsewhere every definition and every kind with several versions may. */
async function worthMigrating(cluster: ApiCluster, resources: readonly ApiResource[]): Promise<readonly ApiResource[]> {
  const own = await cluster.find('/pinnace/storage-versions');
  if (own !== undefined) {
    const waits = new Set(
      objects(own.resources)
        .filter(hasWaiting)
        .map(({ name }) => name),
    );
    return resources.filter(({ name }) => waits.has(name));
  }
  const definitions = await cluster.get(DEFINITIONS_PATH);
  const defined = new Set(objects(definitions.items).map(({ metadata }) => isJsonObject(metadata) && metadata.name));
  return resources.filter(({ name, versions }) => defined.has(name) || versions.length > 1);
}

const hasWaiting = ({ versions }: JsonObject): boolean =>
  objects(versions).some(({ storage, objects: count }) => storage !== true && count !== 0);

interface MigrateWork {
  readonly cluster: ApiCluster;
  readonly resource: ApiResource;
  readonly options: Omit<MigrateOptions, keyof ClusterChoice | 'all' | 'output'>;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Versions that are on their way out: their entries of managedFields go too. */
  readonly leaving?: readonly string[];
}

interface Migrated extends MigrationResult {
  readonly resource: string;
}

/** One resource, with its progress. */
export async function migrateOne(work: MigrateWork, { stderr }: Pick<Terminal, 'stderr'>): Promise<Migrated> {
  const { cluster, resource, options, environment, signal } = work;
  const known = options.pruneManagedFields ? await knownVersions(work) : undefined;
  const pruning = known === undefined ? '' : [...known].join();
  const of = { server: cluster.server, resource: resource.name, storageHash: resource.storageHash, pruning };
  const checkpoint = new Checkpoint(of, environment);
  const from = options.dryRun ? undefined : checkpoint.read();
  if (from !== undefined) stderr.write(`${resource.name}: goes on where it was stopped\n`);
  const migration = new Migration({
    source: new HttpSource(cluster, { resource, dryRun: options.dryRun, chunkSize: options.chunkSize }),
    clock: systemClock,
    signal,
    concurrency: options.concurrency,
    rate: options.rate,
    patienceMs: options.patience * 1000,
    ...(known === undefined ? {} : { isGone: (apiVersion: string) => !known.has(apiVersion) }),
    ...(from === undefined ? {} : { from }),
    onPage: (place) => !options.dryRun && checkpoint.write(place),
  });
  const result = await watched(migration, { name: resource.name, stderr, clock: systemClock });
  if (!result.stopped && !options.dryRun) checkpoint.remove();
  return { resource: resource.name, ...result };
}

/** The versions whose entries of managedFields stay, as `GROUP/VERSION`. */
async function knownVersions({ cluster, resource, leaving = [] }: MigrateWork): Promise<ReadonlySet<string>> {
  const { group, name, versions, kind } = resource;
  const definition = await cluster.find(`/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`);
  const spec = isJsonObject(definition?.spec) ? definition.spec : {};
  const all = [...versions, ...objects(spec.versions).map((version) => String(version.name))];
  const staying = all.filter((version) => !leaving.includes(version));
  // Of whatever group: events of both groups are one.
  const others = (await cluster.resources()).filter((other) => other.kind === kind && other.group !== group);
  return new Set([
    ...staying.map((version) => apiVersionOf({ group, version })),
    ...others.flatMap((other) => other.versions.map((version) => apiVersionOf({ group: other.group, version }))),
  ]);
}

interface Watching {
  readonly name: string;
  readonly stderr: Terminal['stderr'];
  readonly clock: Clock;
}

/** Runs a migration and shows how far it is. */
async function watched(migration: Migration, { name, stderr, clock }: Watching): Promise<MigrationResult> {
  const line = progressLine(stderr);
  const over = new AbortController();
  const showing = (async () => {
    while (!over.signal.aborted) {
      line.show(progressText(name, migration.progress));
      await clock.sleep(100, over.signal);
    }
  })();
  try {
    const result = await migration.run();
    over.abort();
    await showing;
    line.end(progressText(name, result));
    return result;
  } finally {
    over.abort();
  }
}

function progressText(name: string, progress: MigrationProgress): string {
  const { done, total, rewritten, failed, perSecond, secondsLeft, waitsFor } = progress;
  const left = secondsLeft === undefined || done === total ? '' : `, ${Math.ceil(secondsLeft)} s left`;
  const counts = `${done}/${total}, ${rewritten} rewritten, ${failed} failed, ${Math.round(perSecond)}/s${left}`;
  const waits = waitsFor === undefined ? '' : `; waits: ${waitsFor}`;
  return `${name} ${bar(done, total)} ${counts}${waits}`;
}

function summary(results: readonly Migrated[], { dryRun }: MigrateOptions): string {
  if (results.length === 0) return 'nothing waits to be migrated\n';
  return results.map((result) => `${headOf(result, dryRun)}\n${failureLines(result)}`).join('');
}

function headOf({ resource, done, rewritten, current, pruned, failed, stopped }: Migrated, dryRun: boolean): string {
  if (dryRun) return `${resource}: ${done - failed} objects can be rewritten, ${failed} would fail (dry run)`;
  const fields = pruned === 0 ? '' : `, ${pruned} without stale managedFields`;
  const end = stopped ? '; stopped, run it again to go on' : '';
  return `${resource}: ${rewritten} rewritten, ${current} already current, ${failed} failed${fields}${end}`;
}

function failureLines({ failed, failures }: Migrated): string {
  const lines = failures.map(({ namespace, name, reason }) => {
    const place = namespace === undefined ? name : `${namespace}/${name}`;
    return `  ${place}: ${reason}\n`;
  });
  return `${lines.join('')}${failed > failures.length ? `  and ${failed - failures.length} more\n` : ''}`;
}
