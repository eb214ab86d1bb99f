import { expect, it } from 'vitest';
import { matchingWatches, openWatches } from './watches.ts';

const request = (path: string, more: object = {}) => ({
  time: '2026-01-01T00:00:00Z',
  verb: 'watch',
  method: 'GET',
  path,
  query: '',
  user: 'jane',
  userAgent: 'kubectl/v1.36.0 (linux)',
  milliseconds: 5,
  ...more,
});

it('says what is watched in the words of the resource', () => {
  const query = 'watch=1&labelSelector=app%3Dweb';
  const whats = openWatches([
    request('/apis/apps/v1/namespaces/default/deployments', { query }),
    request('/api/v1/configmaps'),
    request('/api/v1/namespaces'),
    request('/apis/apps/v1/watch/namespaces/default/deployments/web'),
    request('/elsewhere'),
  ]).map(({ what }) => what);
  expect(whats).toEqual([
    'deployments.apps in default with app=web',
    'configmaps',
    'namespaces',
    'deployments.apps/web in default',
    '/elsewhere',
  ]);
});
it('has those first who are furthest behind, and no requests that are no watches', () => {
  const [first, ...rest] = openWatches([
    request('/api/v1/pods', { watch: { revision: 9, behind: 0 } }),
    request('/api/v1/secrets', { watch: { revision: 4, behind: 12 } }),
    request('/api/v1/nodes', { verb: 'list' }),
  ]);
  expect([first?.what, first?.behind, rest.length]).toEqual(['secrets', 12, 1]);
});
it('is searched by user, client and resource', () => {
  const all = openWatches([request('/api/v1/pods'), request('/api/v1/secrets', { user: 'bob' })]);
  expect(matchingWatches(all, 'bob secrets')).toHaveLength(1);
  expect(matchingWatches(all, 'kubectl')).toHaveLength(2);
});
