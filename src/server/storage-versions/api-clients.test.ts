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
  expect(known.slice(0, 2)).toEqual([
    { client: 'new', user: 'u', resource: 'widgets.example.com', version: 'v1', lastUse: '1970-01-01T00:33:24Z' },
    { client: 'c0', user: 'u', resource: 'widgets.example.com', version: 'v1', lastUse: '1970-01-01T00:33:22Z' },
  ]);
  expect(known).not.toContainEqual(expect.objectContaining({ client: 'c1' }));
});
