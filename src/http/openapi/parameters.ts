import { type MetaOptions, metaQueryOptions, type QueryOption } from '#machinery';
import type { Parameter } from './route.ts';

const byKind = new Map<MetaOptions, readonly Parameter[]>();

/** The query parameters of a verb, as objects that stay the same. */
export function optionParameters(kind: MetaOptions): readonly Parameter[] {
  const known = byKind.get(kind) ?? fromOptions(metaQueryOptions(kind));
  byKind.set(kind, known);
  return known;
}

export const fromOptions = (options: readonly QueryOption[]): readonly Parameter[] =>
  options.map(({ name, type, description }) => ({ name, in: 'query', type, description }));

const watchParameters = new Set(['watch', 'allowWatchBookmarks']);

/** Those of a list, without what is about watches. */
export const selectParameters = (): readonly Parameter[] =>
  optionParameters('ListOptions').filter(({ name }) => !watchParameters.has(name));

export const pretty: Parameter = {
  name: 'pretty',
  in: 'query',
  type: 'string',
  description: 'With `true`, the answer is indented. The default for browsers, curl and wget.',
};

export const namespaceParameter: Parameter = {
  name: 'namespace',
  in: 'path',
  type: 'string',
  description: 'The namespace of the object.',
};

export const pathParameter: Parameter = {
  name: 'path',
  in: 'path',
  type: 'string',
  description: 'The rest of the path, for whoever is behind the proxy.',
};

export const nameParameter = (kind: string): Parameter => ({
  name: 'name',
  in: 'path',
  type: 'string',
  description: `name of the ${kind}`,
});
