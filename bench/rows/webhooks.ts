import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { testAuthority } from '../../src/webhook/testing/certificates.ts';
import { admissionCost, forgetSteps, writeStep } from './admission-cost.ts';

interface AllowingWebhook {
  readonly clientConfig: object;
  readonly server: Server;
}

/** Allows everything, in this process. It is there until nobody has a connection to it. */
async function startAllowing(): Promise<AllowingWebhook> {
  const authority = await testAuthority();
  const server = createServer(await authority.issue(['127.0.0.1']), async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request as AsyncIterable<Uint8Array>) chunks.push(chunk);
    const { apiVersion, kind, request: asked } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ apiVersion, kind, response: { uid: asked.uid, allowed: true } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  return { clientConfig: { url: `https://127.0.0.1:${port}/`, caBundle: authority.caBundle }, server };
}

let allowing: Promise<AllowingWebhook> | undefined;

/** Of all webhooks the half changes and the half checks: those that check are called at the same time. */
export const webhookRows = admissionCost({
  name: 'webhooks',
  title: 'admission webhooks',
  counts: [0, 1, 10],
  unmatched: 10,
  async enforce(subject, count, [group, resource]) {
    allowing ??= startAllowing();
    const { clientConfig } = await allowing;
    const rule = { operations: ['CREATE', 'UPDATE'], apiGroups: [group], apiVersions: ['v1'], resources: [resource] };
    for (let at = 0; at < count; at++) {
      const kind = at % 2 === 0 ? 'Validating' : 'Mutating';
      await writeStep(subject, `${kind.toLowerCase()}webhookconfigurations`, {
        kind: `${kind}WebhookConfiguration`,
        metadata: { name: `bench-${at}` },
        webhooks: [
          {
            name: `bench-${at}.example.com`,
            clientConfig,
            rules: [rule],
            sideEffects: 'None',
            admissionReviewVersions: ['v1'],
          },
        ],
      });
    }
  },
  async forget(subject) {
    await forgetSteps(subject, ['validatingwebhookconfigurations', 'mutatingwebhookconfigurations']);
    (await allowing)?.server.closeIdleConnections();
  },
});
