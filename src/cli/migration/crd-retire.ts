import { isJsonObject, type JsonObject } from '#meta';
import { CommandError, type Terminal } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { stoppable } from '../stop-signal.ts';
import { type ApiCluster, type ClusterChoice, objects, strings, withCluster } from './api-cluster.ts';
import { ask } from './ask.ts';
import { migrateOne } from './migrate.ts';
import { clientsOf, deprecatedRequests } from './version-users.ts';

interface RetireOptions extends ClusterChoice {
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly wait: number;
  readonly rate: number;
  readonly concurrency: number;
  readonly patience: number;
  readonly output: 'text' | 'json';
}

export interface CrdRetireInvocation extends Terminal {
  readonly arguments: readonly string[];
  readonly options: RetireOptions;
}

const MERGE = 'application/merge-patch+json';
const definitionsPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** What a step of the way finds. */
interface StepReport {
  readonly step: string;
  /** `done`: nothing is left to do; `todo`: it can be done; `blocked`: it must not be done yet; `unknown`: look yourself. */
  readonly state: 'done' | 'todo' | 'blocked' | 'unknown';
  readonly evidence: string;
  /** How to do the same by hand. */
  readonly kubectl: string;
}

interface Step {
  look(walk: Walk): Promise<StepReport>;
  /** Absent where there is nothing to do but look. */
  do?(walk: Walk): Promise<void>;
  /** Nothing brings back what it takes away. */
  readonly isFinal?: true;
}

interface Walk extends Terminal {
  readonly cluster: ApiCluster;
  readonly options: RetireOptions;
  readonly name: string;
  readonly version: string;
  readonly signal: AbortSignal;
}

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
  const look = unknown.length === 0 ? '' : ` Not known here: ${unknown.map(({ step }) => step).join('; ')}.`;
  return `Safe to drop ${version} of ${name} after ${todo.length} more steps.${look}\n`;
}

interface Definition {
  readonly group: string;
  readonly resource: string;
  readonly versions: readonly JsonObject[];
  readonly stored: readonly string[];
  readonly resourceVersion: string;
}

async function definitionOf({ cluster, name }: Walk): Promise<Definition> {
  const found = await cluster.find(`${definitionsPath}/${encodeURIComponent(name)}`);
  if (found === undefined) throw new CommandError(`there is no definition ${name}`);
  const { metadata, spec, status } = found as Record<string, JsonObject>;
  const names = isJsonObject(spec?.names) ? spec.names : {};
  return {
    group: String(spec?.group),
    resource: String(names.plural),
    versions: objects(spec?.versions),
    stored: strings(status?.storedVersions),
    resourceVersion: String(metadata?.resourceVersion),
  };
}

const versionIn = ({ versions }: Definition, version: string): JsonObject | undefined =>
  versions.find((one) => one.name === version);

/** Changes the definition as it was read, or not at all. */
async function patchDefinition(
  walk: Walk,
  at: { path: string; resourceVersion: string },
  body: JsonObject,
): Promise<void> {
  await walk.cluster.ask({
    method: 'PATCH',
    path: `${definitionsPath}/${encodeURIComponent(walk.name)}${at.path}?fieldManager=pinnace-retire`,
    contentType: MERGE,
    body: { metadata: { resourceVersion: at.resourceVersion }, ...body },
  });
}

const otherVersion: Step = {
  async look(walk) {
    const { name, version } = walk;
    const definition = await definitionOf(walk);
    const found = versionIn(definition, version);
    const served = definition.versions.filter((one) => one.served === true && one.name !== version);
    const kubectl = `kubectl get crd ${name} -o jsonpath='{range .spec.versions[*]}{.name} {.served} {.storage}{"\\n"}{end}'`;
    const step = `Another version is stored and served`;
    if (found === undefined)
      return { step, state: 'done', evidence: `${version} is not a version of it any more`, kubectl };
    if (found.storage === true)
      return {
        step,
        state: 'blocked',
        evidence: `new writes are stored in ${version}; make another version the storage version first`,
        kubectl,
      };
    if (served.length === 0) return { step, state: 'blocked', evidence: 'no other version is served', kubectl };
    const storage = definition.versions.find((one) => one.storage === true)?.name;
    const names = served.map((one) => one.name).join(', ');
    return { step, state: 'done', evidence: `new writes are stored in ${storage}; ${names} served`, kubectl };
  },
};

const nobodyUsesIt: Step = {
  async look(walk) {
    const { name, version, cluster } = walk;
    const { group, resource, versions } = await definitionOf(walk);
    const step = `Nobody uses ${version}`;
    const kubectl = `kubectl get --raw /metrics | grep apiserver_requested_deprecated_apis | grep 'version="${version}"'`;
    if (versions.find((one) => one.name === version)?.served !== true)
      return { step, state: 'done', evidence: 'it is not served', kubectl };
    const clients = await clientsOf(cluster, { name, version });
    if (clients !== undefined && clients.length > 0) {
      const who = clients.slice(0, 5).map((one) => `${one.user} with ${one.client}, last at ${one.lastUse}`);
      const state = walk.options.yes ? 'unknown' : 'blocked';
      return { step, state, evidence: `${clients.length} used it since the start: ${who.join('; ')}`, kubectl };
    }
    if (clients !== undefined) return { step, state: 'done', evidence: 'nobody asked for it since the start', kubectl };
    const asked = await deprecatedRequests(cluster, { group, resource, version });
    if (asked) return { step, state: 'blocked', evidence: 'somebody used it since the start of the server', kubectl };
    const evidence = 'this server does not tell who uses a version; look into its audit log';
    return { step, state: 'unknown', evidence, kubectl };
  },
};

