import { request } from 'node:https';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConversionServer } from '#webhook-sdk';
import { policyFromFiles } from './policy-source.ts';
import { servedPolicy } from './serve.ts';

const example = resolve(import.meta.dirname, '../../../examples/conversion-policy');
let webhook: ConversionServer;
let ca: string;
beforeAll(async () => {
  webhook = await servedPolicy(policyFromFiles(`${example}/policy.yaml`, `${example}/crontabs.yaml`), {});
  ca = Buffer.from(webhook.caBundle, 'base64').toString();
});
afterAll(() => webhook.close());

function ask(method: string, path: string, body?: string): Promise<{ status: number; body: string }> {
  return new Promise((done, failed) => {
    const call = request({ host: '127.0.0.1', port: webhook.port, path, method, ca, agent: false }, (answer) => {
      void text(answer).then((said) => done({ status: answer.statusCode ?? 0, body: said }));
    });
    call.on('error', failed);
    call.end(body);
  });
}
const review = (version: string, objects: object[], desiredAPIVersion = 'stable.example.com/v1') =>
  JSON.stringify({
    apiVersion: `apiextensions.k8s.io/${version}`,
    kind: 'ConversionReview',
    request: { uid: 'u1', desiredAPIVersion, objects },
  });
const object = (spec: object) => ({
  apiVersion: 'stable.example.com/v1beta1',
  kind: 'CronTab',
  metadata: { name: 'a', namespace: 'x' },
  spec,
});

describe('rules as a webhook', () => {
  it.each(['v1', 'v1beta1'])('answer reviews of %s', async (version) => {
    const { status, body } = await ask('POST', '/convert?timeout=10s', review(version, [object({ hostPort: 'a:1' })]));
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({
      apiVersion: `apiextensions.k8s.io/${version}`,
      kind: 'ConversionReview',
      response: {
        uid: 'u1',
        result: { status: 'Success' },
        convertedObjects: [{ ...object({ host: 'a', port: '1' }), apiVersion: 'stable.example.com/v1' }],
      },
    });
  });
  it('say which object cannot be converted', async () => {
    const odd = { ...object({ timeout: 'soon' }), apiVersion: 'stable.example.com/v1' };
    const { body } = await ask('POST', '/convert', review('v1', [odd], 'stable.example.com/v1beta1'));
    expect(JSON.parse(body).response.result).toEqual({
      status: 'Failure',
      message: 'x/a: spec.timeout: "soon" is no duration',
    });
    const other = await ask('POST', '/convert', review('v1', [], 'other.example.com/v1'));
    expect(JSON.parse(other.body).response.result.status).toBe('Failure');
  });
  it('refuse what is no review', async () => {
    expect((await ask('POST', '/convert', '{{')).status).toBe(400);
    expect((await ask('POST', '/convert', '{"kind":"Pod"}')).status).toBe(400);
    expect((await ask('GET', '/convert')).status).toBe(404);
    expect(await ask('GET', '/healthz')).toEqual({ status: 200, body: 'ok' });
  });
});
