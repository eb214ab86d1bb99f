import type { ConnectSubresource, ServedResource, Subresource, Verb } from '#machinery';
import { compiledInTypes, streamTypes } from './media-types.ts';
import { capitalized, withArticle } from './operation-names.ts';
import { fromOptions, optionParameters, pathParameter, selectParameters } from './parameters.ts';
import { partOf, placeOf, type RoutePlace, type RouteSketch, type RouteTable, routeTable } from './place.ts';
import type { Method } from './route.ts';

const anyMediaType = ['*/*'];
const patchTypes = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
];
const whole = { consumes: anyMediaType, produces: compiledInTypes } as const;

interface BuiltinPlace extends RoutePlace {
  readonly served: ServedResource;
}

/** All paths of a resource that is compiled in, with what can be done there. */
export function builtinRoutes(served: ServedResource): RouteTable {
  const { namespaced, resource, verbs, subresources } = served.definition;
  const place: BuiltinPlace = { ...placeOf(served), served };
  const { root, collection, inCollection, inItem } = place;
  const sketches = new Map<string, () => readonly RouteSketch[]>();
  if (namespaced && verbs.has('list')) sketches.set(`${root}/${resource}`, () => [listEverywhere(place)]);
  if (collectionVerbs.some((verb) => verbs.has(verb))) sketches.set(collection, () => collectionRoutes(place));
  if (itemVerbs.some((verb) => verbs.has(verb))) sketches.set(`${collection}/{name}`, () => itemRoutes(place));
  for (const part of subresources.values()) {
    const path = `${collection}/{name}/${part.name}`;
    sketches.set(path, () => partRoutes(place, part));
    if (part.mode === 'connect' && part.connection.anyPath)
      sketches.set(`${path}/{path}`, () => anyPathRoutes(place, part));
  }
  if (verbs.has('watch')) {
    const under = collection.slice(root.length);
    if (namespaced) sketches.set(`${root}/watch/${resource}`, () => [watchList(place, { everywhere: true })]);
    sketches.set(`${root}/watch${under}`, () => [{ ...watchList(place, { everywhere: false }), at: inCollection }]);
    sketches.set(`${root}/watch${under}/{name}`, () => [{ ...watchOne(place), at: inItem }]);
  }
  return routeTable(place, sketches);
}

const collectionVerbs: readonly Verb[] = ['list', 'create', 'deletecollection'];
const itemVerbs: readonly Verb[] = ['get', 'update', 'patch', 'delete'];

const listing = ({ names, served }: BuiltinPlace) => ({
  method: 'get' as const,
  action: 'list',
  description: `list${served.definition.verbs.has('watch') ? ' or watch' : ''} objects of kind ${served.definition.kind}`,
  consumes: anyMediaType,
  produces: [...compiledInTypes, ...streamTypes],
  options: optionParameters('ListOptions'),
  answers: names.list,
  codes: [200] as const,
});

const listEverywhere = (place: BuiltinPlace): RouteSketch => ({
  ...listing(place),
  called: ['list', `${place.kind.kind}ForAllNamespaces`],
  at: [],
});

const watching = ({ names }: RoutePlace) => ({
  method: 'get' as const,
  consumes: anyMediaType,
  produces: [...compiledInTypes, ...streamTypes],
  options: optionParameters('ListOptions'),
  answers: names.watchEvent,
  codes: [200] as const,
});

const watchList = (place: RoutePlace, { everywhere }: { readonly everywhere: boolean }): RouteSketch => ({
  ...watching(place),
  action: 'watchlist',
  called: ['watch', everywhere ? `${place.kind.kind}ListForAllNamespaces` : `${place.scope}${place.kind.kind}List`],
  description: `watch the changes of all ${place.kind.kind} objects. Deprecated: list them with the parameter 'watch'.`,
  at: [],
});

const watchOne = (place: RoutePlace): Omit<RouteSketch, 'at'> => ({
  ...watching(place),
  action: 'watch',
  called: ['watch', `${place.scope}${place.kind.kind}`],
  description:
    `watch the changes of one ${place.kind.kind}. ` +
    `Deprecated: list it with the parameters 'watch' and 'fieldSelector'.`,
});

function collectionRoutes(place: BuiltinPlace): RouteSketch[] {
  const { names, scope, inCollection: at, served } = place;
  const { kind } = place.kind;
  const routes: [Verb, RouteSketch][] = [
    ['list', { ...listing(place), called: ['list', `${scope}${kind}`], at }],
    [
      'create',
      {
        ...whole,
        method: 'post',
        action: 'post',
        called: ['create', `${scope}${kind}`],
        description: `create ${withArticle(kind)}`,
        at,
        options: optionParameters('CreateOptions'),
        sends: { schema: names.kind },
        answers: names.kind,
        codes: [200, 201, 202],
      },
    ],
    [
      'deletecollection',
      {
        ...whole,
        method: 'delete',
        action: 'deletecollection',
        called: ['delete', `collection${scope}${kind}`],
        description: `delete collection of ${kind}`,
        at,
        options: [...optionParameters('DeleteOptions'), ...selectParameters()],
        sends: { schema: names.deleteOptions, optional: true },
        answers: names.status,
        codes: [200],
      },
    ],
  ];
  return routes.filter(([verb]) => served.definition.verbs.has(verb)).map(([, route]) => route);
}