const nothingStored: Step = {
  async look(walk) {
    const { name, version, cluster } = walk;
    const { stored } = await definitionOf(walk);
    const step = `No object is stored in ${version}`;
    const kubectl = `kubectl get ${name} -A -o json | kubectl replace -f -`;
    const own = await cluster.find(`/pinnace/storage-versions/${encodeURIComponent(name)}`);
    const count = objects(own?.versions).find((one) => one.version === version)?.objects;
    if (typeof count === 'number') {
      const evidence = `the server counts ${count} objects in it`;
      return { step, state: count === 0 ? 'done' : 'todo', evidence, kubectl };
    }
    if (!stored.includes(version))
      return { step, state: 'done', evidence: 'status.storedVersions does not name it', kubectl };
    const isMigrated = migrated.has(`${cluster.server} ${name}`);
    const evidence = isMigrated
      ? 'all objects were written anew by this command'
      : 'status.storedVersions names it, and the server does not tell how many objects lie in it';
    return { step, state: isMigrated ? 'done' : 'todo', evidence, kubectl };
  },
  async do(walk) {
    const { cluster, name, version, options, environment, signal } = walk;
    const resource = (await cluster.resources()).find((one) => one.name === name);
    if (resource === undefined) throw new CommandError(`${name} is not served`);
    const staying = resource.versions.filter((one) => one !== version);
    if (staying.length === 0) throw new CommandError(`no version of ${name} but ${version} is served`);
    const work = {
      cluster,
      resource: { ...resource, versions: staying },
      options: { ...options, dryRun: false, pruneManagedFields: true },
      environment,
      signal,
      leaving: [version],
    };
    const { failed, failures, stopped } = await migrateOne(work, walk);
    if (stopped) throw new CommandError('stopped; run it again to go on');
    if (failed > 0) {
      const [first] = failures;
      throw new CommandError(`${failed} objects could not be migrated, the first: ${first?.name}: ${first?.reason}`);
    }
    migrated.add(`${cluster.server} ${name}`);
  },
};

/** What this process has migrated: another server than Pinnace does not tell it. */
const migrated = new Set<string>();

const notInStatus: Step = {
  async look(walk) {
    const { name, version } = walk;
    const { stored, versions } = await definitionOf(walk);
    const storage = versions.find((one) => one.storage === true)?.name;
    const step = `status.storedVersions does not name ${version}`;
    const kubectl = `kubectl patch crd ${name} --subresource status --type merge -p '{"status":{"storedVersions":["${storage}"]}}'`;
    const state = stored.includes(version) ? 'todo' : 'done';
    return { step, state, evidence: `it names ${stored.join(', ')}`, kubectl };
  },
  async do(walk) {
    const { stored, resourceVersion } = await definitionOf(walk);
    const storedVersions = stored.filter((one) => one !== walk.version);
    await patchDefinition(walk, { path: '/status', resourceVersion }, { status: { storedVersions } });
  },
};

const notServed: Step = {
  async look(walk) {
    const { name, version } = walk;
    const { versions } = await definitionOf(walk);
    const at = versions.findIndex((one) => one.name === version);
    const isServed = versions[at]?.served === true;
    const step = `${version} is not served`;
    const kubectl = `kubectl patch crd ${name} --type json -p '[{"op":"replace","path":"/spec/versions/${Math.max(at, 0)}/served","value":false}]'`;
    const back = 'served: true brings it back';
    return {
      step,
      state: isServed ? 'todo' : 'done',
      evidence: isServed ? `it is served; ${back}` : `not served; ${back}`,
      kubectl,
    };
  },
  async do(walk) {
    const { versions, resourceVersion } = await definitionOf(walk);
    const next = versions.map((one) => (one.name === walk.version ? { ...one, served: false } : one));
    await patchDefinition(walk, { path: '', resourceVersion }, { spec: { versions: next } });
    const { wait } = walk.options;
    if (wait > 0) walk.stderr.write(`waits ${wait} s for somebody to miss it; Ctrl-C stops, the next run goes on\n`);
    await sleep(wait * 1000, walk.signal);
    if (walk.signal.aborted) throw new CommandError('stopped before the version was removed; run it again to go on');
  },
};

const removed: Step = {
  isFinal: true,
  async look(walk) {
    const { name, version } = walk;
    const definition = await definitionOf(walk);
    const at = definition.versions.findIndex((one) => one.name === version);
    const step = `${version} is removed from the definition`;
    const kubectl = `kubectl patch crd ${name} --type json -p '[{"op":"remove","path":"/spec/versions/${Math.max(at, 0)}"}]'`;
    const names = definition.versions.map((one) => one.name).join(', ');
    return { step, state: at < 0 ? 'done' : 'todo', evidence: `spec.versions has ${names}`, kubectl };
  },
  async do(walk) {
    const { versions, resourceVersion } = await definitionOf(walk);
    const next = versions.filter((one) => one.name !== walk.version);
    await patchDefinition(walk, { path: '', resourceVersion }, { spec: { versions: next } });
  },
};

const steps: readonly Step[] = [otherVersion, nobodyUsesIt, nothingStored, notInStatus, notServed, removed];

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted || ms <= 0) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
