import type { ResourceList } from '#apis';
import type { GroupResource, KubeObject } from '#meta';
import type { AdmissionRequest } from '../plugin.ts';
import type { ScopeRequirement } from './resource-quota.ts';

/** How objects of one resource use up quotas. Pure. */
export interface Evaluator<T extends KubeObject = KubeObject> {
  readonly resource: GroupResource;
  /** Whether a request can change what is used. */
  handles(request: AdmissionRequest<T>): boolean;
  /** Whether a quota for this is one that objects of the resource use up. */
  counts(name: string): boolean;
  /** `now` is in milliseconds. */
  usage(object: T, now: number): ResourceList;
  /** Absent where no quota of a scope is about the resource. */
  inScope?(scope: ScopeRequirement, object: T): boolean;
  /** What the object must say because a quota limits it, and does not: the end of a sentence. */
  lacks?(limited: readonly string[], object: T): string | undefined;
  /** What every object of the resource uses, where that is the same for all. */
  readonly each?: ResourceList;
  /** What is used may change while an object is there, not only when it comes or goes. */
  readonly changes?: boolean;
}

/** `count/deployments.apps` */
export const countName = ({ group, resource }: GroupResource): string =>
  `count/${resource}${group === '' ? '' : `.${group}`}`;

/** For kinds of which only the number counts. `alias` is what it was called before all could be counted. */
export function countEvaluator(resource: GroupResource, alias?: string): Evaluator {
  const names = [countName(resource), ...(alias === undefined ? [] : [alias])];
  const usage = Object.fromEntries(names.map((name) => [name, '1']));
  return {
    resource,
    handles: ({ operation, subresource }) => operation === 'CREATE' && subresource === '',
    counts: (name) => names.includes(name),
    usage: () => usage,
    each: usage,
  };
}

export const isInScopes = (evaluator: Evaluator, scopes: readonly ScopeRequirement[], object: KubeObject): boolean =>
  scopes.every((scope) => evaluator.inScope?.(scope, object) ?? false);

/** Whether a value that may be absent is what a scope asks for. */
export function valueMatches({ operator, values = [] }: ScopeRequirement, value: string): boolean {
  switch (operator) {
    case 'In':
      return value !== '' && values.includes(value);
    case 'NotIn':
      return value === '' || !values.includes(value);
    case 'Exists':
      return value !== '';
    case 'DoesNotExist':
      return value === '';
    default:
      return false;
  }
}
