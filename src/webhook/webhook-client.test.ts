import { createServer as createPlainServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { WebhookClientConfig } from './client-config.ts';
import { systemRoots } from './system-roots.ts';
import { type Answer, AnsweringWebhook } from './testing/answering-webhook.ts';
import { type TestAuthority, type TestKeyPair, testAuthority } from './testing/certificates.ts';
import { testWorld } from './testing/world.ts';
import { type ServicePort, WebhookClient, type WebhookClientParts } from './webhook-client.ts';
import { WebhookCallError } from './webhook-faults.ts';

let authority: TestAuthority;
let pair: TestKeyPair;
const open: AsyncDisposable[] = [];

beforeAll(async () => {
  authority = await testAuthority();
  pair = await authority.issue(['127.0.0.1', 'hook.default.svc']);
});
afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
});

async function start(answer: Answer, keys = pair): Promise<AnsweringWebhook> {
  const webhook = await AnsweringWebhook.start(keys, answer);
  open.push(webhook);
  return webhook;
}

function client(config: WebhookClientConfig, parts: Partial<WebhookClientParts> = {}): WebhookClient {
  const services = { resolve: () => Promise.reject(new Error('service "hook" not found')) };
  return new WebhookClient(
    { caBundle: authority.caBundle, ...config },
    { clock: testWorld().clock, services, ...parts },
  );
}

async function faultOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WebhookCallError);
  return (error as Error).message;
}
const text = async (work: Promise<Uint8Array>): Promise<string> => Buffer.from(await work).toString();

describe('a webhook is called', () => {
  test('at its url, over one connection that stays open', async () => {
    const webhook = await start(() => ({ ok: true }));
    const caller = client({ url: webhook.url });
    expect(caller.href).toBe(webhook.url);
    expect(await text(caller.post('{"n":1}'))).toBe('{"ok":true}');
    expect(await text(caller.post('{"n":"ü"}'))).toBe('{"ok":true}');
    expect(webhook.received.map(({ path, review }) => [path, review])).toEqual([
      ['/convert?timeout=30s', { n: 1 }],
      ['/convert?timeout=30s', { n: 'ü' }],
    ]);
    expect(webhook.connections).toBe(1);
  });

  test('as a service: where it resolves to, under its own name, at port 443 and path / unless told otherwise', async () => {
    const webhook = await start(() => ({}));
    const asked: ServicePort[] = [];
    const services = {
      resolve: async (service: ServicePort) => {
        asked.push(service);
        return { host: '127.0.0.1', port: webhook.port };
      },
    };
    const plain = client({ service: { namespace: 'default', name: 'hook' } }, { services });
    const precise = client(
      { service: { namespace: 'default', name: 'hook', path: '/my-path', port: 1234 } },
      { services },
    );
    await plain.post('{}');
    await precise.post('{}');
    expect(plain.href).toBe('https://hook.default.svc:443/');
    expect(asked.map(({ port }) => port)).toEqual([443, 1234]);
    expect(webhook.received.map(({ path, host, serverName }) => [path, host, serverName])).toEqual([
      ['/?timeout=30s', 'hook.default.svc:443', 'hook.default.svc'],
      ['/my-path?timeout=30s', 'hook.default.svc:1234', 'hook.default.svc'],
    ]);
  });

  test('again, on a new connection, when it closed an idle one', async () => {
    const webhook = await start(() => ({}));
    const caller = client({ url: webhook.url });
    await caller.post('{}');
    const { port } = webhook;
    await open.pop()?.[Symbol.asyncDispose]();
    open.push(await AnsweringWebhook.start(pair, () => ({ second: true }), { port }));
    expect(await text(caller.post('{}'))).toBe('{"second":true}');
  });

  test('again, when it hangs up on a used connection just as it is called', async () => {
    const used = new WeakSet<object>();
    const webhook = await start(() => (response: ServerResponse) => {
      const socket = response.socket as object;
      if (used.has(socket)) return void response.socket?.destroy();
      used.add(socket);
      response.end('{}');
    });
    const caller = client({ url: webhook.url });
    await caller.post('{}');
    expect(await text(caller.post('{}'))).toBe('{}');
    expect([webhook.received.length, webhook.connections]).toEqual([3, 2]);
  });

  test('also after its caller was given up, but then no connection is left open', async () => {
    const webhook = await start(() => ({}));
    const caller = client({ url: webhook.url });
    await caller.post('{}');
    caller[Symbol.dispose]();
    await caller.post('{}');
    await caller.post('{}');
    expect(webhook.connections).toBe(3);
  });

  test('with the roots of the system when it has no bundle', async () => {
    const webhook = await start(() => ({ ok: true }));
    const pem = Buffer.from(authority.caBundle, 'base64').toString();
    const trusting = client({ url: webhook.url, caBundle: ' ' }, { roots: async () => pem });
    expect(await text(trusting.post('{}'))).toBe('{"ok":true}');
    expect(await faultOf(client({ url: webhook.url, caBundle: null }).post('{}'))).toContain('unknown authority');
  });
});

