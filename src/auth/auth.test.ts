import { describe, expect, it } from 'vitest';
import type { UserInfo } from '#machinery';
import {
  type Attributes,
  authenticateWith,
  bearerTokenAuthenticator,
  clientCertificateAuthenticator,
  forbidden,
  isOpenPath,
  mastersOnly,
  type PeerSocket,
} from './index.ts';

const admin: UserInfo = { name: 'admin', uid: '', groups: ['system:masters'], extra: {} };
const plain: PeerSocket = {};
const peer = (subject: Record<string, string | string[]>, authorized = true): PeerSocket => ({
  authorized,
  getPeerCertificate: () => ({ subject }),
});
const authenticate = authenticateWith([
  clientCertificateAuthenticator(),
  bearerTokenAuthenticator([{ token: 's3cret', user: admin }]),
]);

describe('authentication', () => {
  it('knows a client certificate by its common name and organizations', async () => {
    const user = await authenticate({ headers: {}, socket: peer({ CN: 'ada', O: ['dev', 'ops'] }) });
    expect(user).toEqual({ name: 'ada', uid: '', groups: ['dev', 'ops', 'system:authenticated'], extra: {} });
  });
  it('takes no name from a certificate that TLS did not verify', async () => {
    expect(
      await authenticate({ headers: {}, socket: peer({ CN: 'ada', O: 'system:masters' }, false) }),
    ).toBeUndefined();
  });
  it('takes an authorized connection without a certificate for nobody', async () => {
    expect(await authenticate({ headers: {}, socket: peer({}) })).toBeUndefined();
  });
  it('reads the certificate of a connection once', async () => {
    let reads = 0;
    const socket: PeerSocket = {
      authorized: true,
      getPeerCertificate: () => {
        reads++;
        return { subject: { CN: 'ada' } };
      },
    };
    const first = await authenticate({ headers: {}, socket });
    expect(await authenticate({ headers: {}, socket })).toBe(first);
    expect(reads).toBe(1);
  });

  it.each([
    ['Bearer s3cret', true],
    ['bearer s3cret', true],
    ['Bearer  s3cret', true],
    ['Bearer wrong', false],
    ['Bearer s3cret extra', false],
    ['Bearer ', false],
    ['Basic s3cret', false],
    ['s3cret', false],
    ['', false],
    [`Bearer ${'x'.repeat(100_000)}`, false],
  ])('answers the header %.40s with known: %s', async (authorization, known) => {
    const user = await authenticate({ headers: { authorization }, socket: plain });
    expect(user?.name).toBe(known ? 'admin' : undefined);
    if (known) expect(user?.groups).toEqual(['system:masters', 'system:authenticated']);
  });
  it('gives the same user object to every request with the same token', async () => {
    const call = { headers: { authorization: 'Bearer s3cret' }, socket: plain };
    expect(await authenticate(call)).toBe(await authenticate(call));
  });
});

describe('authorization', () => {
  const ada: UserInfo = { name: 'ada', uid: '', groups: ['dev'], extra: {} };
  const list: Attributes = {
    kind: 'resource',
    verb: 'list',
    group: '',
    resource: 'pods',
    subresource: '',
    namespace: 'ns',
    name: '',
  };
  it('allows everything to system:masters and nothing to others', async () => {
    expect(await mastersOnly.authorize(admin, list)).toEqual({ allowed: true, reason: '' });
    expect(await mastersOnly.authorize(ada, list)).toEqual({ allowed: false, reason: '' });
  });
  it.each<[Attributes, string]>([
    [list, 'pods is forbidden: User "ada" cannot list resource "pods" in API group "" in the namespace "ns"'],
    [
      { ...list, verb: 'get', group: 'apps', resource: 'deployments', subresource: 'scale', namespace: '', name: 'x' },
      'deployments.apps "x" is forbidden: User "ada" cannot get resource "deployments/scale" in API group "apps" at the cluster scope',
    ],
    [{ kind: 'path', verb: 'get', path: '/<a>&' }, 'forbidden: User "ada" cannot get path "/&lt;a&gt;&amp;"'],
  ])('refuses %j in the words that clients know', (attributes, message) => {
    const { status } = forbidden(ada, attributes, '');
    expect(status).toMatchObject({ code: 403, reason: 'Forbidden', message });
  });
  it('adds the reason of the authorizer', () => {
    expect(forbidden(ada, list, 'not today').message).toMatch(/in the namespace "ns": not today$/);
  });
});

describe('open paths', () => {
  it.each([
    ['/healthz', true],
    ['/livez/ping', true],
    ['/readyz', true],
    ['/version', true],
    ['/version/', true],
    ['/versions', false],
    ['/healthzz', false],
    ['/metrics', false],
    ['/api', false],
    ['/', false],
  ])('%s is open: %s', (path, isOpen) => expect(isOpenPath(path)).toBe(isOpen));
});
