import type { FindParameterKind, Parameter, ParameterKind, PolicyParts, StepObserver } from '#admission';
import type { Attributes, Authorizer } from '#auth';
import { isCustom, type ServedResource, type UserInfo } from '#machinery';
import { objectInVersion } from '#registry';
import { type Memory, objectsInMemory } from './objects-in-memory.ts';

/** What admission policies look at besides the request: themselves, their parameters, and who may do what. */
export function wirePolicies(
  memory: Memory,
  authorizer: Authorizer,
  observer: StepObserver | undefined,
): Omit<PolicyParts, 'lookup'> {
  return {
    ...(observer && { observer }),
    readConfiguration: (resource) => objectsInMemory(memory, { group: 'admissionregistration.k8s.io', resource }),
    findParameterKind: parameterKindsIn(memory),
    async answerPermit(question) {
      const { allowed, reason } = await authorizer.authorize(userOf(question), attributesOf(question));
      return { decision: allowed ? 'allow' : 'no opinion', reason };
    },
  };
}

type AuthorizationQuestion = Parameters<PolicyParts['answerPermit']>[0];

/** A service account that an expression names has neither a uid nor anything else. */
function userOf({ user }: AuthorizationQuestion): UserInfo {
  return { uid: '', extra: {}, ...user, groups: user.groups ?? [] };
}

function attributesOf(question: AuthorizationQuestion): Attributes {
  const { type: kind, user: _, ...asked } = question;
  return { kind, ...asked } as Attributes;
}

function parameterKindsIn(memory: Memory): FindParameterKind {
  return (kind) => {
    const served = memory.catalog().findKind(kind);
    return served && parameterKind(memory, served);
  };
}

function parameterKind({ collection }: Memory, served: ServedResource): ParameterKind {
  const { definition } = served;
  const objects = collection(definition.storagePrefix);
  const keyOf = (name: string, namespace: string) => (definition.namespaced ? `${namespace}/${name}` : name);
  return {
    namespaced: definition.namespaced,
    builtIn: !isCustom(served),
    async get(name, namespace) {
      const entry = await objects.get(keyOf(name, namespace), { need: 'newest' });
      return entry === null ? null : ((await objectInVersion(served, entry)) as Parameter);
    },
    async list(namespace) {
      const under = definition.namespaced ? `${namespace}/` : '';
      const { entries } = await objects.list({ under, freshness: { need: 'newest' } });
      return Promise.all(entries.map(async (entry) => (await objectInVersion(served, entry)) as Parameter));
    },
  };
}
