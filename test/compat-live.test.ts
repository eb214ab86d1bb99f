import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runCommandLine } from '#cli';
import { exampleDefinition, type Finding } from '#compat';
import { testAuthority } from '../src/webhook/testing/certificates.ts';
import { define } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';
import { good } from './verb-suite/subject.ts';

const color = { color: { type: 'string', description: 'Color.' } };
const size = { size: { type: 'integer', description: 'Size.' } };
let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), 'pinnace-live-'));
  await define(server.client, exampleDefinition({ spec: { ...color, ...size } }));
  for (let n = 0; n < 12; n++) {
    const spec = { size: n, ...(n < 5 ? { color: 'red' } : {}) };
    const object = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: `w${n}` }, spec };
    good(await server.client.post('/apis/example.com/v1/namespaces/default/widgets', object), 201);
  }
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server[Symbol.asyncDispose]();
});

async function run(...args: string[]) {
  const said = { out: '', err: '' };
  const to = (face: 'out' | 'err') => ({
    isTTY: false,
    write(text: string) {
      said[face] += text;
      return true;
    },
  });
  const environment = { KUBECONFIG: server.running.kubeconfigPath };
  const code = await runCommandLine(args, { environment, stdout: to('out'), stderr: to('err') });
  return { code, ...said };
}

describe('pinnace compat with a running server', () => {
  it('reads its definitions, and counts the objects that each finding touches', async () => {
    const next = join(folder, 'next.json');
    writeFileSync(next, JSON.stringify(exampleDefinition({ spec: { size: { ...size.size, maximum: 8 } } })));
    const { code, out, err } = await run('compat', 'kube:', next, '--live', '-o', 'json');
    expect(err).toBe('');
    expect(code).toBe(1);
    const touched = (JSON.parse(out).findings as Finding[]).map((finding) => [finding.rule, finding.touched]);
    expect(touched).toEqual([
      ['bounds-tightened', { count: 3, of: 12, examples: ['default/w10', 'default/w11', 'default/w9'] }],
      ['field-removed', { count: 5, of: 12, examples: ['default/w0', 'default/w1', 'default/w2'] }],
    ]);
    expect((await run('compat', 'kube:', next, '--live')).out).toContain(
      'it touches 5 of 12 objects, for instance default/w0, default/w1, default/w2',
    );
  });
  it('tells what a conversion webhook loses, of made objects and of stored ones', async () => {
    const authority = await testAuthority();
    const webhook = createServer(await authority.issue(['127.0.0.1']), (request, response) => {
      void json(request).then((review) => response.end(JSON.stringify(forgetful(review as Review))));
    });
    await new Promise<void>((listening) => void webhook.listen(0, '127.0.0.1', listening));
    onTestFinished(() => {
      webhook.close();
      webhook.closeAllConnections();
    });
    const url = `https://127.0.0.1:${(webhook.address() as AddressInfo).port}/`;
    const clientConfig = { url, caBundle: authority.caBundle };
    const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
    const made = exampleDefinition({ spec: { ...color, ...size }, definition: { conversion } }) as unknown as {
      metadata: { name: string };
      spec: { group: string; versions: object[] };
    };
    made.spec.group = 'hooked.example.com';
    made.metadata.name = 'widgets.hooked.example.com';
    made.spec.versions.push({ ...made.spec.versions[0], name: 'v2', storage: false });
    await define(server.client, made);
    const object = {
      apiVersion: 'hooked.example.com/v1',
      kind: 'Widget',
      metadata: { name: 'a' },
      spec: { color: 'red', size: 1 },
    };
    good(await server.client.post('/apis/hooked.example.com/v1/namespaces/default/widgets', object), 201);
    const { out, err } = await run('compat', 'kube:', 'kube:', '--live', '-o', 'json');
    expect(err).toBe('');
    const found = JSON.parse(out).findings as Finding[];
    expect(found.map(({ rule, version, path, touched }) => [rule, version, path, touched?.count])).toEqual([
      ['round-trip-loses', 'v1, v2', 'spec.color', undefined],
      ['round-trip-loses', 'v1, v2', 'spec.color', 1],
      ['round-trip-loses', 'v2, v1', 'spec.color', undefined],
    ]);
    expect(found[0]?.evidence).toEqual([
      { apiVersion: 'hooked.example.com/v1', kind: 'Widget', metadata: { name: 'a' }, spec: { color: 'a' } },
    ]);
  });
});

interface Review {
  readonly request: {
    readonly uid: string;
    readonly desiredAPIVersion: string;
    readonly objects: readonly { readonly spec?: object }[];
  };
}

/** A conversion that forgets the color. */
function forgetful({ request: { uid, desiredAPIVersion, objects } }: Review) {
  const convertedObjects = objects.map((object) => {
    const { color: _, ...spec } = (object.spec ?? {}) as Record<string, unknown>;
    return { ...object, apiVersion: desiredAPIVersion, spec };
  });
  const response = { uid, result: { status: 'Success' }, convertedObjects };
  return { apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview', response };
}
