import type { KubeObject } from '#meta';
import type { PolicyParts } from '../policies/dispatch.ts';
import type { Parameter } from '../policies/parameters.ts';
import { lookupIn, type Stored } from './admission-requests.ts';

interface House {
  /** By resource. */
  readonly configuration?: Readonly<Record<string, readonly object[]>>;
  readonly stored?: readonly Stored[];
  /** ConfigMaps that can be parameters. */
  readonly parameters?: readonly Parameter[];
  /** What the user may do, as `verb resource`. */
  readonly permitted?: readonly string[];
}

/** Policies in memory, and what they look at. */
export function policyParts({ configuration = {}, stored = [], parameters = [], permitted = [] }: House): PolicyParts {
  return {
    lookup: lookupIn(stored),
    readConfiguration: (resource) => ({ since: 1, all: () => (configuration[resource] ?? []) as KubeObject[] }),
    findParameterKind({ kind }) {
      if (kind !== 'ConfigMap') return undefined;
      const within = (namespace: string) => parameters.filter(({ metadata }) => metadata.namespace === namespace);
      return {
        namespaced: true,
        builtIn: true,
        get: async (name, namespace) => within(namespace).find(({ metadata }) => metadata.name === name) ?? null,
        list: async (namespace) => within(namespace),
      };
    },
    async answerPermit(question) {
      const what = question.type === 'path' ? question.path : question.resource;
      const allowed = permitted.includes(`${question.verb} ${what}`);
      return { decision: allowed ? 'allow' : 'no opinion', reason: '' };
    },
  };
}

const rule = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] };

/** For all requests, if it does not say otherwise. */
export function policy(name: string, spec: object): object {
  const matchConstraints = { matchPolicy: 'Exact', namespaceSelector: {}, objectSelector: {}, resourceRules: [rule] };
  return { metadata: { name }, spec: { failurePolicy: 'Fail', matchConstraints, ...spec } };
}

export function binding(policyName: string, spec: object = {}): object {
  return { metadata: { name: `${policyName}-binding` }, spec: { policyName, validationActions: ['Deny'], ...spec } };
}
