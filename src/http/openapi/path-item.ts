import type { ServedResource, Subresource } from '#machinery';
import type { JsonObject } from '#meta';
import { operationTag } from './operation-names.ts';
import { type Action, queryParameters } from './parameters.ts';
import { refTo } from './schema-names.ts';

/** One operation before it is written down. */
export interface Sketch {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly action: Action | 'connect';
  readonly id: string;
  readonly description: string;
  readonly kind: Subresource['kind'];
  readonly path: readonly JsonObject[];
  /** Names of schemas; without one, the body is free text. */
  readonly sends?: string;
  readonly answers?: string;
}

// What all operations of a path have in common stands with the path, as the real server has it.
export function pathItem(served: ServedResource, sketches: readonly Sketch[]): JsonObject {
  const lists = sketches.map(parametersOf);
  const [first = [], ...others] = lists;
  const shared = first.filter((parameter) =>
    others.every((list) => list.some((other) => other.name === parameter.name)),
  );
  const item: JsonObject = {};
  sketches.forEach((sketch, index) => {
    const own = (lists[index] ?? []).filter((parameter) => !shared.some((other) => other.name === parameter.name));
    item[sketch.method] = operation(served, sketch, own);
  });
  item.parameters = shared;
  return item;
}

const parametersOf = ({ action, path }: Sketch): JsonObject[] =>
  [...path, ...(action === 'connect' ? [] : queryParameters(action))].sort((a, b) =>
    String(a.name) < String(b.name) ? -1 : 1,
  );

function operation(served: ServedResource, sketch: Sketch, parameters: JsonObject[]): JsonObject {
  return {
    tags: [operationTag(served)],
    description: sketch.description,
    operationId: sketch.id,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(sketch.sends === undefined ? {} : { requestBody: requestBody(served, sketch, sketch.sends) }),
    responses: responses(served, sketch),
    'x-kubernetes-action': sketch.action,
    'x-kubernetes-group-version-kind': { ...sketch.kind },
  };
}

function requestBody(served: ServedResource, { action }: Sketch, sends: string): JsonObject {
  const body = { schema: refTo(sends) };
  if (action !== 'patch') {
    const required = action === 'delete' || action === 'deletecollection' ? {} : { required: true };
    return { content: { '*/*': body }, ...required };
  }
  const types = ['application/apply-patch+yaml', 'application/json-patch+json', 'application/merge-patch+json'];
  // kubectl sends a strategic merge patch wherever this type is listed; custom resources do not take it.
  if (isCompiledIn(served)) types.push('application/strategic-merge-patch+json');
  return { content: Object.fromEntries(types.map((type) => [type, body])), required: true };
}

const statusCodes = {
  get: ['200'],
  list: ['200'],
  connect: ['200'],
  deletecollection: ['200'],
  post: ['200', '201', '202'],
  put: ['200', '201'],
  patch: ['200', '201'],
  delete: ['200', '202'],
} as const;
const reasons = { 200: 'OK', 201: 'Created', 202: 'Accepted' } as const;

function responses(served: ServedResource, { action, answers }: Sketch): JsonObject {
  const body = { schema: answers === undefined ? { type: 'string' } : refTo(answers) };
  const types = answers === undefined ? ['*/*'] : mediaTypes(served, action === 'list');
  const content = Object.fromEntries(types.map((type) => [type, body]));
  const answered: JsonObject = {};
  for (const code of statusCodes[action]) answered[code] = { description: reasons[code], content };
  answered['401'] = { description: 'Unauthorized' };
  return answered;
}

/** Only what is compiled in has a protobuf form and the types that strategic merge needs. */
const isCompiledIn = (served: ServedResource): boolean => served.versionDefinition.codec.typed;

function mediaTypes(served: ServedResource, watchable: boolean): string[] {
  const types = isCompiledIn(served)
    ? ['application/json', 'application/vnd.kubernetes.protobuf']
    : ['application/json'];
  const streams = watchable ? types.map((type) => `${type};stream=watch`) : [];
  return [...types, ...streams, 'application/yaml'].sort();
}
