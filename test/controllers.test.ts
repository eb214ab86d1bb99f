import { describe, expect, it } from 'vitest';
import { startTestServer } from './support/start-test-server.ts';
import { namesOf } from './support/wire.ts';

describe('a server with its controllers', () => {
  it('furnishes a namespace, and removes it with all that is in it', async () => {
    await using server = await startTestServer({ controllers: '*' });
    const { client, running } = server;
    await client.post('/api/v1/namespaces', { metadata: { name: 'a' } });
    await running.settle();
    expect(namesOf((await client.get('/api/v1/namespaces/a/serviceaccounts')).body)).toEqual(['default']);
    const configMap = (await client.get('/api/v1/namespaces/a/configmaps/kube-root-ca.crt')).body;
    expect(configMap.data).toEqual({ 'ca.crt': server.ca });
    await client.delete('/api/v1/namespaces/a');
    await running.settle();
    expect((await client.get('/api/v1/namespaces/a')).status).toBe(404);
    const { items } = (await client.get('/api/v1/configmaps')).body;
    expect(items.map((item) => item.metadata.namespace)).not.toContain('a');
  });

  it('collects what has lost its owner', async () => {
    await using server = await startTestServer({ controllers: 'garbage-collector' });
    const { client, running } = server;
    const base = '/api/v1/namespaces/default';
    const { body: owner } = await client.post(`${base}/configmaps`, { metadata: { name: 'owner' } });
    const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.metadata.uid };
    await client.post(`${base}/secrets`, { metadata: { name: 'dependent', ownerReferences: [reference] } });
    await client.delete(`${base}/configmaps/owner`);
    await running.settle();
    expect((await client.get(`${base}/secrets/dependent`)).status).toBe(404);
  });
});
