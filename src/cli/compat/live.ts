import { type ApiDefinition, CompatInputError, type DefinitionSet, type Finding, TouchCounter } from '#compat';
import type { Cluster } from './cluster.ts';
import { webhookLosses } from './webhook-trips.ts';

/** Asks a server how many stored objects each finding touches. Objects come in pages and are forgotten at once. */
export async function withLiveObjects(
  findings: readonly Finding[],
  { old, next, cluster }: { readonly old: DefinitionSet; readonly next: DefinitionSet; readonly cluster: Cluster },
): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  const names = new Set([...findings.map(({ definition }) => definition), ...old.definitions.keys()]);
  for (const name of names) {
    const ours = findings.filter(({ definition }) => definition === name);
    const before = old.definitions.get(name)?.load();
    const after = next.definitions.get(name)?.load();
    if (before === undefined) {
      found.push(...ours);
      continue;
    }
    found.push(...(await counted(ours, { before, after: after ?? before, cluster })));
    if (after !== undefined) found.push(...(await webhookLosses(after, cluster)));
  }
  return found;
}

interface DefinitionChange {
  readonly before: ApiDefinition;
  readonly after: ApiDefinition;
  readonly cluster: Cluster;
}

async function counted(
  findings: readonly Finding[],
  { before, after, cluster }: DefinitionChange,
): Promise<readonly Finding[]> {
  const served = await servedVersions(before, cluster);
  if (served === undefined || findings.length === 0) return findings;
  const byVersion = new Map<string, Finding[]>();
  for (const finding of findings) {
    const asked = finding.version.split(', ').find((version) => served.versions.includes(version));
    const version = asked ?? served.storage;
    byVersion.set(version, [...(byVersion.get(version) ?? []), finding]);
  }
  const found: Finding[] = [];
  for (const [version, group] of byVersion) {
    const counter = new TouchCounter(before, after, group);
    for await (const object of cluster.list(`/apis/${before.group}/${version}/${before.plural}`)) {
      // Items of a list do not say what they are.
      counter.add({ ...object, apiVersion: `${before.group}/${version}`, kind: before.kind });
    }
    found.push(...counter.findings());
  }
  return found;
}

/** What the server serves now, which may be neither the old nor the new definition. */
async function servedVersions(
  { name }: ApiDefinition,
  cluster: Cluster,
): Promise<{ versions: readonly string[]; storage: string } | undefined> {
  const definition = await cluster.definition(name);
  if (definition === undefined) return undefined;
  const versions = definition.versions.filter(({ served }) => served).map((version) => version.name);
  const storage = definition.versions.find((version) => version.storage)?.name ?? '';
  const readable = versions.includes(storage) ? storage : versions[0];
  if (readable === undefined)
    throw new CompatInputError(`kube: ${name} is served in no version, so its objects cannot be read`);
  return { versions, storage: readable };
}
