import type { ApiColumn } from '../model.ts';
import { parseWords, type Tag } from './doc-comment.ts';
import type { TagDraft } from './tag-draft.ts';
import { pairsOf, TagFault, wordOf } from './tag-values.ts';

// What tags with several parts say of a kind.

export function columnOf(tag: Tag): ApiColumn {
  const pairs = pairsOf(tag, ['name', 'type', 'jsonPath', 'description', 'format', 'priority']);
  const [name, type, jsonPath] = [pairs.get('name'), pairs.get('type'), pairs.get('jsonPath')];
  if (name === undefined || type === undefined || jsonPath === undefined) {
    throw new TagFault(`${tag.written} wants at least name=Age type=date jsonPath=.metadata.creationTimestamp`);
  }
  const [description, format, priority] = [pairs.get('description'), pairs.get('format'), pairs.get('priority')];
  return {
    name,
    type: wordOf({ ...tag, text: type }, ['integer', 'number', 'string', 'boolean', 'date']),
    jsonPath,
    ...(description === undefined ? {} : { description }),
    ...(format === undefined ? {} : { format }),
    ...(priority === undefined ? {} : { priority: Number(priority) }),
  };
}

export function applyResource(kind: TagDraft['kind'], tag: Tag): void {
  const pairs = pairsOf(tag, ['path', 'plural', 'singular', 'shortName', 'shortNames', 'categories', 'scope']);
  const plural = pairs.get('path') ?? pairs.get('plural');
  const singular = pairs.get('singular');
  const scope = pairs.get('scope');
  if (plural !== undefined) kind.plural = plural;
  if (singular !== undefined) kind.singular = singular;
  if (scope !== undefined)
    kind.namespaced = wordOf({ ...tag, text: scope }, ['Namespaced', 'Cluster']) === 'Namespaced';
  kind.shortNames.push(...parseWords(pairs.get('shortName') ?? pairs.get('shortNames') ?? ''));
  kind.categories.push(...parseWords(pairs.get('categories') ?? ''));
}

export function applySubresource(kind: TagDraft['kind'], tag: Tag): void {
  const [which = ''] = tag.text.split(/[:\s]/, 1);
  if (which === 'status') {
    kind.hasStatus = true;
    return;
  }
  if (which !== 'scale') throw new TagFault(`${tag.written} wants status or scale`);
  const rest = { ...tag, text: tag.text.slice(which.length).replace(/^:/, '') };
  const pairs = pairsOf(rest, ['specpath', 'statuspath', 'selectorpath']);
  const [spec, status, selector] = [pairs.get('specpath'), pairs.get('statuspath'), pairs.get('selectorpath')];
  if (spec === undefined || status === undefined) {
    throw new TagFault(`${tag.written} scale wants specpath=.spec.replicas statuspath=.status.replicas`);
  }
  kind.scale = {
    specReplicasPath: spec,
    statusReplicasPath: status,
    ...(selector === undefined ? {} : { labelSelectorPath: selector }),
  };
}

export function applyConversion(kind: TagDraft['kind'], tag: Tag): void {
  const [which = ''] = tag.text.split(/\s/, 1);
  if (which === 'hub') kind.isHub = true;
  else if (which !== 'webhook')
    throw new TagFault(`${tag.written} wants hub, or webhook service=NAME namespace=NAMESPACE`);
  else {
    const pairs = pairsOf({ ...tag, text: tag.text.slice(which.length) }, ['service', 'namespace', 'path', 'port']);
    const [service, namespace, port] = [pairs.get('service'), pairs.get('namespace'), pairs.get('port')];
    if (service === undefined || namespace === undefined) {
      throw new TagFault(`${tag.written} webhook wants service=NAME namespace=NAMESPACE`);
    }
    const path = pairs.get('path') ?? '/convert';
    kind.webhook = { service, namespace, path, ...(port === undefined ? {} : { port: Number(port) }) };
  }
}

export function applyClient(kind: TagDraft['kind'], { text }: Tag): void {
  kind.client ??= {};
  const { client } = kind;
  if (text === 'noStatus') client.noStatus = true;
  if (text === 'nonNamespaced') kind.namespaced = false;
  const verbs = /^(only|skip)Verbs=(.*)$/.exec(text);
  if (verbs === null) return;
  const named = parseWords(verbs[2] as string);
  client.skipVerbs = verbs[1] === 'skip' ? named : clientVerbs.filter((verb) => !named.includes(verb));
}
const clientVerbs = [
  'create',
  'update',
  'updateStatus',
  'delete',
  'deleteCollection',
  'get',
  'list',
  'watch',
  'patch',
  'apply',
  'applyStatus',
];
