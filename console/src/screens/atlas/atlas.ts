import type { ServedResource } from '../../api/discovery.ts';
import { byPreference } from '../../api/version-order.ts';
import type { ApiClient, ResourceReport } from './version-report.ts';

/** What there is of one version: of a resource, or of all resources of a group together. */
export interface AtlasCell {
  readonly served: boolean;
  /** New writes of so many resources lie in it. */
  readonly storing: number;
  /** In so many resources whoever uses it is warned. */
  readonly deprecated: number;
  readonly objects: number;
  /** In the last hour. */
  readonly requests: number;
  /** Who sent them, the busiest first. */
  readonly users: readonly string[];
  readonly resources: number;
}

interface AtlasRow {
  readonly cells: ReadonlyMap<string, AtlasCell>;
}

export interface ResourceRow extends AtlasRow {
  /** `widgets.example.com` */
  readonly name: string;
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  readonly isCustom: boolean;
  /** Objects that do not lie in the version of new writes. */
  readonly waiting: number;
}

export interface GroupRow extends AtlasRow {
  readonly group: string;
  readonly resources: readonly ResourceRow[];
}

export interface Atlas {
  /** The columns. */
  readonly versions: readonly string[];
  readonly groups: readonly GroupRow[];
}

interface AtlasSources {
  readonly served: readonly ServedResource[];
  /** Undefined where the server does not tell. */
  readonly reports: readonly ResourceReport[] | undefined;
  readonly clients: readonly ApiClient[] | undefined;
}

export function atlasOf({ served, reports = [], clients = [] }: AtlasSources): Atlas {
  const reported = new Map(reports.map((report) => [report.name, report]));
  const rows = served.map((one) => resourceRow(one, reported.get(nameOf(one)), clients));
  const byGroup = new Map<string, ResourceRow[]>();
  for (const row of rows) byGroup.set(row.group, [...(byGroup.get(row.group) ?? []), row]);
  const groups = [...byGroup].map(([group, resources]) => ({
    group,
    resources: resources.sort((a, b) => (a.resource < b.resource ? -1 : 1)),
    cells: joined(resources),
  }));
  groups.sort(ownFirst);
  const versions = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))].sort(byPreference);
  return { versions, groups };
}

/** One's own groups, then the core, then the others by name. */
function ownFirst(a: GroupRow, b: GroupRow): number {
  const rank = ({ resources }: GroupRow): number => (resources.some(({ isCustom }) => isCustom) ? 0 : 1);
  return rank(a) - rank(b) || (a.group < b.group ? -1 : 1);
}

export const nameOf = ({ group, resource }: { readonly group: string; readonly resource: string }): string =>
  group === '' ? resource : `${resource}.${group}`;

function resourceRow(
  one: ServedResource,
  report: ResourceReport | undefined,
  clients: readonly ApiClient[],
): ResourceRow {
  const name = nameOf(one);
  const told = new Map((report?.versions ?? []).map((version) => [version.version, version]));
  const cells = new Map<string, AtlasCell>();
  for (const version of new Set([...one.versions, ...told.keys()])) {
    const { storage = false, deprecated, objects = 0 } = told.get(version) ?? {};
    const users = clients.filter(
      (client) => client.resource === name && client.version === version && client.lastHour > 0,
    );
    cells.set(version, {
      served: one.versions.includes(version),
      storing: storage ? 1 : 0,
      deprecated: deprecated === true ? 1 : 0,
      objects,
      requests: users.reduce((sum, { lastHour }) => sum + lastHour, 0),
      users: busiest(users),
      resources: 1,
    });
  }
  const waiting = (report?.versions ?? []).reduce((sum, { storage, objects }) => sum + (storage ? 0 : objects), 0);
  const { group, resource, kind } = one;
  return { name, group, resource, kind, isCustom: report?.origin === 'custom', waiting, cells };
}

function busiest(clients: readonly ApiClient[]): readonly string[] {
  const sorted = [...clients].sort((a, b) => b.lastHour - a.lastHour);
  return [...new Set(sorted.map(({ user, client }) => `${user} (${client.split(/[ /]/)[0] || 'no agent'})`))];
}

/** The versions of a group: what its resources have of each. */
function joined(rows: readonly ResourceRow[]): ReadonlyMap<string, AtlasCell> {
  const cells = new Map<string, AtlasCell>();
  for (const row of rows) {
    for (const [version, cell] of row.cells) {
      const before = cells.get(version);
      cells.set(version, before === undefined ? cell : together(before, cell));
    }
  }
  return cells;
}

const together = (a: AtlasCell, b: AtlasCell): AtlasCell => ({
  served: a.served || b.served,
  storing: a.storing + b.storing,
  deprecated: a.deprecated + b.deprecated,
  objects: a.objects + b.objects,
  requests: a.requests + b.requests,
  users: [...new Set([...a.users, ...b.users])],
  resources: a.resources + b.resources,
});

export interface AtlasChoice {
  readonly search: string;
  readonly customOnly: boolean;
  /** Only resources with several versions, or with objects in an old one. */
  readonly severalOnly: boolean;
}

/** The resources that are looked for, in their groups; groups without any are left out. */
export function chosenGroups({ groups }: Atlas, { search, customOnly, severalOnly }: AtlasChoice): readonly GroupRow[] {
  const words = search.toLowerCase().split(/\s+/);
  const isChosen = ({ name, kind, isCustom, cells, waiting }: ResourceRow): boolean => {
    const text = `${name} ${kind} ${[...cells.keys()].join(' ')}`.toLowerCase();
    if (customOnly && !isCustom) return false;
    if (severalOnly && cells.size < 2 && waiting === 0) return false;
    return words.every((word) => text.includes(word));
  };
  return groups.flatMap(({ group, resources }) => {
    const kept = resources.filter(isChosen);
    return kept.length === 0 ? [] : { group, resources: kept, cells: joined(kept) };
  });
}
