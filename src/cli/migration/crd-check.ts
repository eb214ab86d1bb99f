import { type ApiDefinition, type ApiVersion, readDefinition } from '#compat';
import { ApiError, isJsonObject, type JsonObject, type KubeObject } from '#meta';
import { compileSchema, type StructuralSchema, validateObject, validateObjectRules } from '#schema';
import { CommandError, type Terminal } from '../command.ts';
import type { ClusterChoice } from '../compat/cluster.ts';
import { DEFINITIONS_PATH } from '../definitions-path.ts';
import { exitCodes } from '../exit-codes.ts';
import { type ApiCluster, objects, withCluster } from './api-cluster.ts';
import { pathOf } from './object-pages.ts';
import { progressLine } from './progress-line.ts';

interface CrdCheckInvocation extends Terminal {
  readonly arguments: readonly string[];
  readonly options: ClusterChoice & { readonly output: 'text' | 'json' };
}

/** What is wrong with an object in a version. */
interface Fault {
  readonly object: string;
  readonly version: string;
  readonly problem: 'NotConverted' | 'Invalid';
  readonly message: string;
}

const PAGE_SIZE = 500;

/** Looks at every object of a definition in every version. */
export async function crdCheck(invocation: CrdCheckInvocation): Promise<number> {
  const { options, environment, stdout, stderr } = invocation;
  const [name = ''] = invocation.arguments;
  return withCluster(options, environment, async (cluster) => {
    const source = await cluster.find(`${DEFINITIONS_PATH}/${encodeURIComponent(name)}`);
    if (source === undefined) throw new CommandError(`there is no definition ${name}`);
    const definition = readDefinition(source, { origin: 'kube:', line: 1 });
    const line = progressLine(stderr);
    const counts = { objects: 0, faults: 0 };
    for await (const { faults, seen } of pagesOf(cluster, definition)) {
      counts.objects += seen;
      counts.faults += faults.length;
      for (const fault of faults)
        stdout.write(`${options.output === 'json' ? JSON.stringify(fault) : textOf(fault)}\n`);
      line.show(`${counts.objects} objects, ${counts.faults} faults`);
    }
    line.end(`${counts.objects} objects in ${versionsIn(definition).length} versions, ${counts.faults} faults`);
    return counts.faults === 0 ? exitCodes.good : exitCodes.failure;
  });
}

function textOf({ object, version, problem, message }: Fault): string {
  return `${object}  ${version}  ${problem === 'Invalid' ? 'is not valid' : 'cannot be converted'}: ${message}`;
}

/** The stored version first: it needs no conversion, and tells what there is. */
function versionsIn({ versions }: ApiDefinition): readonly ApiVersion[] {
  return versions.filter(({ served }) => served).sort((a, b) => Number(b.storage) - Number(a.storage));
}

interface CheckedPage {
  readonly seen: number;
  readonly faults: readonly Fault[];
}

async function* pagesOf(cluster: ApiCluster, definition: ApiDefinition): AsyncIterable<CheckedPage> {
  const [first, ...others] = versionsIn(definition);
  if (first === undefined) throw new CommandError(`${definition.name} serves no version`);
  const checks = new Map([first, ...others].map((version) => [version, checkOf(version)]));
  let next = '';
  do {
    const query = `limit=${PAGE_SIZE}${next === '' ? '' : `&continue=${encodeURIComponent(next)}`}`;
    const page = await cluster.get(`${pathOf(resourceOf(definition), first.name)}?${query}`);
    const items = objects(page.items);
    const faults = items.flatMap((item) => checks.get(first)?.(item) ?? []);
    for (const version of others) {
      const check = checks.get(version) ?? (() => []);
      const shown = await pageIn(cluster, `${pathOf(resourceOf(definition), version.name)}?${query}`, items);
      if (shown !== undefined) faults.push(...shown.flatMap(check));
      else for (const item of items) faults.push(...(await checkAlone(cluster, { definition, version, item, check })));
    }
    yield { seen: items.length, faults };
    next = isJsonObject(page.metadata) && typeof page.metadata.continue === 'string' ? page.metadata.continue : '';
  } while (next !== '');
}

/** The same page in another version; undefined where it cannot be had, because one object cannot be converted. */
async function pageIn(
  cluster: ApiCluster,
  path: string,
  expected: readonly JsonObject[],
): Promise<readonly JsonObject[] | undefined> {
  try {
    const items = objects((await cluster.get(path)).items);
    return items.map(placeOf).join() === expected.map(placeOf).join() ? items : undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return undefined;
  }
}

type Check = (object: JsonObject) => readonly Fault[];

interface Single {
  readonly definition: ApiDefinition;
  readonly version: ApiVersion;
  readonly item: JsonObject;
  readonly check: Check;
}

async function checkAlone(
  cluster: ApiCluster,
  { definition, version, item, check }: Single,
): Promise<readonly Fault[]> {
  const { namespace, name } = item.metadata as { namespace?: string; name: string };
  try {
    const object = await cluster.find(pathOf(resourceOf(definition), version.name, { namespace, name }));
    // It went away meanwhile.
    return object === undefined ? [] : check(object);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [{ object: placeOf(item), version: version.name, problem: 'NotConverted', message: error.message }];
  }
}

/** As a server validates an object that is new: what is there already counts as well. */
function checkOf({ name, structural = {} }: ApiVersion): Check {
  const schema = compileSchema(structural);
  return (object) =>
    faultsIn(schema, object as unknown as KubeObject).map((message) => ({
      object: placeOf(object),
      version: name,
      problem: 'Invalid',
      message,
    }));
}

function faultsIn(schema: StructuralSchema, object: KubeObject): readonly string[] {
  const found = validateObject(schema, object as never);
  const rules = validateObjectRules(schema, object as never, { found, warn: () => undefined });
  return [...found, ...rules].map(({ field, body }) => `${field}: ${body}`);
}

function placeOf({ metadata }: JsonObject): string {
  const { namespace, name } = isJsonObject(metadata) ? metadata : {};
  return [namespace, name].filter((part) => typeof part === 'string').join('/');
}

const resourceOf = ({ group, plural, scope }: ApiDefinition) => ({
  group,
  resource: plural,
  namespaced: scope === 'Namespaced',
});