describe('a webhook that cannot be reached', () => {
  const post = (webhook: AnsweringWebhook): string => `Post "${webhook.url}?timeout=30s": `;
  const refused = 'tls: failed to verify certificate: x509: ';

  test('is told by the address that refused', async () => {
    const webhook = await start(() => ({}));
    const { url, port } = webhook;
    await open.pop()?.[Symbol.asyncDispose]();
    const fault = await faultOf(client({ url }).post('{}'));
    expect(fault).toBe(`Post "${url}?timeout=30s": dial tcp 127.0.0.1:${port}: connect: connection refused`);
  });

  test('is told by the name that nobody knows', async () => {
    const fault = await faultOf(client({ url: 'https://no.such.host.invalid/x' }).post('{}'));
    expect(fault).toMatch(
      /^Post "https:\/\/no\.such\.host\.invalid\/x\?timeout=30s": dial tcp: lookup no\.such\.host\.invalid( on \S+)?: /,
    );
  });

  test('is told by the service that is not there', async () => {
    const fault = await faultOf(client({ service: { namespace: 'default', name: 'hook' } }).post('{}'));
    expect(fault).toBe('Post "https://hook.default.svc:443/?timeout=30s": service "hook" not found');
  });

  test('is told by a foreign authority', async () => {
    const webhook = await start(() => ({}));
    const { caBundle } = await testAuthority();
    const fault = await faultOf(client({ url: webhook.url, caBundle }).post('{}'));
    expect(fault).toBe(`${post(webhook)}${refused}certificate signed by unknown authority`);
    expect(webhook.received).toEqual([]);
  });

  test.each([
    [['localhost', '10.0.0.1'], 'certificate is valid for 10.0.0.1, not 127.0.0.1'],
    [['localhost'], "cannot validate certificate for 127.0.0.1 because it doesn't contain any IP SANs"],
    [[], "cannot validate certificate for 127.0.0.1 because it doesn't contain any IP SANs"],
  ])('is told by a certificate for %j', async (names, expected) => {
    const webhook = await start(() => ({}), await authority.issue(names));
    expect(await faultOf(client({ url: webhook.url }).post('{}'))).toBe(`${post(webhook)}${refused}${expected}`);
  });

  test.each([
    [['a.svc', 'b.svc'], 'certificate is valid for a.svc, b.svc, not hook.default.svc'],
    [['127.0.0.1'], 'certificate is not valid for any names, but wanted to match hook.default.svc'],
  ])('is told by a certificate for %j where a service was called', async (names, expected) => {
    const webhook = await start(() => ({}), await authority.issue(names));
    const services = { resolve: async () => ({ host: '127.0.0.1', port: webhook.port }) };
    const fault = await faultOf(client({ service: { namespace: 'default', name: 'hook' } }, { services }).post('{}'));
    expect(fault).toBe(`Post "https://hook.default.svc:443/?timeout=30s": ${refused}${expected}`);
  });

  test('is told by a certificate that is too old', async () => {
    const past = { from: new Date('2020-01-01T00:00:00Z'), to: new Date('2020-02-01T00:00:00Z') };
    const webhook = await start(() => ({}), await authority.issue(['127.0.0.1'], past));
    const fault = await faultOf(client({ url: webhook.url }).post('{}'));
    expect(fault).toBe(`${post(webhook)}${refused}certificate has expired or is not yet valid`);
  });

  test('is told by a server without TLS', async () => {
    const server = createPlainServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const fault = await faultOf(client({ url: `https://127.0.0.1:${port}` }).post('{}'));
    server.close();
    expect(fault).toContain('http: server gave HTTP response to HTTPS client');
  });

  test.each([
    [
      'a bundle that holds no certificate',
      { url: 'https://a', caBundle: 'bm90' },
      'unable to load root certificates: unable to parse bytes as PEM block',
    ],
    ['no address', {}, 'webhook configuration must have either service or URL'],
    [
      'an address that cannot be read',
      { url: 'https://a/%zz' },
      'Unparsable URL: parse "https://a/%zz": invalid URL escape "%zz"',
    ],
    ['an address without TLS', { url: 'http://a' }, 'webhook URL must be https://host[/path]: http://a'],
  ])('fails when it is called, not before: %s', async (_, config, expected) => {
    expect(await faultOf(client(config).post('{}'))).toBe(expected);
  });
});

