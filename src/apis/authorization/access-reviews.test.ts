import { describe, expect, it } from 'vitest';
import { ApiError, type KubeObject } from '#meta';
import { tryOut } from '../../resource/testing/trial.ts';
import { type AccessReviewer, accessReviews } from './access-reviews.ts';

/** Lets alice get things, and remembers nothing. */
const reviewer: AccessReviewer = {
  async access(user, wanted) {
    if (user.name === 'mallory') return { allowed: false, denied: true, evaluationError: 'odd' };
    return user.name === 'alice' && wanted.verb === 'get'
      ? { allowed: true, reason: wanted.kind === 'path' ? wanted.path : `${wanted.resource} ${wanted.version}` }
      : { allowed: false };
  },
  rules: async (user, namespace) => ({
    resources: [{ verbs: ['get'], apiGroups: [namespace], resources: [user.name], resourceNames: [] }],
    paths: [{ verbs: ['get'], nonResourceURLs: ['/x'] }],
    incomplete: false,
  }),
};
const reviews = new Map(accessReviews(reviewer).map((definition) => [definition.kind, definition]));

async function ask(kind: string, spec: object, metadata: object = {}): Promise<KubeObject | string> {
  const definition = reviews.get(kind);
  if (definition?.virtual === undefined) throw new Error(`no review ${kind}`);
  const { context, show } = tryOut(definition);
  const question = { apiVersion: 'authorization.k8s.io/v1', kind, metadata, spec };
  try {
    return show(await definition.virtual.create(question as KubeObject, context, '')) as KubeObject;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}
const resourceAttributes = { verb: 'get', resource: 'pods' };
const nonResourceAttributes = { verb: 'get', path: '/p' };
const invalid = (text: string) => `.authorization.k8s.io "" is invalid: ${text}`;

describe('a question about access', () => {
  it.each([
    ['alice', { resourceAttributes }, { allowed: true, reason: 'pods *' }],
    ['alice', { nonResourceAttributes }, { allowed: true, reason: '/p' }],
    ['bob', { resourceAttributes }, { allowed: false }],
    ['mallory', { resourceAttributes }, { allowed: false, denied: true, evaluationError: 'odd' }],
  ])('of %s for %j', async (user, wanted, status) => {
    expect(await ask('SubjectAccessReview', { user, ...wanted })).toMatchObject({ spec: { user, ...wanted }, status });
  });

  it('is about the one who asks, when it is about oneself', async () => {
    expect(await ask('SelfSubjectAccessReview', { resourceAttributes })).toMatchObject({ status: { allowed: false } });
  });

  it.each([
    [
      {},
      `[spec.resourceAttributes: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified, spec.user: Invalid value: "": at least one of user or group must be specified]`,
    ],
    [
      { user: 'a', resourceAttributes, nonResourceAttributes },
      'spec.nonResourceAttributes: Invalid value: {"Path":"/p","Verb":"get"}: cannot be specified in combination with resourceAttributes',
    ],
    [
      { user: 'a', resourceAttributes: { fieldSelector: {}, labelSelector: { rawSelector: 'a', requirements: [{}] } } },
      expect.stringContaining(
        'spec.resourceAttributes.fieldSelector.requirements: Required value: when spec.resourceAttributes.fieldSelector is specified, requirements or rawSelector is required, spec.resourceAttributes.labelSelector.rawSelector: Invalid value: "a": may not specified at the same time as requirements',
      ),
    ],
    [
      { user: 'a', resourceAttributes: { fieldSelector: { requirements: [{ operator: 'In' }] } } },
      "[spec.resourceAttributes.fieldSelector.requirements[0].key: Required value: must be specified, spec.resourceAttributes.fieldSelector.requirements[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn']",
    ],
  ])('cannot be %j', async (spec, text) => {
    const answer = await ask('SubjectAccessReview', spec);
    expect(answer).toEqual(typeof text === 'string' ? invalid(text) : text);
  });

  it('has no metadata', async () => {
    expect(await ask('SubjectAccessReview', { user: 'a', resourceAttributes }, { name: 'x' })).toBe(
      invalid('metadata: Invalid value: {"name":"x"}: must be empty'),
    );
  });

  it('in a namespace is about that namespace only', async () => {
    const here = { namespace: 'here' };
    const local = (spec: object) => ask('LocalSubjectAccessReview', { user: 'alice', ...spec }, here);
    expect(await local({ resourceAttributes: { ...resourceAttributes, ...here } })).toMatchObject({
      metadata: here,
      status: { allowed: true },
    });
    expect(await local({ resourceAttributes })).toBe(
      invalid('spec.resourceAttributes.namespace: Invalid value: "": must match metadata.namespace'),
    );
    expect(await local({ nonResourceAttributes })).toBe(
      invalid(
        'spec.nonResourceAttributes: Invalid value: {"Path":"/p","Verb":"get"}: disallowed on this kind of request',
      ),
    );
  });

  it('can be for all that one may do in a namespace', async () => {
    expect(await ask('SelfSubjectRulesReview', {})).toBe('no namespace on request');
    expect(await ask('SelfSubjectRulesReview', { namespace: 'n' })).toMatchObject({
      spec: {},
      status: {
        resourceRules: [{ verbs: ['get'], apiGroups: ['n'], resources: ['tester'] }],
        nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/x'] }],
        incomplete: false,
      },
    });
  });

  it('is never stored', () => {
    for (const { verbs } of reviews.values()) expect([...verbs]).toEqual(['create']);
  });
});
