import { expect, it } from 'vitest';
import type { JsonObject } from '../../api/types.ts';
import { timelineOf } from './timeline.ts';

const schema = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const change = {
  generation: 2,
  time: '2026-01-02T00:00:00Z',
  user: 'jane',
  changed: ['versions[v2]', 'versions[v1].storage', 'names'],
  findings: [],
  steps: ['v2 is new', 'storage moves from v1 to v2'],
  schemas: [
    { version: 'v2', against: 'v1', before: schema({}), after: schema({ size: { type: 'integer' } }) },
    { version: 'v1', before: schema({}), after: schema({}) },
  ],
};

it('tells changes, migrations and the creation, the last first', () => {
  const migration = {
    metadata: { name: 'm', creationTimestamp: '2026-01-03T00:00:00Z' },
    spec: { resource: { group: 'example.com', resource: 'widgets' } },
    status: { conditions: [{ type: 'Succeeded', status: 'True', lastTransitionTime: '2026-01-03T00:00:05Z' }] },
  };
  const created = '2026-01-01T00:00:00Z';
  const timeline = timelineOf({
    changes: [change],
    migrations: [migration],
    lastMigration: '2026-01-03T00:00:04Z',
    created,
  });
  expect(timeline.map(({ steps }) => steps.join())).toEqual([
    'migration m succeeded',
    'the last object left an old version',
    'migration m is asked for',
    'v2 is new,storage moves from v1 to v2,names',
    'created',
  ]);
});
it('has the fields in which schemas differ', () => {
  const [entry] = timelineOf({ changes: [change], migrations: [] });
  expect(entry?.schemas).toEqual([
    { title: 'v2, compared with v1', changes: [{ path: 'size', kind: 'added', after: 'integer' }] },
  ]);
});
it('says when schemas differ by more than is kept, and nothing of the kind for records of old', () => {
  const { schemas: _, steps: __, ...old } = change;
  const cut = timelineOf({ changes: [{ ...old, steps: ['v2 is new'] }, old], migrations: [] });
  expect(cut.map(({ isCut }) => isCut)).toEqual([false, true]);
  expect(cut[0]?.steps).toEqual(['versions[v2]', 'the storage of v1 changed', 'names']);
});
