import { expect, it } from 'vitest';
import { start } from '../examples/admission-webhook/webhook.mjs';
import { startTestServer } from './support/start-test-server.ts';

it('the webhook of the example changes and refuses, with certificates of its own', async () => {
  await using server = await startTestServer();
  const webhook = await start();
  try {
    for (const [kind, configuration] of webhook.configurations()) {
      const path = `/apis/admissionregistration.k8s.io/v1/${kind}`;
      expect((await server.client.post(path, configuration)).status).toBe(201);
    }
    const configMaps = '/api/v1/namespaces/default/configmaps';
    const { body } = await server.client.post(configMaps, { metadata: { name: 'a' }, data: { a: 'b' } });
    expect(body.metadata.labels).toEqual({ team: 'unknown' });
    const refused = await server.client.post(configMaps, { metadata: { name: 'b' }, data: { password: 'x' } });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      reason: 'Invalid',
      message:
        'admission webhook "secrets.example.com" denied the request: secrets belong into a Secret; data.password: must not be here',
      details: { causes: [{ field: 'data.password' }] },
    });
  } finally {
    await webhook.close();
  }
});
