import type { JsonObject } from '#meta';
import { type Parameter, type Route, reasons, splitParameters } from './route.ts';

const reference = (schema: string): JsonObject => ({ $ref: `#/components/schemas/${schema}` });

/** One path in the words of OpenAPI 3.0. */
export function pathItemV3(routes: readonly Route[]): JsonObject {
  const { common, own } = splitParameters(routes);
  const item: JsonObject = {};
  routes.forEach((route, at) => {
    item[route.method] = operation(route, own[at] ?? []);
  });
  if (common.length > 0) item.parameters = common.map(parameterV3);
  return item;
}

function operation(route: Route, parameters: readonly Parameter[]): JsonObject {
  const { tag, description, id, sends, consumes, subject } = route;
  return {
    tags: [tag],
    description,
    operationId: id,
    ...(parameters.length === 0 ? {} : { parameters: parameters.map(parameterV3) }),
    ...(sends === undefined ? {} : { requestBody: requestBody(sends, consumes) }),
    responses: responses(route),
    ...(subject === undefined ? {} : subjectExtensions(subject)),
  };
}

export function subjectExtensions({ action, kind }: NonNullable<Route['subject']>): JsonObject {
  const { group, version, kind: name } = kind;
  return { 'x-kubernetes-action': action, 'x-kubernetes-group-version-kind': { group, version, kind: name } };
}

function requestBody({ schema, optional }: NonNullable<Route['sends']>, consumes: Route['consumes']): JsonObject {
  const body = { content: content(consumes, reference(schema)) };
  return optional ? body : { ...body, required: true };
}

function responses({ codes, produces, answers }: Route): JsonObject {
  const schema = answers === undefined ? { type: 'string' } : reference(answers);
  const answered: JsonObject = {};
  for (const code of codes) answered[code] = { description: reasons[code], content: content(produces, schema) };
  answered['401'] = { description: 'Unauthorized' };
  return answered;
}

const content = (types: readonly string[], schema: JsonObject): JsonObject =>
  Object.fromEntries([...types].sort().map((type) => [type, { schema }]));

const made = new WeakMap<Parameter, JsonObject>();

/** Parameters stand in many places, so that each is written down once. */
function parameterV3(parameter: Parameter): JsonObject {
  const known = made.get(parameter) ?? makeParameter(parameter);
  made.set(parameter, known);
  return known;
}

function makeParameter({ name, in: place, type, description }: Parameter): JsonObject {
  return {
    name,
    in: place,
    description,
    ...(place === 'path' ? { required: true } : {}),
    schema: { type, uniqueItems: true },
  };
}
