import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { connect, createServer as createSecureServer, type TLSSocket } from 'node:tls';
import { expect, it } from 'vitest';
import { issue, makeAuthority } from '#webhook';
import { bindEarly } from './early-port.ts';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await closed(probe);
  return port;
}
const closed = (server: Server): Promise<unknown> => new Promise((done) => server.close(done));

it('who connects before there is a server is answered by it, and so is who comes later', async () => {
  const port = await freePort();
  const validity = { from: new Date(), days: 2 };
  const authority = await makeAuthority({ name: 'authority' }, validity);
  const { certificate: cert, key } = await issue(authority, {
    subject: { name: 'server' },
    use: { server: ['127.0.0.1'] },
    validity,
  });
  const dial = (): TLSSocket => connect({ port, host: '127.0.0.1', ca: authority.certificate });
  const bound = await bindEarly(['--secure-port', '1', `--secure-port=${port}`, '--bind-address', '127.0.0.1']);
  expect([bound?.host, bound?.port]).toEqual(['127.0.0.1', port]);
  const early = dial();
  await once(early, 'connect');
  early.write('early');
  const server = createSecureServer({ cert, key }, (socket) => socket.once('data', (data) => socket.end(`to ${data}`)));
  bound?.handTo(server);
  expect(String((await once(early, 'data'))[0])).toBe('to early');
  const late = dial();
  late.write('late');
  expect(String((await once(late, 'data'))[0])).toBe('to late');
  await closed(server);
});

it('a port that somebody else has, and one that nobody needs, are left alone', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const flags = ['--bind-address=127.0.0.1', `--secure-port=${port}`];
  expect(await bindEarly(flags)).toBeUndefined();
  await closed(other);
  expect(await bindEarly([...flags, '--version'])).toBeUndefined();
});
