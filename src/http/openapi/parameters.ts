import type { JsonObject } from '#meta';

const TYPES = { s: 'string', i: 'integer', b: 'boolean' } as const;

function query(name: string, type: keyof typeof TYPES, description: string): JsonObject {
  return { name, in: 'query', description, schema: { type: TYPES[type], uniqueItems: true } };
}

/** The query parameters of all verbs. One object each: whoever writes a document can tell that they are the same. */
const known = {
  allowWatchBookmarks: query('allowWatchBookmarks', 'b', 'Ask for BOOKMARK events in a watch.'),
  continue: query('continue', 's', 'The token of the page before, to get the next one.'),
  dryRun: query('dryRun', 's', 'With `All`, everything happens except that nothing is stored.'),
  fieldManager: query('fieldManager', 's', 'Who makes the change: at most 128 printable characters.'),
  fieldSelector: query('fieldSelector', 's', 'Only objects whose fields match.'),
  fieldValidation: query(
    'fieldValidation',
    's',
    'What becomes of unknown and duplicate fields: Ignore, Warn (the default) or Strict.',
  ),
  force: query('force', 'b', 'Take over fields that other managers own. Only for apply.'),
  gracePeriodSeconds: query('gracePeriodSeconds', 'i', 'Seconds before the object is gone; zero means at once.'),
  ignoreStoreReadErrorWithClusterBreakingPotential: query(
    'ignoreStoreReadErrorWithClusterBreakingPotential',
    'b',
    'Delete the object even if it cannot be read from the store, passing over its finalizers.',
  ),
  labelSelector: query('labelSelector', 's', 'Only objects whose labels match.'),
  limit: query('limit', 'i', 'How many items a page may have.'),
  orphanDependents: query('orphanDependents', 'b', 'Replaced by propagationPolicy.'),
  pretty: query('pretty', 's', 'With `true`, the answer is indented. The default for browsers, curl and wget.'),
  propagationPolicy: query(
    'propagationPolicy',
    's',
    'What becomes of the dependents: Orphan, Background or Foreground.',
  ),
  resourceVersion: query('resourceVersion', 's', 'How fresh the answer has to be, or where a watch begins.'),
  resourceVersionMatch: query(
    'resourceVersionMatch',
    's',
    'What resourceVersion means for a list: Exact or NotOlderThan.',
  ),
  sendInitialEvents: query('sendInitialEvents', 'b', 'Begin a watch with the objects that are already there.'),
  timeoutSeconds: query('timeoutSeconds', 'i', 'When to end the call.'),
  watch: query('watch', 'b', 'Stream the changes instead of answering with a list.'),
} satisfies { [name: string]: JsonObject };

export type QueryParameter = keyof typeof known;

const create = ['dryRun', 'fieldManager', 'fieldValidation'] as const;
const remove = [
  'dryRun',
  'gracePeriodSeconds',
  'ignoreStoreReadErrorWithClusterBreakingPotential',
  'orphanDependents',
  'propagationPolicy',
] as const;
const select = [
  'continue',
  'fieldSelector',
  'labelSelector',
  'limit',
  'resourceVersion',
  'resourceVersionMatch',
  'sendInitialEvents',
  'timeoutSeconds',
] as const;

const byAction = {
  get: [],
  list: ['allowWatchBookmarks', ...select, 'watch'],
  post: create,
  put: create,
  patch: [...create, 'force'],
  delete: remove,
  deletecollection: [...remove, ...select],
} satisfies { [action: string]: readonly QueryParameter[] };

export type Action = keyof typeof byAction;

/** What may stand in the query of an action. */
export const queryParameters = (action: Action): readonly JsonObject[] =>
  [...byAction[action], 'pretty' as const].map((name) => known[name]);

export const namespaceParameter: JsonObject = {
  name: 'namespace',
  in: 'path',
  description: 'The namespace of the object.',
  required: true,
  schema: { type: 'string', uniqueItems: true },
};

export const nameParameter = (kind: string): JsonObject => ({
  name: 'name',
  in: 'path',
  description: `name of the ${kind}`,
  required: true,
  schema: { type: 'string', uniqueItems: true },
});
