import type { ServedResource, Subresource, Verb } from '#machinery';
import type { JsonObject } from '#meta';
import { camel, operationId } from './operation-names.ts';
import { nameParameter, namespaceParameter } from './parameters.ts';
import { pathItem, type Sketch } from './path-item.ts';
import { schemaNames } from './schema-names.ts';

const withArticle = (kind: string): string => (/^[AEIOU]/.test(kind) ? `an ${kind}` : `a ${kind}`);

/** How the paths of a resource look: `prefix` ends in the resource's name. */
interface Place {
  readonly served: ServedResource;
  readonly prefix: string;
  /** `NamespacedConfigMap` */
  readonly subject: string;
  readonly path: readonly JsonObject[];
}

/** All paths of one resource with what can be done there, by path. */
export function resourcePaths(served: ServedResource): Map<string, JsonObject> {
  const { definition, group, version } = served;
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const { kind, namespaced, resource } = definition;
  const place: Place = namespaced
    ? {
        served,
        prefix: `${root}/namespaces/{namespace}/${resource}`,
        subject: `Namespaced${kind}`,
        path: [namespaceParameter],
      }
    : { served, prefix: `${root}/${resource}`, subject: kind, path: [] };
  const paths = new Map<string, JsonObject>();
  const add = (path: string, sketches: readonly Sketch[]) => {
    if (sketches.length > 0) paths.set(path, pathItem(served, sketches));
  };
  if (namespaced && definition.verbs.has('list')) add(`${root}/${resource}`, [listEverywhere(served)]);
  add(place.prefix, collectionOperations(place));
  add(`${place.prefix}/{name}`, itemOperations(place));
  for (const part of definition.subresources.values())
    add(`${place.prefix}/{name}/${part.name}`, partOperations(place, part));
  return paths;
}

const kindOf = ({ group, version, definition }: ServedResource): Subresource['kind'] => ({
  group,
  version,
  kind: definition.kind,
});

const listEverywhere = (served: ServedResource): Sketch => ({
  method: 'get',
  action: 'list',
  id: operationId('list', served, `${served.definition.kind}ForAllNamespaces`),
  description: `list${served.definition.verbs.has('watch') ? ' or watch' : ''} objects of kind ${served.definition.kind}`,
  kind: kindOf(served),
  path: [],
  answers: schemaNames(served).list,
});

function collectionOperations({ served, subject, path }: Place): Sketch[] {
  const { kind: name, verbs } = served.definition;
  const names = schemaNames(served);
  const all = { kind: kindOf(served), path };
  const sketches: [Verb, Sketch][] = [
    [
      'deletecollection',
      {
        ...all,
        method: 'delete',
        action: 'deletecollection',
        id: operationId('delete', served, `Collection${subject}`),
        description: `delete collection of ${name}`,
        sends: names.deleteOptions,
        answers: names.status,
      },
    ],
    ['list', { ...listEverywhere(served), path, id: operationId('list', served, subject) }],
    [
      'create',
      {
        ...all,
        method: 'post',
        action: 'post',
        id: operationId('create', served, subject),
        description: `create ${withArticle(name)}`,
        sends: names.kind,
        answers: names.kind,
      },
    ],
  ];
  return sketches.filter(([verb]) => verbs.has(verb)).map(([, sketch]) => sketch);
}

function itemOperations({ served, subject, path }: Place): Sketch[] {
  const { kind: name, verbs, strategy } = served.definition;
  const names = schemaNames(served);
  const all = { kind: kindOf(served), path: [nameParameter(name), ...path] };
  const removed = strategy.returnsDeletedObject ? names.kind : names.status;
  const sketches: [Verb, Sketch][] = [
    [
      'delete',
      {
        ...all,
        method: 'delete',
        action: 'delete',
        id: operationId('delete', served, subject),
        description: `delete ${withArticle(name)}`,
        sends: names.deleteOptions,
        answers: removed,
      },
    ],
    [
      'get',
      {
        ...all,
        method: 'get',
        action: 'get',
        id: operationId('read', served, subject),
        description: `read the specified ${name}`,
        answers: names.kind,
      },
    ],
    [
      'patch',
      {
        ...all,
        method: 'patch',
        action: 'patch',
        id: operationId('patch', served, subject),
        description: `partially update the specified ${name}`,
        sends: names.patch,
        answers: names.kind,
      },
    ],
    [
      'update',
      {
        ...all,
        method: 'put',
        action: 'put',
        id: operationId('replace', served, subject),
        description: `replace the specified ${name}`,
        sends: names.kind,
        answers: names.kind,
      },
    ],
  ];
  return sketches.filter(([verb]) => verbs.has(verb)).map(([, sketch]) => sketch);
}

const methods = { get: 'get', create: 'post', update: 'put', patch: 'patch', delete: 'delete' } as const;
const partVerbs = {
  get: ['read', 'read PART of the specified KIND'],
  create: ['create', 'create PART of a KIND'],
  update: ['replace', 'replace PART of the specified KIND'],
  patch: ['patch', 'partially update PART of the specified KIND'],
  delete: ['delete', 'delete PART of a KIND'],
} as const;

function partOperations({ served, subject, path }: Place, part: Subresource): Sketch[] {
  const { kind: name } = served.definition;
  const names = schemaNames(served, part);
  const kind = part.kind.kind === name ? kindOf(served) : part.kind;
  const whole = `${subject}${camel(part.name)}`;
  return (Object.keys(methods) as (keyof typeof methods)[])
    .filter((verb) => part.verbs.has(verb))
    .map((verb): Sketch => {
      const method = methods[verb];
      const all = { method, kind, path: [nameParameter(name), ...path] };
      if (kind.kind.endsWith('Options')) {
        const description = `connect ${method.toUpperCase()} requests to ${part.name} of ${name}`;
        return { ...all, action: 'connect', id: operationId('connect', served, camel(method) + whole), description };
      }
      const [word, sentence] = partVerbs[verb];
      const description = sentence.replace('PART', part.name).replace('KIND', name);
      const sends = verb === 'patch' ? names.patch : verb === 'delete' ? names.deleteOptions : names.part;
      const said = { ...all, action: method, id: operationId(word, served, whole), description, answers: names.part };
      return verb === 'get' ? said : { ...said, sends };
    });
}
