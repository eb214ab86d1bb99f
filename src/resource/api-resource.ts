import { type ResourceDefinition, Scheme, type VersionedKind } from '#machinery';
import type { ResourceRules } from './resource-rules.ts';
import { versionedResource } from './versioned-resource.ts';

/** A kind that is not built in, as a resource: it is checked, lies in the store under its group, and all of it is served. */
export function apiResource(kind: VersionedKind, rules: ResourceRules): ResourceDefinition {
  new Scheme([kind]).check();
  const storagePrefix = `/registry/${kind.group}/${rules.resource}/`;
  return versionedResource(kind, { storagePrefix, servesPrereleases: true, ...rules });
}
