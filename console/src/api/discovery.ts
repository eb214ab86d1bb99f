import { ask } from './call.ts';
import type { ResourceRef } from './resource-path.ts';

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

interface DiscoveredResource {
  readonly resource: string;
  readonly responseKind?: { readonly kind: string };
  readonly scope: 'Namespaced' | 'Cluster';
  readonly singularResource: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly verbs: readonly string[];
}
interface DiscoveredGroup {
  readonly metadata?: { readonly name?: string };
  readonly versions?: readonly { readonly version: string; readonly resources?: readonly DiscoveredResource[] }[];
}

/** A resource that the server has, with the versions that serve it; the first is preferred. */
export interface ServedResource {
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly verbs: readonly string[];
  readonly versions: readonly string[];
}

let known: Promise<readonly ServedResource[]> | undefined;

/** All resources of the server. Asked once, and again when `refresh` says so. */
export function servedResources({ refresh = false } = {}): Promise<readonly ServedResource[]> {
  if (known === undefined || refresh) {
    known = readResources();
    known.catch(() => {
      known = undefined;
    });
  }
  return known;
}

export async function findServed({
  group,
  resource,
}: Omit<ResourceRef, 'version'>): Promise<ServedResource | undefined> {
  const isIt = (one: ServedResource) => one.group === group && one.resource === resource;
  const found = (await servedResources()).find(isIt);
  return found ?? (await servedResources({ refresh: true })).find(isIt);
}

async function readResources(): Promise<readonly ServedResource[]> {
  const documents = await Promise.all(
    ['/api', '/apis'].map((path) =>
      ask<{ readonly items?: readonly DiscoveredGroup[] }>({ path, accept: `${AGGREGATED},application/json` }),
    ),
  );
  return resourcesOf(documents.flatMap(({ items = [] }) => items));
}

/** Joins the versions of each resource, in the order in which the server prefers them. */
export function resourcesOf(groups: readonly DiscoveredGroup[]): readonly ServedResource[] {
  const found = new Map<string, ServedResource>();
  for (const { metadata, versions = [] } of groups) {
    const group = metadata?.name ?? '';
    for (const { version, resources = [] } of versions) {
      for (const one of resources) {
        const key = `${one.resource}.${group}`;
        const before = found.get(key);
        if (before === undefined) found.set(key, served({ group, version, one }));
        else found.set(key, { ...before, versions: [...before.versions, version] });
      }
    }
  }
  return [...found.values()];
}

function served({ group, version, one }: { group: string; version: string; one: DiscoveredResource }): ServedResource {
  return {
    group,
    resource: one.resource,
    kind: one.responseKind?.kind ?? one.resource,
    singular: one.singularResource,
    namespaced: one.scope === 'Namespaced',
    shortNames: one.shortNames ?? [],
    verbs: one.verbs,
    versions: [version],
  };
}
