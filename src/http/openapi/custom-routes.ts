import type { Subresource } from '#machinery';
import { customTypes } from './media-types.ts';
import { capitalized, withArticle } from './operation-names.ts';
import { optionParameters } from './parameters.ts';
import { partOf, placeOf, type RoutePlace, type RouteSketch, type RouteTable, routeTable } from './place.ts';
import type { RoutedResource } from './schema-names.ts';

/**
 * All paths of a custom resource. They say less than those of a resource that is compiled in, and some of it
 * differently: so the real server tells clients, and generated clients depend on it.
 * k8s: apiextensions-apiserver controller/openapi/builder
 */
export function customRoutes(served: RoutedResource): RouteTable {
  const { namespaced, resource, subresources } = served.definition;
  const place = placeOf(served);
  const { root, collection } = place;
  const sketches = new Map<string, () => readonly RouteSketch[]>();
  const everywhere = { rest: `${place.kind.kind}ForAllNamespaces`, at: [] };
  if (namespaced) sketches.set(`${root}/${resource}`, () => [listing(place, everywhere)]);
  sketches.set(collection, () => collectionRoutes(place));
  sketches.set(`${collection}/{name}`, () => [...partRoutes(place), deleting(place)]);
  for (const part of subresources.values())
    sketches.set(`${collection}/{name}/${part.name}`, () => partRoutes(place, part));
  return routeTable(place, sketches);
}

const whole = { consumes: customTypes, produces: customTypes } as const;

function listing({ names, kind }: RoutePlace, { rest, at }: { rest: string; at: RouteSketch['at'] }): RouteSketch {
  return {
    ...whole,
    method: 'get',
    action: 'list',
    called: ['list', rest],
    description: `list objects of kind ${kind.kind}`,
    at,
    options: optionParameters('ListOptions'),
    answers: names.list,
    codes: [200],
  };
}

function collectionRoutes(place: RoutePlace): RouteSketch[] {
  const { names, scope, inCollection: at } = place;
  const { kind } = place.kind;
  const rest = `${scope}${kind}`;
  return [
    listing(place, { rest, at }),
    {
      ...whole,
      method: 'post',
      action: 'post',
      called: ['create', rest],
      description: `create ${withArticle(kind)}`,
      at,
      options: optionParameters('CreateOptions'),
      sends: { schema: names.kind },
      answers: names.kind,
      codes: [200, 201, 202],
    },
    {
      ...whole,
      method: 'delete',
      action: 'deletecollection',
      called: ['delete', `collection${rest}`],
      description: `delete collection of ${kind}`,
      at,
      options: optionParameters('ListOptions'),
      answers: names.status,
      codes: [200],
    },
  ];
}

function deleting({ names, scope, kind: { kind }, inItem: at }: RoutePlace): RouteSketch {
  return {
    ...whole,
    method: 'delete',
    action: 'delete',
    called: ['delete', `${scope}${kind}`],
    description: `delete ${withArticle(kind)}`,
    at,
    options: optionParameters('DeleteOptions'),
    sends: { schema: names.deleteOptions, optional: true },
    answers: names.status,
    codes: [200, 202],
  };
}

const customPatchTypes = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/apply-patch+yaml',
];

/** Reading and writing the object or a part of it. */
function partRoutes(place: RoutePlace, part?: Subresource): RouteSketch[] {
  const { kind } = place.kind;
  const called = `${place.scope}${kind}${capitalized(part?.name ?? '')}`;
  const of = part === undefined ? `the specified ${kind}` : `${part.name} of the specified ${kind}`;
  const answers = part === undefined ? place.names.kind : partOf(place, part).schema;
  const all = { ...whole, at: place.inItem, answers };
  return [
    {
      ...all,
      method: 'get',
      action: 'get',
      called: ['read', called],
      description: `read ${of}`,
      options: optionParameters('GetOptions'),
      codes: [200],
    },
    {
      ...all,
      method: 'put',
      action: 'put',
      called: ['replace', called],
      description: `replace ${of}`,
      options: optionParameters('UpdateOptions'),
      sends: { schema: answers },
      codes: [200, 201],
    },
    {
      ...all,
      method: 'patch',
      action: 'patch',
      called: ['patch', called],
      description: `partially update ${of}`,
      options: optionParameters('PatchOptions'),
      consumes: customPatchTypes,
      sends: { schema: place.names.patch },
      codes: [200],
    },
  ];
}
