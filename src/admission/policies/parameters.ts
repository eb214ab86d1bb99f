import { type GroupVersionKind, labelSelectorFrom, parseApiVersion } from '#meta';
import type { ParamKind, ParamRef } from './policy.ts';

/** A kind that parameters are of, as far as it is served. */
export interface ParameterKind {
  readonly namespaced: boolean;
  /** Compiled in: what the real server reads of these does not tell its own kind. */
  readonly builtIn: boolean;
  /** In the version of the kind; null if there is none. `namespace` is '' for what lies in none. */
  get(name: string, namespace: string): Promise<Parameter | null>;
  list(namespace: string): Promise<readonly Parameter[]>;
}

export type Parameter = { readonly [key: string]: unknown } & {
  readonly metadata: {
    readonly name?: string;
    readonly namespace?: string;
    readonly labels?: { readonly [key: string]: string };
  };
};

/** Undefined where the kind is not served. */
export type FindParameterKind = (kind: GroupVersionKind) => ParameterKind | undefined;

/** A policy or a binding that cannot be put into force as it is. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

/** The kind of parameters that a policy wants; undefined if it wants none. */
export function parameterKindOf(paramKind: ParamKind | undefined, find: FindParameterKind): ParameterKind | undefined {
  if (paramKind === undefined) return undefined;
  const { apiVersion = '', kind = '' } = paramKind;
  const { group, version } = parseApiVersion(apiVersion) ?? { group: '', version: '' };
  const found = find({ group, version, kind });
  if (found !== undefined) return found;
  throw new ConfigurationError(`failed to find resource referenced by paramKind: '${group}/${version}, Kind=${kind}'`);
}

/**
 * The parameters that a binding gives a policy, one evaluation for each; null where it gives none.
 * k8s: apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go CollectParams
 */
export async function collectParameters(
  kind: ParameterKind | undefined,
  paramRef: ParamRef | undefined,
  requestNamespace: string,
): Promise<readonly (Parameter | null)[]> {
  if (kind === undefined || paramRef === undefined) return [null];
  const namespace = parameterNamespace(kind, paramRef, requestNamespace);
  const found = await find(kind, paramRef, namespace);
  if (found.length === 0 && paramRef.parameterNotFoundAction === 'Deny') {
    throw new ConfigurationError('no params found for policy binding with `Deny` parameterNotFoundAction');
  }
  return found;
}

function parameterNamespace({ namespaced }: ParameterKind, paramRef: ParamRef, requestNamespace: string): string {
  const { namespace = '' } = paramRef;
  if (!namespaced) {
    if (namespace === '') return '';
    throw new ConfigurationError('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
  }
  if (namespace !== '' || requestNamespace !== '') return namespace || requestNamespace;
  throw new ConfigurationError(
    'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
  );
}

async function find(kind: ParameterKind, { name = '', selector }: ParamRef, namespace: string) {
  if (name !== '') {
    const found = await kind.get(name, namespace);
    return found === null ? [] : [found];
  }
  const wanted = labelSelectorFrom(selector);
  return (await kind.list(namespace)).filter(({ metadata }) => wanted.matches(metadata.labels));
}
