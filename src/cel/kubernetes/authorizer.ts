import { nameIsDnsLabel, nameIsDnsSubdomain } from '#meta';
import { declare, type Library, memberOverload } from '../library/library.ts';
import { noSuchOverload } from '../values/traits.ts';
import { type CelType, objectType, types } from '../values/type.ts';
import { CelError, OpaqueValue, type Value } from '../values/value.ts';

const { bool, string } = types;

/** The user of the request. Everything else about them is known to the host. */
interface AuthorizationUser {
  readonly name: string;
  readonly groups?: readonly string[];
}

/** A question whether the user may do something: with a path, or with a resource. */
export type AuthorizationQuestion = PathQuestion | ResourceQuestion;

interface PathQuestion {
  readonly type: 'path';
  readonly user: AuthorizationUser;
  readonly verb: string;
  readonly path: string;
}
interface ResourceQuestion {
  readonly type: 'resource';
  readonly user: AuthorizationUser;
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** As it was written, unchecked; empty if there is none. */
  readonly fieldSelector: string;
  readonly labelSelector: string;
}

export interface AuthorizationAnswer {
  readonly decision: 'allow' | 'deny' | 'no opinion';
  readonly reason: string;
  readonly error?: string;
}

/** Answers a question; given by the host. */
type Authorize = (question: AuthorizationQuestion) => AuthorizationAnswer;

export const authorizerType = objectType('kubernetes.authorization.Authorizer');
const pathCheckType = objectType('kubernetes.authorization.PathCheck');
const groupCheckType = objectType('kubernetes.authorization.GroupCheck');
export const resourceCheckType = objectType('kubernetes.authorization.ResourceCheck');
const decisionType = objectType('kubernetes.authorization.Decision');

/** Values of these types equal nothing, not even themselves. */
abstract class AuthorizationValue extends OpaqueValue {
  equals(other: Value): Value {
    return other instanceof CelError ? other : noSuchOverload();
  }
}

/** The variable `authorizer`. */
export class AuthorizerValue extends AuthorizationValue {
  readonly user: AuthorizationUser;
  readonly authorize: Authorize;

  constructor(user: AuthorizationUser, authorize: Authorize) {
    super();
    this.user = user;
    this.authorize = authorize;
  }
  get type(): CelType {
    return authorizerType;
  }
}

class PathCheck extends AuthorizationValue {
  readonly authorizer: AuthorizerValue;
  readonly path: string;

  constructor(authorizer: AuthorizerValue, path: string) {
    super();
    this.authorizer = authorizer;
    this.path = path;
  }
  get type(): CelType {
    return pathCheckType;
  }
}

class GroupCheck extends AuthorizationValue {
  readonly authorizer: AuthorizerValue;
  readonly group: string;

  constructor(authorizer: AuthorizerValue, group: string) {
    super();
    this.authorizer = authorizer;
    this.group = group;
  }
  get type(): CelType {
    return groupCheckType;
  }
}

type ResourceParts = Omit<ResourceQuestion, 'type' | 'user' | 'verb'>;

/** The variable `authorizer.requestResource`, and what `resource()` gives. */
export class ResourceCheckValue extends AuthorizationValue {
  readonly authorizer: AuthorizerValue;
  readonly parts: ResourceParts;

  constructor(authorizer: AuthorizerValue, parts: Partial<ResourceParts>) {
    super();
    this.authorizer = authorizer;
    this.parts = {
      group: '',
      resource: '',
      subresource: '',
      namespace: '',
      name: '',
      fieldSelector: '',
      labelSelector: '',
      ...parts,
    };
  }
  get type(): CelType {
    return resourceCheckType;
  }
  with(parts: Partial<ResourceParts>): ResourceCheckValue {
    return new ResourceCheckValue(this.authorizer, { ...this.parts, ...parts });
  }
}

class Decision extends AuthorizationValue {
  readonly answer: AuthorizationAnswer;

  constructor(answer: AuthorizationAnswer) {
    super();
    this.answer = answer;
  }
  get type(): CelType {
    return decisionType;
  }
}

function serviceAccount(authorizer: AuthorizerValue, namespace: string, name: string): Value {
  const whole = { prefix: false };
  if (nameIsDnsSubdomain(name, whole).length > 0) return new CelError('Invalid service account name');
  if (nameIsDnsLabel(namespace, whole).length > 0) return new CelError('Invalid service account namespace');
  const user = {
    name: `system:serviceaccount:${namespace}:${name}`,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
  };
  return new AuthorizerValue(user, authorizer.authorize);
}

function path(authorizer: AuthorizerValue, text: string): Value {
  return text.trim() === '' ? new CelError('path must not be empty') : new PathCheck(authorizer, text);
}

function resource({ authorizer, group }: GroupCheck, name: string): Value {
  if (name.trim() === '') return new CelError('resource must not be empty');
  return new ResourceCheckValue(authorizer, { group, resource: name });
}

function checkPath({ authorizer, path: of }: PathCheck, verb: string): Value {
  return new Decision(authorizer.authorize({ type: 'path', user: authorizer.user, verb, path: of }));
}

function checkResource({ authorizer, parts }: ResourceCheckValue, verb: string): Value {
  return new Decision(authorizer.authorize({ type: 'resource', user: authorizer.user, verb, ...parts }));
}

/** Sets a part of a resource check. */
const setting = (id: string, part: keyof ResourceParts) =>
  memberOverload(id, [[resourceCheckType, string], resourceCheckType], (check: ResourceCheckValue, text: string) =>
    check.with({ [part]: text }),
  );

const reading = (id: string, type: CelType, read: (answer: AuthorizationAnswer) => Value) =>
  memberOverload(id, [[decisionType], type], ({ answer }: Decision) => read(answer));

export const kubernetesAuthorizer: Library = {
  functions: [
    declare('path', memberOverload('authorizer_path', [[authorizerType, string], pathCheckType], path)),
    declare(
      'group',
      memberOverload(
        'authorizer_group',
        [[authorizerType, string], groupCheckType],
        (of: AuthorizerValue, text: string) => new GroupCheck(of, text),
      ),
    ),
    declare(
      'serviceAccount',
      memberOverload('authorizer_serviceaccount', [[authorizerType, string, string], authorizerType], serviceAccount),
    ),
    declare('resource', memberOverload('groupcheck_resource', [[groupCheckType, string], resourceCheckType], resource)),
    declare('subresource', setting('resourcecheck_subresource', 'subresource')),
    declare('namespace', setting('resourcecheck_namespace', 'namespace')),
    declare('name', setting('resourcecheck_name', 'name')),
    declare(
      'check',
      memberOverload('pathcheck_check', [[pathCheckType, string], decisionType], checkPath),
      memberOverload('resourcecheck_check', [[resourceCheckType, string], decisionType], checkResource),
    ),
    declare(
      'errored',
      reading('decision_errored', bool, ({ error }) => error !== undefined),
    ),
    declare(
      'error',
      reading('decision_error', string, ({ error }) => error ?? ''),
    ),
    declare(
      'allowed',
      reading('decision_allowed', bool, ({ decision }) => decision === 'allow'),
    ),
    declare(
      'reason',
      reading('decision_reason', string, ({ reason }) => reason),
    ),
  ],
};

export const kubernetesAuthorizerSelectors: Library = {
  functions: [
    declare('fieldSelector', setting('authorizer_fieldselector', 'fieldSelector')),
    declare('labelSelector', setting('authorizer_labelselector', 'labelSelector')),
  ],
};
