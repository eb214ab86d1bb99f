import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#meta';
import { tryOut } from '../../resource/testing/trial.ts';
import { type TokenReviewer, userReviews } from './user-reviews.ts';

const reviewer: TokenReviewer = {
  async tokenOwner(token, audiences) {
    if (token !== 'good') return 'invalid bearer token';
    return { user: { name: 'robot', uid: 'u', groups: ['g'], extra: { a: ['b'] } }, audiences };
  },
};
const reviews = new Map(userReviews(reviewer).map((definition) => [definition.kind, definition]));

async function ask(kind: string, spec: object): Promise<KubeObject> {
  const definition = reviews.get(kind);
  if (definition?.virtual === undefined) throw new Error(`no review ${kind}`);
  const { context, show } = tryOut(definition);
  const question = { apiVersion: 'authentication.k8s.io/v1', kind, metadata: {}, spec };
  return show(await definition.virtual.create(question as KubeObject, context, '')) as KubeObject;
}

describe('a question about users', () => {
  it('tells who asks', async () => {
    expect(await ask('SelfSubjectReview', {})).toEqual({
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'SelfSubjectReview',
      metadata: { creationTimestamp: '2024-01-01T00:00:00Z' },
      status: { userInfo: { username: 'tester' } },
    });
  });

  it('tells whose a token is', async () => {
    const spec = { token: 'good', audiences: ['db'] };
    expect(await ask('TokenReview', spec)).toMatchObject({
      spec,
      status: {
        authenticated: true,
        user: { username: 'robot', uid: 'u', groups: ['g'], extra: { a: ['b'] } },
        audiences: ['db'],
      },
    });
  });

  it('tells of a bad token only that it is bad', async () => {
    expect((await ask('TokenReview', { token: 'bad' })).status).toEqual({ user: {}, error: 'invalid bearer token' });
  });

  it('wants a token', async () => {
    await expect(ask('TokenReview', {})).rejects.toThrow('token is required for TokenReview in authentication');
  });
});
