import type { Subresource } from '#machinery';
import type { GroupVersionKind } from '#meta';
import { operationId, operationTag } from './operation-names.ts';
import { nameParameter, namespaceParameter, pretty } from './parameters.ts';
import type { Parameter, Route } from './route.ts';
import { type RoutedResource, type SchemaNames, schemaNames } from './schema-names.ts';

/** Routes by path. They are put together when they are asked for: there may be many thousands. */
export type RouteTable = ReadonlyMap<string, () => readonly Route[]>;

/** Where a resource lies and what things are called there: what its routes have in common. */
export interface RoutePlace {
  readonly served: RoutedResource;
  /** `/apis/apps/v1` */
  readonly root: string;
  /** Its collection: ends in the resource's name. */
  readonly collection: string;
  readonly names: SchemaNames;
  readonly kind: GroupVersionKind;
  /** `Namespaced` or nothing. */
  readonly scope: string;
  readonly inCollection: readonly Parameter[];
  readonly inItem: readonly Parameter[];
}

export function placeOf(served: RoutedResource): RoutePlace {
  const { definition, group, version } = served;
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const { kind, namespaced, resource } = definition;
  const inCollection = namespaced ? [namespaceParameter] : [];
  return {
    served,
    root,
    collection: namespaced ? `${root}/namespaces/{namespace}/${resource}` : `${root}/${resource}`,
    names: schemaNames(served),
    kind: { group, version, kind },
    scope: namespaced ? 'Namespaced' : '',
    inCollection,
    inItem: [nameParameter(kind), ...inCollection],
  };
}

/** The routes of a place, from what is sketched at each path. */
export function routeTable(place: RoutePlace, sketches: ReadonlyMap<string, () => readonly RouteSketch[]>): RouteTable {
  const written = [...sketches].map(
    ([path, sketch]) => [path, () => sketch().map((one) => routeAt(place, one))] as const,
  );
  return new Map(written);
}

/** What a route says besides what follows from its place. */
export interface RouteSketch extends Pick<Route, 'method' | 'description' | 'consumes' | 'produces' | 'codes'> {
  readonly action: string;
  /** The verb and the rest of the operation's name. */
  readonly called: readonly [verb: string, rest: string];
  readonly kind?: GroupVersionKind;
  readonly at: readonly Parameter[];
  readonly options?: readonly Parameter[];
  readonly sends?: Route['sends'];
  readonly answers?: string;
}

function routeAt({ served, kind: own }: RoutePlace, sketch: RouteSketch): Route {
  const { method, action, called, kind = own, description, at, options = [], consumes, produces, codes } = sketch;
  const { sends, answers } = sketch;
  return {
    method,
    tag: operationTag(served),
    id: operationId(called[0], served, called[1]),
    description,
    subject: { action, kind },
    parameters: action === 'connect' ? [...at, ...options] : [pretty, ...at, ...options],
    consumes,
    produces,
    ...(sends === undefined ? {} : { sends }),
    ...(answers === undefined ? {} : { answers }),
    codes,
  };
}

/** The schema of what a subresource reads and writes, and what kind clients are told of. */
export function partOf({ served, kind }: RoutePlace, part: Subresource): { schema: string; kind: GroupVersionKind } {
  return { schema: schemaNames(served, part).part, kind: part.kind.kind === kind.kind ? kind : part.kind };
}
