import { expect, it } from 'vitest';
import { EventLog, matchingEvents } from './event-log.ts';

const resource = { group: 'apps', version: 'v1', resource: 'deployments', namespaced: true };
const object = (name: string, ...managedFields: object[]) =>
  ({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, managedFields } }) as never;

it('has the newest first, and not more than it keeps', () => {
  const log = new EventLog();
  for (let at = 0; at < 2500; at += 1) log.add({ at, type: 'ADDED', resource, object: object(`a${at}`) });
  expect(log.events).toHaveLength(2000);
  expect(log.events[0]?.object.metadata.name).toBe('a2499');
});
it('tells who has written last', () => {
  const log = new EventLog();
  const first = { manager: 'kubectl', time: '2026-01-01T00:00:00Z' };
  log.add({
    at: 0,
    type: 'MODIFIED',
    resource,
    object: object('a', first, { manager: 'hpa', time: '2026-01-02T00:00:00Z' }),
  });
  expect(log.events[0]?.manager).toBe('hpa');
});
it('is searched by all words', () => {
  const log = new EventLog();
  log.add({ at: 0, type: 'ADDED', resource, object: object('web') });
  log.add({ at: 0, type: 'DELETED', resource, object: object('db') });
  const names = (text: string) => matchingEvents(log.events, text).map((event) => event.object.metadata.name);
  expect(names('')).toEqual(['db', 'web']);
  expect(names('deployments deleted')).toEqual(['db']);
  expect(names('pods')).toEqual([]);
});
