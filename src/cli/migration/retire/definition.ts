import { isJsonObject, type JsonObject } from '#meta';
import { CommandError } from '../../command.ts';
import { DEFINITIONS_PATH } from '../../definitions-path.ts';
import { objects, strings } from '../api-cluster.ts';
import type { Walk } from './step.ts';

const MERGE = 'application/merge-patch+json';

/** What the steps look at. */
interface Definition {
  readonly group: string;
  readonly resource: string;
  readonly versions: readonly JsonObject[];
  readonly stored: readonly string[];
  readonly resourceVersion: string;
}

export async function definitionOf({ cluster, name }: Walk): Promise<Definition> {
  const found = await cluster.find(`${DEFINITIONS_PATH}/${encodeURIComponent(name)}`);
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

export const versionIn = ({ versions }: Definition, version: string): JsonObject | undefined =>
  versions.find((one) => one.name === version);

/** Changes the definition as it was read, or not at all. */
export async function patchDefinition(
  walk: Walk,
  at: { path: string; resourceVersion: string },
  body: JsonObject,
): Promise<void> {
  await walk.cluster.ask({
    method: 'PATCH',
    path: `${DEFINITIONS_PATH}/${encodeURIComponent(walk.name)}${at.path}?fieldManager=pinnace-retire`,
    contentType: MERGE,
    body: { metadata: { resourceVersion: at.resourceVersion }, ...body },
  });
}
