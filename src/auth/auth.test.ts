import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { UserInfo } from '#machinery';
import {
  type Attributes,
  authenticateWith,
  bearerTokenAuthenticator,
  clientCertificateAuthenticator,
  forbidden,
  mastersOnly,
  type PeerCertificate,
  type PeerSocket,
  warnOfMisplacedToken,
} from './index.ts';

const admin: UserInfo = { name: 'admin', uid: '', groups: ['system:masters'], extra: {} };
const plain: PeerSocket = {};
const raw = Buffer.from('certificate');
const authority: PeerCertificate = {
  subject: { CN: 'ca' },
  valid_from: 'Jan  1 2020 GMT',
  valid_to: 'Jan  1 2030 GMT',
};
const leaf: PeerCertificate = {
  raw,
  subject: { CN: 'ada' },
  valid_from: 'Jan  1 2025 GMT',
  valid_to: 'Jan  1 2027 GMT',
  fingerprint256: 'AA',
  issuerCertificate: authority,
};
const peer = (certificate: Partial<PeerCertificate>, authorized = true): PeerSocket => ({
  authorized,
  getPeerCertificate: () => ({ ...leaf, ...certificate }),
});
let time = Date.parse('2026-01-01T00:00:00Z');
const authenticators = [
  warnOfMisplacedToken,
  clientCertificateAuthenticator({ now: () => time }, ''),
  bearerTokenAuthenticator({
    known: [{ token: 's3cret', user: admin }],
    owner: async (token) => (token === 'other' ? { ...admin, name: 'other' } : undefined),
  }),
];
const authenticate = authenticateWith(authenticators, { anonymousAuth: true });
const known = authenticateWith(authenticators, { anonymousAuth: false });
const named = async (socket: PeerSocket, headers = {}): Promise<string | undefined> =>
  (await authenticate({ headers, socket }))?.name;

describe('a client certificate', () => {
  const id = createHash('sha256').update(raw).digest('hex');
  it('names the user, the groups and itself', async () => {
    const user = await authenticate({ headers: {}, socket: peer({ subject: { CN: 'ada', O: ['dev', 'ops'] } }) });
    expect(user).toEqual({
      name: 'ada',
      uid: '',
      groups: ['dev', 'ops', 'system:authenticated'],
      extra: { 'authentication.kubernetes.io/credential-id': [`X509SHA256=${id}`] },
    });
  });
  it('may tell the uid, and names the user by its last common name', async () => {
    const subject = { CN: ['first', 'ada'], '1.3.6.1.4.1.57683.2': 'u-1' };
    expect(await authenticate({ headers: {}, socket: peer({ subject }) })).toMatchObject({ name: 'ada', uid: 'u-1' });
    expect(await named(peer({ subject: { ...subject, '1.3.6.1.4.1.57683.2': ['a', 'b'] } }))).toBeUndefined();
  });
  it('makes nobody a stranger when TLS did not verify it, but a token still holds', async () => {
    expect(await named(peer({}, false))).toBeUndefined();
    expect(await named(peer({}, false), { authorization: 'Bearer s3cret' })).toBe('admin');
  });
  it('is none without a name, and where the peer sent none', async () => {
    expect(await named(peer({ subject: {} }))).toBe('system:anonymous');
    expect(await named({ authorized: true, getPeerCertificate: () => ({}) })).toBe('system:anonymous');
  });
  it('ends on an open connection', async () => {
    const socket = peer({});
    const before = time;
    expect(await named(socket)).toBe('ada');
    time = Date.parse('2027-01-02T00:00:00Z');
    expect(await named(socket)).toBeUndefined();
    time = Date.parse('2024-01-01T00:00:00Z');
    expect(await named(socket)).toBeUndefined();
    time = before;
    expect(await named(socket)).toBe('ada');
  });
  it('ends with any that vouches for it, also where a resumed session does not show them', async () => {
    const before = time;
    const between = { ...authority, valid_to: 'Jan  1 2026 12:00:00 GMT', issuerCertificate: authority };
    const part = { fingerprint256: 'BB', subject: { CN: 'eve' } };
    expect(await named(peer({ ...part, issuerCertificate: between }))).toBe('eve');
    const { issuerCertificate: _, ...alone } = leaf;
    const resumed: PeerSocket = { authorized: true, getPeerCertificate: () => ({ ...alone, ...part }) };
    expect(await named(resumed)).toBe('eve');
    time = Date.parse('2026-01-02T00:00:00Z');
    expect(await named(resumed)).toBeUndefined();
    time = before;
  });
  it('is read once for each connection', async () => {
    let reads = 0;
    const socket: PeerSocket = {
      authorized: true,
      getPeerCertificate: () => {
        reads++;
        return leaf;
      },
    };
    const first = await authenticate({ headers: {}, socket });
    expect(await authenticate({ headers: {}, socket })).toBe(first);
    expect(reads).toBe(1);
  });
});

describe('a bearer token', () => {
  it.each([
    ['Bearer s3cret', 'admin'],
    ['bearer s3cret', 'admin'],
    ['  Bearer s3cret  ', 'admin'],
    ['Bearer s3cret extra', 'admin'],
    ['Bearer other', 'other'],
    ['Bearer wrong', undefined],
    ['Bearer s3cret=', undefined],
    [`Bearer ${'x'.repeat(100_000)}`, undefined],
    ['Bearer  s3cret', 'system:anonymous'],
    ['Bearer\ts3cret', 'system:anonymous'],
    ['Bearer ', 'system:anonymous'],
    ['Basic s3cret', 'system:anonymous'],
    ['s3cret', 'system:anonymous'],
    ['', 'system:anonymous'],
  ])('in the header %.40s is of %s', async (authorization, name) => {
    expect(await named(plain, { authorization })).toBe(name);
    expect((await known({ headers: { authorization }, socket: plain }))?.name).toBe(
      name === 'system:anonymous' ? undefined : name,
    );
  });
  it('gives the same user object to every request', async () => {
    const call = { headers: { authorization: 'Bearer s3cret' }, socket: plain };
    const user = await authenticate(call);
    expect(user?.groups).toEqual(['system:masters', 'system:authenticated']);
    expect(await authenticate(call)).toBe(user);
  });
  it('is warned about where it comes after too much space', async () => {
    const warnings: string[] = [];
    const warn = (text: string): void => void warnings.push(text);
    await authenticate({ headers: { authorization: 'Bearer  s3cret' }, socket: plain, warn });
    expect(warnings).toEqual([
      'the provided Authorization header contains extra space before the bearer token, and is ignored',
    ]);
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
