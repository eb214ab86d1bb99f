import type { RequestTemplate } from '../load/request.ts';

/** A request that is meant to hold up everybody else. */
export interface StallCase {
  readonly name: string;
  /** What must be there first; not measured. */
  readonly before?: readonly RequestTemplate[];
  request(): RequestTemplate;
}

export const namespace = '/api/v1/namespaces/default';

export const list = <T>(length: number, item: (at: number) => T): T[] => Array.from({ length }, (_, at) => item(at));
export const map = <T>(length: number, entry: (at: number) => [string, T]): { [key: string]: T } =>
  Object.fromEntries(list(length, entry));

export const types = {
  json: 'application/json',
  yaml: 'application/yaml',
  protobuf: 'application/vnd.kubernetes.protobuf',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  jsonPatch: 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

interface Sent {
  readonly body: unknown;
  readonly type?: string;
}

export function send(
  method: RequestTemplate['method'],
  path: string,
  { body, type = types.json }: Sent,
): RequestTemplate {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { method, path, headers: { 'content-type': type }, body: text };
}

export const configMap = (name: string, rest: object = {}, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  ...rest,
});

export const pod = (name: string, spec: object): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
});

const GROUP = 'stalls.example.com';

export function definition(plural: string, schema: object): object {
  const kind = plural.slice(0, 1).toUpperCase() + plural.slice(1, -1);
  const names = { plural, singular: plural.slice(0, -1), kind };
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}` },
    spec: { group: GROUP, scope: 'Namespaced', names, versions: [version] },
  };
}

export const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
export const collectionOf = (plural: string): string => `/apis/${GROUP}/v1/namespaces/default/${plural}`;

export const customResource = (plural: string, spec: object): object => ({
  apiVersion: `${GROUP}/v1`,
  kind: plural.slice(0, 1).toUpperCase() + plural.slice(1, -1),
  metadata: { name: 'x' },
  spec,
});
