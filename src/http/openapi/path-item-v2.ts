import type { JsonObject } from '#meta';
import { subjectExtensions } from './path-item-v3.ts';
import { type Parameter, type Route, reasons, splitParameters } from './route.ts';
import { META } from './schema-names.ts';
import type { SharedParameters } from './shared-parameters.ts';

/** How the paths of one document are written. */
export interface WritingV2 {
  readonly parameters: SharedParameters;
  /** The name under which the document has a schema. */
  definitionName(schema: string): string;
}

/** One path in the words of OpenAPI 2. */
export function pathItemV2(routes: readonly Route[], writing: WritingV2): JsonObject {
  const { common, own } = splitParameters(routes);
  const item: JsonObject = {};
  routes.forEach((route, at) => {
    item[route.method] = operation(route, own[at] ?? [], writing);
  });
  if (common.length > 0) item.parameters = common.map((one) => parameterV2(one, writing));
  return item;
}

function operation(route: Route, own: readonly Parameter[], writing: WritingV2): JsonObject {
  const { tag, description, id, consumes, produces, subject } = route;
  const parameters = [...bodyOf(route, writing), ...own.map((one) => parameterV2(one, writing))];
  return {
    description,
    ...(consumes.length === 0 ? {} : { consumes: [...consumes] }),
    produces: [...produces],
    schemes: ['https'],
    tags: [tag],
    operationId: id,
    ...(parameters.length === 0 ? {} : { parameters }),
    responses: responses(route, writing),
    ...(subject === undefined ? {} : subjectExtensions(subject)),
  };
}

const reference = (schema: string, { definitionName }: WritingV2): JsonObject => ({
  $ref: `#/definitions/${definitionName(schema)}`,
});

/** A body that many routes take stands in the document once, as parameters do. */
function bodyOf({ sends }: Route, writing: WritingV2): JsonObject[] {
  if (sends === undefined) return [];
  const required = sends.optional ? {} : { required: true };
  const body = { name: 'body', in: 'body', ...required, schema: reference(sends.schema, writing) };
  return [sends.schema.startsWith(META) ? writing.parameters.refer(body) : body];
}

function responses({ codes, answers }: Route, writing: WritingV2): JsonObject {
  const schema = answers === undefined ? { type: 'string' } : reference(answers, writing);
  const answered: JsonObject = {};
  for (const code of codes) answered[code] = { description: reasons[code], schema };
  answered['401'] = { description: 'Unauthorized' };
  return answered;
}

/** Old clients look for these two in each operation, so they are not shared. */
const unsharedParameters = new Set(['dryRun', 'fieldValidation']);

function parameterV2({ name, in: place, type, description }: Parameter, writing: WritingV2): JsonObject {
  const required = place === 'path' ? { required: true } : {};
  const written = { uniqueItems: true, type, description, name, in: place, ...required };
  // A name's description names its kind, so there is nothing to share.
  return name === 'name' || unsharedParameters.has(name) ? written : writing.parameters.refer(written);
}
