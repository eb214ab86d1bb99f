import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer } from './support/start-test-server.ts';
import { brief } from './support/watch-stream.ts';
import { namesOf } from './support/wire.ts';

const path = '/api/v1/namespaces/default/events';
const eventOf = (name: string) => ({
  metadata: { name },
  involvedObject: { kind: 'Pod', namespace: 'default', name: 'p' },
  reason: 'Because',
});

describe('an event', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'pinnace-events-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('goes by itself when its time is over, in either group, and watchers are told; nothing else goes', async () => {
    await using server = await startTestServer({ 'event-ttl': '1s', 'data-dir': directory });
    const { client } = server;
    const { resourceVersion } = (await client.get(path)).body.metadata;
    const watch = await client.watch(path, { resourceVersion });
    await client.post('/api/v1/namespaces/default/configmaps', { metadata: { name: 'stays' } });
    expect((await client.post(path, eventOf('a'))).status).toBe(201);
    expect((await watch.take(2)).map(brief)).toEqual(['ADDED a', 'DELETED a']);
    const newer = {
      ...{ metadata: { name: 'b' }, eventTime: '2026-01-01T00:00:00.000000Z', type: 'Normal', reason: 'Because' },
      ...{ action: 'do', reportingController: 'c.example.com', reportingInstance: 'i' },
      regarding: { kind: 'Pod', namespace: 'default', name: 'p' },
    };
    const { body } = await client.post('/apis/events.k8s.io/v1/namespaces/default/events', newer);
    expect(body).toMatchObject({ kind: 'Event' });
    expect((await watch.take(2)).map(brief)).toEqual(['ADDED b', 'DELETED b']);
    expect((await client.get('/api/v1/namespaces/default/configmaps/stays')).status).toBe(200);
  });

  it('is known to expire by the next server too, and stays for ever where that is wanted', async () => {
    const flags = { 'data-dir': directory, ephemeral: 'false' };
    {
      await using server = await startTestServer({ ...flags, 'event-ttl': '1s' });
      await server.client.post(path, eventOf('short'));
    }
    await using server = await startTestServer({ ...flags, 'event-ttl': '0' });
    await server.client.post(path, eventOf('long'));
    while (namesOf((await server.client.get(path)).body).includes('short')) await setTimeout(50);
    expect(namesOf((await server.client.get(path)).body)).toEqual(['long']);
  });
});
