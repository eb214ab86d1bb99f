import type { JsonObject } from '#meta';
import { CommandError, type Terminal } from '../command.ts';
import type { ClusterChoice } from '../compat/cluster.ts';
import { DEFINITIONS_PATH } from '../definitions-path.ts';
import { exitCodes } from '../exit-codes.ts';
import { type ApiCluster, type ApiResource, objects, resourceNamed, strings, withCluster } from './api-cluster.ts';
import { metadataPage } from './object-pages.ts';
import { progressLine } from './progress-line.ts';
import { table } from './table.ts';
import { clientsOf } from './version-users.ts';

interface CrdVersionsInvocation extends Terminal {
  readonly arguments: readonly string[];
  readonly options: ClusterChoice & { readonly clients: boolean; readonly output: 'text' | 'json' };
}

/** Tells how many objects lie in which version. */
export async function crdVersions({
  arguments: [name],
  options,
  environment,
  ...terminal
}: CrdVersionsInvocation): Promise<number> {
  return withCluster(options, environment, async (cluster) => {
    if (options.clients) return tellClients(cluster, { name, options, stdout: terminal.stdout });
    const reports = (await ownReports(cluster, name)) ?? (await listedReports(cluster, name, terminal.stderr));
    const { stdout } = terminal;
    if (options.output === 'json') stdout.write(`${JSON.stringify({ resources: reports })}\n`);
    else stdout.write(reports.length === 0 ? 'there are no such resources\n' : textOf(reports));
    return exitCodes.good;
  });
}

interface ClientsAsked {
  readonly name: string | undefined;
  readonly options: CrdVersionsInvocation['options'];
  readonly stdout: Terminal['stdout'];
}

/** Who used which version last. */
async function tellClients(cluster: ApiCluster, { name, options, stdout }: ClientsAsked): Promise<number> {
  const resource = name === undefined ? '' : await fullName(cluster, name);
  const clients = await clientsOf(cluster, { name: resource });
  if (clients === undefined)
    throw new CommandError('only a Pinnace server remembers who used a version; elsewhere look into the audit log');
  const rows = clients.map((one) => [one.resource, one.version, one.user, one.client, one.lastUse].map(String));
  const head = ['RESOURCE', 'VERSION', 'USER', 'CLIENT', 'LAST USE'];
  stdout.write(options.output === 'json' ? `${JSON.stringify({ clients })}\n` : table([head, ...rows]));
  return exitCodes.good;
}

/** What a Pinnace server counts; undefined where the server is another one. */
async function ownReports(cluster: ApiCluster, name: string | undefined): Promise<readonly JsonObject[] | undefined> {
  const all = await cluster.find('/pinnace/storage-versions');
  if (all === undefined) return undefined;
  if (name === undefined) return objects(all.resources);
  const named = await fullName(cluster, name);
  const one = await cluster.find(`/pinnace/storage-versions/${encodeURIComponent(named)}`);
  if (one === undefined) throw new CommandError(`the server stores no resource ${name}`);
  return [one];
}

async function fullName(cluster: ApiCluster, name: string): Promise<string> {
  return name.includes('.') ? name : resourceNamed(await cluster.resources(), name).name;
}

/**
 * Another server does not tell in which version an object lies. What can be known is how many there are, and which
 * versions the definition's status names.
 */
async function listedReports(
  cluster: ApiCluster,
  name: string | undefined,
  stderr: Terminal['stderr'],
): Promise<readonly JsonObject[]> {
  const resources = await cluster.resources();
  const definitions = new Map(objects((await cluster.get(DEFINITIONS_PATH)).items).map((one) => [nameOf(one), one]));
  const chosen =
    name === undefined
      ? resources.filter((one) => definitions.has(one.name) || one.versions.length > 1)
      : [resourceNamed(resources, name)];
  const reports: JsonObject[] = [];
  for (const resource of chosen.filter(({ verbs }) => verbs.includes('list')))
    reports.push(await listedReport(cluster, resource, { definition: definitions.get(resource.name), stderr }));
  return reports;
}

