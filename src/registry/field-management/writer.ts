import type { FieldNames, ResourceDefinition, Subresource } from '#machinery';
import { excluding, type FieldFilter, FieldSet, pathOf, type Versions } from '#merge';
import { apiVersionOf } from '#meta';
import type { Access } from '../access.ts';
import type { Manager } from './managed.ts';
import { resourceVersions } from './resource-versions.ts';

/** Who writes what, and by which types. */
export interface Writer {
  /** The name alone: with the rest it becomes a `Manager`. */
  readonly name: string;
  /** Of both objects. */
  readonly version: string;
  readonly subresource: string;
  readonly now: string;
  readonly versions: Versions;
  readonly filters?: ReadonlyMap<string, FieldFilter>;
}

/** The manager name of clients without a user agent. */
const UNKNOWN = 'unknown';

export function writerOf(access: Access): Writer {
  const { resource, subresource, manager = '', now } = access;
  const filters = filtersOf(resource.definition, subresource);
  return {
    name: manager === '' ? UNKNOWN : manager,
    version: apiVersionOf(resource),
    subresource,
    now,
    versions: resourceVersions(resource.definition),
    ...(filters.size > 0 && { filters }),
  };
}

export function managerOf({ name, version, subresource }: Writer, operation: Manager['operation']): Manager {
  return { name, operation, apiVersion: operation === 'Apply' ? '' : version, subresource };
}

const known = new WeakMap<ResourceDefinition, Map<string, ReadonlyMap<string, FieldFilter>>>();

/** Fields that this write cannot change get no owner through it. The same for all versions. */
function filtersOf(definition: ResourceDefinition, subresource: string): ReadonlyMap<string, FieldFilter> {
  const bySubresource = known.get(definition) ?? new Map<string, ReadonlyMap<string, FieldFilter>>();
  known.set(definition, bySubresource);
  let filters = bySubresource.get(subresource);
  if (filters === undefined) {
    filters = makeFilters(definition, subresource);
    bySubresource.set(subresource, filters);
  }
  return filters;
}

function makeFilters(definition: ResourceDefinition, subresource: string): ReadonlyMap<string, FieldFilter> {
  const filter = makeFilter(definition, subresource);
  if (filter === undefined) return new Map();
  const { group, versions } = definition;
  return new Map([...versions.keys()].map((version) => [apiVersionOf({ group, version }), filter]));
}

function makeFilter({ strategy, subresources }: ResourceDefinition, subresource: string): FieldFilter | undefined {
  const part = subresources.get(subresource);
  const resets = subresource === '' ? (strategy.resets ?? statusIf(subresources.has('status'))) : resetsOf(part);
  return resets.length === 0 ? undefined : excluding(FieldSet.of(...resets.map((names) => pathOf(...names))));
}

function statusIf(has: boolean): readonly FieldNames[] {
  return has ? [['status']] : [];
}

/** The well-known parts of an object, if the kind says nothing of them. */
function resetsOf(part: Subresource | undefined): readonly FieldNames[] {
  if ((part?.mode === 'object' || part?.mode === 'view') && part.resets !== undefined) return part.resets;
  if (part?.name === 'status') return [['spec']];
  return statusIf(part?.name === 'finalize');
}