describe('a webhook that does not answer as it should', () => {
  const status =
    (code: number, body = '', type = 'text/plain'): Answer =>
    () =>
    (response: ServerResponse) =>
      response.writeHead(code, { 'content-type': type }).end(body);

  test.each<[string, Answer, string]>([
    ['404', status(404, 'nothing here'), 'the server could not find the requested resource'],
    ['403 with a reason', status(403, 'who are you?'), 'who are you?'],
    [
      '500 with a text',
      status(500, 'oh "no"\n'),
      'an error on the server ("oh \\"no\\"") has prevented the request from succeeding',
    ],
    [
      '500 with something else',
      status(500, '\u0001', 'application/octet-stream'),
      'an error on the server ("unknown") has prevented the request from succeeding',
    ],
    ['503', status(503), 'the server is currently unable to handle the request'],
    ['a redirection', status(302), 'the server responded with the status code 302 but did not return more information'],
    [
      'a Status',
      status(400, '{"kind":"Status","status":"Failure","message":"bad review"}', 'application/json'),
      'bad review',
    ],
    ['nothing', status(200), '0-length response with status code: 200 and content type: text/plain'],
  ])('%s', async (_, answer, expected) => {
    const webhook = await start(answer);
    expect(await faultOf(client({ url: webhook.url }).post('{}'))).toBe(expected);
  });

  test('in time', async () => {
    const webhook = await start(() => () => {});
    const fault = await faultOf(client({ url: webhook.url }, { timeoutMs: 100 }).post('{}'));
    expect(fault).toBe(
      `Post "${webhook.url}?timeout=0.1s": context deadline exceeded (Client.Timeout exceeded while awaiting headers)`,
    );
  });

  test('in time to the end', async () => {
    const webhook = await start(() => (response: ServerResponse) => response.write('{"a":'));
    const fault = await faultOf(client({ url: webhook.url }, { timeoutMs: 100 }).post('{}'));
    expect(fault).toBe(
      'unexpected error when reading response body. Please retry. Original error: context deadline exceeded (Client.Timeout or context cancellation while reading body)',
    );
  });

  test('in time because its service is not found in time', async () => {
    const services = { resolve: () => new Promise<never>(() => {}) };
    const fault = await faultOf(
      client({ service: { namespace: 'default', name: 'hook' } }, { services, timeoutMs: 50 }).post('{}'),
    );
    expect(fault).toContain('context deadline exceeded');
  });

  test('but hangs up', async () => {
    const webhook = await start(() => (response: ServerResponse) => response.socket?.destroy());
    expect(await faultOf(client({ url: webhook.url }).post('{}'))).toBe(`Post "${webhook.url}?timeout=30s": EOF`);
  });

  test('but hangs up in the middle', async () => {
    const webhook = await start(() => (response: ServerResponse) => {
      response.writeHead(200, { 'content-length': '100' }).write('{', () => response.socket?.destroy());
    });
    const fault = await faultOf(client({ url: webhook.url }).post('{}'));
    expect(fault).toBe('unexpected error when reading response body. Please retry. Original error: unexpected EOF');
  });

  test('but with more than is read', async () => {
    const webhook = await start(() => 'x'.repeat(200_000));
    const fault = await faultOf(
      client({ url: webhook.url }, { responseLimits: { bytes: 100_000, times: 4 } }).post('{}'),
    );
    expect(fault).toBe('the response of the webhook is larger than 100000 bytes');
  });

  test('which may be larger the more was sent', async () => {
    const webhook = await start(() => 'x'.repeat(200_000));
    const asked = client({ url: webhook.url }, { responseLimits: { bytes: 100_000, times: 4 } });
    expect(await asked.post(JSON.stringify('x'.repeat(60_000)))).toHaveLength(200_000);
  });

  test('but with sixty megabytes', async () => {
    const webhook = await start(() => 'x'.repeat(60_000_000));
    expect(await faultOf(client({ url: webhook.url }).post('{}'))).toContain('is larger than 2097152 bytes');
  });
});

test('the roots of the system come from the first file that is there', async () => {
  expect(await systemRoots(['/no/such/file', import.meta.filename])).toContain('the first file that is there');
  expect(await systemRoots(['/no/such/file'])).toBeUndefined();
});
