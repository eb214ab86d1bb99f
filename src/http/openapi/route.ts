import type { GroupVersionKind } from '#meta';

export type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch';

/** What may stand in the path or the query of a request. The same object is the same parameter. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly type: 'string' | 'boolean' | 'integer';
  readonly description: string;
}

/** One method of one path, before a version of OpenAPI has words for it. */
export interface Route {
  readonly method: Method;
  readonly tag: string;
  readonly id: string;
  readonly description: string;
  /** What is done with which kind; absent for documents about the API itself. */
  readonly subject?: { readonly action: string; readonly kind: GroupVersionKind };
  readonly parameters: readonly Parameter[];
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  /** The name of the schema of what is sent. */
  readonly sends?: { readonly schema: string; readonly optional?: true };
  /** The name of the schema of what is answered, where it is more than text. */
  readonly answers?: string;
  readonly codes: readonly (keyof typeof reasons)[];
}

export const reasons = { 200: 'OK', 201: 'Created', 202: 'Accepted' } as const;

interface SplitParameters {
  /** What all routes of a path have in common stands with the path. */
  readonly common: readonly Parameter[];
  /** What is left, in the order of the routes. */
  readonly own: readonly (readonly Parameter[])[];
}

/** In order of name. */
export function splitParameters(routes: readonly Route[]): SplitParameters {
  const lists = routes.map(({ parameters }) => [...parameters].sort(byName));
  const [first = [], ...others] = lists;
  const common = first.filter((parameter) => others.every((list) => list.some((one) => isSame(one, parameter))));
  return { common, own: lists.map((list) => list.filter((one) => !common.some((shared) => isSame(shared, one)))) };
}

const isSame = (a: Parameter, b: Parameter): boolean => a.name === b.name && a.in === b.in;

function byName(a: Parameter, b: Parameter): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.in < b.in ? -1 : 1;
}
