import { describe, expect, it } from 'vitest';
import { startTestServer } from './support/start-test-server.ts';

const pods = '/api/v1/namespaces/default/pods';
const podSpec = { containers: [{ name: 'c', image: 'i', securityContext: { privileged: true } }] };
const labels = { app: 'x' };
const template = { metadata: { labels }, spec: podSpec };
const daemonSet = { metadata: { name: 'd' }, spec: { selector: { matchLabels: labels }, template } };
const refusal = 'containers[0].securityContext.privileged: Forbidden: disallowed by cluster policy';

describe('a privileged container', () => {
  it('is allowed by default, in pods and in what makes them', async () => {
    await using server = await startTestServer();
    expect((await server.client.post(pods, { metadata: { name: 'p' }, spec: podSpec })).status).toBe(201);
    const sets = '/apis/apps/v1/namespaces/default/daemonsets';
    expect((await server.client.post(sets, daemonSet)).status).toBe(201);
    const live = (await server.client.get(`${pods}/p`)).body;
    expect((await server.client.put(`${pods}/p`, { ...live, metadata: { ...live.metadata, labels } })).status).toBe(
      200,
    );
  });

  it('is refused where the cluster does not allow it', async () => {
    await using server = await startTestServer({ 'allow-privileged': 'false' });
    const { status, body } = await server.client.post(pods, { metadata: { name: 'p' }, spec: podSpec });
    expect([status, body.message]).toEqual([422, `Pod "p" is invalid: spec.${refusal}`]);
    const made = await server.client.post('/apis/apps/v1/namespaces/default/daemonsets', daemonSet);
    expect(made.body.message).toBe(`DaemonSet.apps "d" is invalid: spec.template.spec.${refusal}`);
  });
});
