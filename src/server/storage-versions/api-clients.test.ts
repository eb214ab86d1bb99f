import { expect, it } from 'vitest';
import { ApiClients } from './api-clients.ts';

it('remembers the last thousand that used a version, the last one first', () => {
  let now = 0;
  const clients = new ApiClients({ now: () => now });
  const use = (client: string) => {
    now += 2000;
    clients.used({ client, user: 'u', group: 'example.com', resource: 'widgets', version: 'v1' });
  };
  for (let i = 0; i < 1000; i++) use(`c${i}`);
  use('c0');
  use('new');
  const { clients: known } = clients.read();
  expect(known).toHaveLength(1000);
  const what = { user: 'u', resource: 'widgets.example.com', version: 'v1' };
  expect(known.slice(0, 2)).toEqual([
    { client: 'new', ...what, lastUse: '1970-01-01T00:33:24Z', lastHour: 1 },
    { client: 'c0', ...what, lastUse: '1970-01-01T00:33:22Z', lastHour: 2 },
  ]);
  expect(known).not.toContainEqual(expect.objectContaining({ client: 'c1' }));
});

it('counts the requests of the last hour, also those that come at once', () => {
  let now = 0;
  const clients = new ApiClients({ now: () => now });
  const use = () => clients.used({ client: 'c', user: 'u', group: '', resource: 'pods', version: 'v1' });
  const counted = () => (clients.read().clients[0] as { lastHour: number }).lastHour;
  for (let n = 0; n < 5; n++) use();
  now = 30 * 60_000;
  use();
  expect(counted()).toBe(6);
  now = 60 * 60_000;
  expect(counted()).toBe(1);
  now = 1000 * 60_000;
  expect(counted()).toBe(0);
});

it('tells those apart that come in turn', () => {
  const clients = new ApiClients({ now: () => 0 });
  const use = { client: 'c', user: 'u', group: '', resource: 'pods', version: 'v1' };
  const others = [{ client: 'd' }, { user: 'v' }, { group: 'g' }, { resource: 'nodes' }, { version: 'v2' }];
  for (const other of others) {
    clients.used(use);
    clients.used({ ...use, ...other });
    clients.used({ ...use, ...other });
  }
  const counts = clients.read().clients.map((one) => (one as { lastHour: number }).lastHour);
  expect(counts.toSorted()).toEqual([2, 2, 2, 2, 2, 5]);
});