function itemRoutes(place: BuiltinPlace): RouteSketch[] {
  const { served, scope, inItem } = place;
  const { kind, verbs } = served.definition;
  const subject = { ...place, rest: `${scope}${kind}`, of: `the specified ${kind}`, at: inItem };
  const routes: [Verb, RouteSketch][] = [
    ['get', reading(subject, place.names.kind)],
    ['update', replacing(subject, place.names.kind)],
    ['patch', patching(subject, place.names.kind)],
    [
      'delete',
      {
        ...whole,
        method: 'delete',
        action: 'delete',
        called: ['delete', subject.rest],
        description: `delete ${withArticle(kind)}`,
        at: inItem,
        options: optionParameters('DeleteOptions'),
        sends: { schema: place.names.deleteOptions, optional: true },
        answers: tellsOfObject(served) ? place.names.kind : place.names.status,
        codes: [200, 202],
      },
    ],
  ];
  return routes.filter(([verb]) => verbs.has(verb)).map(([, route]) => route);
}

/** The document says that the deletion of a namespace answers with a Status, though it answers with the namespace. */
const tellsOfObject = ({ group, definition }: ServedResource): boolean =>
  definition.strategy.returnsDeletedObject && !(group === '' && definition.resource === 'namespaces');

/** An object or a part of it, as the routes of its path speak of it. */
interface ItemRoutes extends Pick<RoutePlace, 'names'> {
  readonly rest: string;
  readonly of: string;
  readonly at: RouteSketch['at'];
}

const reading = ({ rest, of, at }: ItemRoutes, schema: string): RouteSketch => ({
  ...whole,
  method: 'get',
  action: 'get',
  called: ['read', rest],
  description: `read ${of}`,
  at,
  answers: schema,
  codes: [200],
});

const replacing = ({ rest, of, at }: ItemRoutes, schema: string): RouteSketch => ({
  ...whole,
  method: 'put',
  action: 'put',
  called: ['replace', rest],
  description: `replace ${of}`,
  at,
  options: optionParameters('UpdateOptions'),
  sends: { schema },
  answers: schema,
  codes: [200, 201],
});

const patching = ({ rest, of, at, names }: ItemRoutes, schema: string): RouteSketch => ({
  method: 'patch',
  action: 'patch',
  called: ['patch', rest],
  description: `partially update ${of}`,
  at,
  options: optionParameters('PatchOptions'),
  consumes: patchTypes,
  produces: compiledInTypes,
  sends: { schema: names.patch },
  answers: schema,
  codes: [200, 201],
});

function partRoutes(place: RoutePlace, part: Subresource): RouteSketch[] {
  if (part.mode === 'connect' && !part.connection.answersText) return connectRoutes(place, part, '');
  const { schema, kind } = partOf(place, part);
  const owner = place.kind.kind;
  const rest = `${place.scope}${owner}${capitalized(part.name)}`;
  const subject = { ...place, rest, of: `${part.name} of the specified ${owner}`, at: place.inItem };
  const routes: [Verb, RouteSketch][] = [
    ['get', part.mode === 'connect' ? readingText(subject, part) : reading(subject, schema)],
    ['update', replacing(subject, schema)],
    ['patch', patching(subject, schema)],
    [
      'create',
      {
        ...whole,
        method: 'post',
        action: 'post',
        called: ['create', rest],
        description: `create ${part.name} of ${withArticle(owner)}`,
        at: place.inItem,
        options: optionParameters('CreateOptions'),
        sends: { schema },
        answers: schema,
        codes: [200, 201, 202],
      },
    ],
  ];
  return routes.filter(([verb]) => part.verbs.has(verb)).map(([, route]) => ({ ...route, kind }));
}

function readingText(subject: ItemRoutes, part: ConnectSubresource): RouteSketch {
  const { answers, ...route } = reading(subject, '');
  return {
    ...route,
    produces: ['text/plain', ...compiledInTypes],
    options: fromOptions(part.connection.options?.() ?? []),
  };
}

const methods: readonly (readonly [Verb, Method])[] = [
  ['get', 'get'],
  ['update', 'put'],
  ['create', 'post'],
  ['delete', 'delete'],
  ['patch', 'patch'],
];

/** A proxy answers any method, also those without a verb. */
function connectRoutes(place: RoutePlace, part: ConnectSubresource, suffix: string): RouteSketch[] {
  const { kind } = place.kind;
  const all: Method[] = methods.filter(([verb]) => part.verbs.has(verb)).map(([, method]) => method);
  if (part.connection.anyPath) all.push('options', 'head');
  return all.map((method) => ({
    method,
    action: 'connect',
    called: ['connect', `${capitalized(method)}${place.scope}${kind}${capitalized(part.name)}${suffix}`],
    kind: part.kind,
    description: `connect ${method.toUpperCase()} requests to ${part.name} of ${kind}`,
    at: place.inItem,
    options: fromOptions(part.connection.options?.() ?? []),
    consumes: anyMediaType,
    produces: anyMediaType,
    codes: [200],
  }));
}

const anyPathRoutes = (place: RoutePlace, part: ConnectSubresource): RouteSketch[] =>
  connectRoutes(place, part, 'WithPath').map((route) => ({ ...route, at: [...route.at, pathParameter] }));
