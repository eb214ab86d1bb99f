import {
  type AdmissionActivation,
  type AuthorizationAnswer,
  type AuthorizationQuestion,
  AuthorizerValue,
  ResourceCheckValue,
} from '#cel';
import type { UserInfo } from '#machinery';
import type { JsonObject } from '#meta';
import type { AdmissionRequest } from '../plugin.ts';
import { type MatchedAs, namespaceOf } from './rule-match.ts';

/** What the expressions of policies, and the conditions of webhooks, are evaluated on. */
interface ActivationParts {
  readonly request: AdmissionRequest;
  readonly matched: MatchedAs;
  /** In the version that matched; null where there is none. */
  readonly object: unknown;
  readonly oldObject: unknown;
  readonly params?: unknown;
  /** The namespace that the object lies in, as far as expressions may see it. */
  readonly namespaceObject?: unknown;
  /** Absent where nobody may be asked. */
  readonly authorize?: (question: AuthorizationQuestion) => AuthorizationAnswer;
}

/** k8s: apiserver/pkg/admission/plugin/cel/activation.go */
export function activationOf(parts: ActivationParts): AdmissionActivation {
  let request: JsonObject | undefined;
  return (name) => {
    switch (name) {
      case 'object':
        return parts.object;
      case 'oldObject':
        return parts.oldObject;
      case 'params':
        return parts.params ?? null;
      case 'namespaceObject':
        return parts.namespaceObject ?? null;
      case 'request':
        request ??= requestValue(parts);
        return request;
      case 'authorizer':
        return authorizerOf(parts);
      case 'authorizer.requestResource':
        return requestCheck(parts);
      default:
        return undefined;
    }
  };
}

function authorizerOf({ request, authorize }: ActivationParts): AuthorizerValue | undefined {
  return authorize && new AuthorizerValue(request.user, authorize);
}

function requestCheck(parts: ActivationParts): ResourceCheckValue | undefined {
  const authorizer = authorizerOf(parts);
  if (authorizer === undefined) return undefined;
  const { resource, subresource, name } = parts.request;
  const namespace = namespaceOf(parts.request);
  return new ResourceCheckValue(authorizer, {
    group: resource.group,
    resource: resource.resource,
    subresource,
    namespace,
    name,
  });
}

/** The request, as an AdmissionReview would tell it. What is empty is left out. */
export function requestValue({ request, matched }: Pick<ActivationParts, 'request' | 'matched'>): JsonObject {
  const { operation, kind, resource, subresource, name, dryRun, user, options } = request;
  const namespace = namespaceOf(request);
  return {
    kind: { ...matched.kind },
    resource: { ...matched.resource },
    ...(subresource !== '' && { subResource: subresource, requestSubResource: subresource }),
    requestKind: { ...kind },
    requestResource: { ...resource },
    ...(name !== '' && { name }),
    ...(namespace !== '' && { namespace }),
    operation,
    userInfo: userValue(user),
    dryRun,
    options,
  };
}

function userValue({ name, uid, groups, extra }: UserInfo): JsonObject {
  return {
    ...(name !== '' && { username: name }),
    ...(uid !== '' && { uid }),
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(Object.keys(extra).length > 0 && {
      extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])),
    }),
  };
}
