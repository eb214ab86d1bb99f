import type { RequestContext, ResourceDefinition, UserInfo, VirtualResource } from '#machinery';
import { apiErrors, type KubeObject } from '#meta';
import { builtin, createdAtColumn, nameColumn } from '#resource';
import type { Described } from '#schema';
import type { Types } from './v1/types.gen.ts';
import { authorizationV1 } from './v1/types.ts';
import {
  type AccessReview,
  type ValidateReview,
  validateLocalReview,
  validateReview,
  validateSelfReview,
} from './validation.ts';

const GROUP = 'authorization.k8s.io';

type AccessSpec = Types['SubjectAccessReviewSpec'];

type AttributeName = 'namespace' | 'verb' | 'group' | 'version' | 'resource' | 'subresource' | 'name';

/** What somebody wants to do. */
type Access =
  | ({ readonly kind: 'resource' } & Required<Pick<Types['ResourceAttributes'], AttributeName>>)
  | { readonly kind: 'path'; readonly verb: string; readonly path: string };

interface AccessAnswer {
  readonly allowed: boolean;
  /** No, whatever others say. */
  readonly denied?: boolean;
  readonly reason?: string;
  readonly evaluationError?: string;
}

/** What somebody may do in a namespace. */
interface AccessRules {
  readonly resources: readonly {
    readonly verbs: readonly string[];
    readonly apiGroups: readonly string[];
    readonly resources: readonly string[];
    readonly resourceNames: readonly string[];
  }[];
  readonly paths: readonly { readonly verbs: readonly string[]; readonly nonResourceURLs: readonly string[] }[];
  /** There may be more. */
  readonly incomplete: boolean;
  readonly evaluationError?: string;
}

/** Answers access reviews. */
export interface AccessReviewer {
  access(user: UserInfo, wanted: Access): Promise<AccessAnswer>;
  rules(user: UserInfo, namespace: string): Promise<AccessRules>;
}

function wantedBy({ resourceAttributes: resource, nonResourceAttributes: path }: AccessSpec): Access {
  if (resource === undefined) return { kind: 'path', verb: path?.verb ?? '', path: path?.path ?? '' };
  return {
    kind: 'resource',
    verb: resource.verb ?? '',
    group: resource.group ?? '',
    version: resource.version || '*',
    resource: resource.resource ?? '',
    subresource: resource.subresource ?? '',
    namespace: resource.namespace ?? '',
    name: resource.name ?? '',
  };
}

const userOf = ({ user = '', uid = '', groups = [], extra = {} }: AccessSpec): UserInfo => ({
  name: user,
  uid,
  groups,
  extra,
});

type WhoAsks = (spec: AccessSpec, context: RequestContext) => UserInfo;

function reviewWith({ access }: AccessReviewer, validate: ValidateReview, who: WhoAsks): VirtualResource<AccessReview> {
  return {
    async create(review, context) {
      const faults = validate(review);
      // The kind is not told, as on the real server.
      if (faults.length > 0) throw apiErrors.invalid({ group: GROUP, kind: '' }, '', faults);
      const spec = review.spec ?? {};
      const { allowed, denied, reason = '', evaluationError = '' } = await access(who(spec, context), wantedBy(spec));
      const status = {
        allowed,
        ...(denied ? { denied } : {}),
        ...(reason === '' ? {} : { reason }),
        ...(evaluationError === '' ? {} : { evaluationError }),
      };
      return { ...review, status };
    },
  };
}

const copyLists = (lists: { readonly [name: string]: readonly string[] }): { [name: string]: string[] } =>
  Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...list]]));

function rulesReview({ rules }: AccessReviewer): VirtualResource<Types['SelfSubjectRulesReview']> {
  return {
    async create(review, { user }) {
      const namespace = review.spec?.namespace ?? '';
      if (namespace === '') throw apiErrors.badRequest('no namespace on request');
      const { resources, paths, incomplete, evaluationError = '' } = await rules(user, namespace);
      const status = {
        resourceRules: resources.map((rule) => copyLists(rule)),
        nonResourceRules: paths.map((rule) => copyLists(rule)),
        incomplete,
        ...(evaluationError === '' ? {} : { evaluationError }),
      };
      // The question is not told again.
      return { apiVersion: review.apiVersion, kind: review.kind, metadata: {}, spec: {}, status };
    },
  };
}

interface Review<T extends KubeObject> {
  readonly type: Described<T>;
  readonly virtual: VirtualResource<NoInfer<T>>;
  readonly namespaced?: boolean;
}

const review = <T extends KubeObject>(kind: string, parts: Review<T>): ResourceDefinition =>
  builtin({
    group: GROUP,
    version: 'v1',
    kind,
    resource: `${kind.toLowerCase()}s`,
    formerly: [`${GROUP}/v1beta1`],
    namespaced: false,
    verbs: ['create'],
    columns: [nameColumn, createdAtColumn],
    ...parts,
  });

const self: WhoAsks = (_, { user }) => user;

export const accessReviews = (reviewer: AccessReviewer): readonly ResourceDefinition[] => [
  review('LocalSubjectAccessReview', {
    type: authorizationV1.type('LocalSubjectAccessReview'),
    virtual: reviewWith(reviewer, validateLocalReview, userOf),
    namespaced: true,
  }),
  review('SelfSubjectAccessReview', {
    type: authorizationV1.type('SelfSubjectAccessReview'),
    virtual: reviewWith(reviewer, validateSelfReview, self),
  }),
  review('SelfSubjectRulesReview', {
    type: authorizationV1.type('SelfSubjectRulesReview'),
    virtual: rulesReview(reviewer),
  }),
  review('SubjectAccessReview', {
    type: authorizationV1.type('SubjectAccessReview'),
    virtual: reviewWith(reviewer, validateReview, userOf),
  }),
];