interface Seen {
  readonly definition: JsonObject | undefined;
  readonly stderr: Terminal['stderr'];
}

async function listedReport(
  cluster: ApiCluster,
  resource: ApiResource,
  { definition, stderr }: Seen,
): Promise<JsonObject> {
  const { name, group, kind, namespaced } = resource;
  const line = progressLine(stderr);
  let [total, next] = [0, undefined as string | undefined];
  do {
    const page = await metadataPage(cluster, resource, { version: resource.versions[0] as string, from: next });
    total += page.objects.length;
    next = page.next;
    line.show(`${name}: ${total} objects counted${page.remaining === undefined ? '' : `, ${page.remaining} to go`}`);
  } while (next !== undefined);
  line.end();
  const versions = definition === undefined ? resource.versions.map(served) : definedVersions(definition);
  const origin = definition === undefined ? 'built-in' : 'custom';
  const places = { name, group, resource: resource.resource, kind, namespaced, origin };
  return { ...places, versions, objects: total, unknown: unknownOf(versions) } as unknown as JsonObject;
}

const served = (version: string) => ({ version, served: true });

function definedVersions(definition: JsonObject): readonly JsonObject[] {
  const { spec, status } = definition as { spec?: JsonObject; status?: JsonObject };
  const stored = strings(status?.storedVersions);
  return objects(spec?.versions).map((one) => ({
    version: String(one.name),
    served: one.served === true,
    storage: one.storage === true,
    stored: stored.includes(String(one.name)),
  }));
}

/** What this server cannot tell, in a sentence. */
function unknownOf(versions: readonly JsonObject[]): string {
  const stored = versions.filter((version) => version.stored === true);
  const only = stored.length === 1 && stored[0]?.storage === true;
  if (only)
    return 'how many objects lie in which version; the status of the definition names the storage version alone';
  return 'how many objects lie in which version: the server does not tell. After pinnace migrate all lie in the storage version';
}

function nameOf({ metadata }: JsonObject): string {
  return String((metadata as JsonObject | undefined)?.name);
}

function textOf(reports: readonly JsonObject[]): string {
  const rows = reports.flatMap((report) => objects(report.versions).map((version) => row(report, version)));
  const head = ['RESOURCE', 'VERSION', 'SERVED', 'STORED', 'OBJECTS', 'OLDEST', 'LAST MIGRATION'];
  return `${table([head, ...rows])}${reports.map(remarks).join('')}`;
}

function row(report: JsonObject, version: JsonObject): readonly string[] {
  const { oldest, storage, stored, gone } = version;
  const { namespace, name, created } = (oldest ?? {}) as JsonObject;
  const marks = [storage === true ? 'storage' : '', stored === true ? 'in status' : '', gone === true ? 'gone' : ''];
  return [
    String(report.name),
    String(version.version),
    version.served === true ? 'yes' : 'no',
    marks.filter((mark) => mark !== '').join(', ') || '-',
    typeof version.objects === 'number' ? String(version.objects) : '?',
    oldest === undefined ? '-' : `${namespace === undefined ? '' : `${namespace}/`}${name} (${created ?? '?'})`,
    storage === true ? String(report.lastMigration ?? '-') : '-',
  ];
}

function remarks(report: JsonObject): string {
  const { name, unreadable, unknown, unserved } = report;
  const lines = [
    ...(typeof unreadable === 'number' && unreadable > 0 ? [`${name}: ${unreadable} objects cannot be read`] : []),
    ...(typeof unknown === 'string' ? [`${name}: ${report.objects} objects; not known: ${unknown}`] : []),
    ...objects(unserved).map((one) => {
      const place = one.namespace === undefined ? one.name : `${one.namespace}/${one.name}`;
      return `${name}: ${place} lies in a version that is gone; pinnace crd repair ${name} ${place} shows it`;
    }),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
