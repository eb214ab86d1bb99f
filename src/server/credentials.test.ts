import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OwnCredentials, openCredentials } from './credentials.ts';
import { writeKubeconfig } from './kubeconfig.ts';

const names = ['localhost', 'kubernetes.default.svc', '127.0.0.1', '::1', '10.96.0.1'];
const start = Date.UTC(2026, 0, 1);
const days = (count: number): number => start + count * 86_400_000;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pinnace-credentials-'));
});
afterEach(() => rm(directory, { recursive: true }));

const open = (change: { now?: number; serverNames?: string[] } = {}): Promise<OwnCredentials> =>
  openCredentials({ directory, serverNames: names, now: start, ...change });

describe('credentials', () => {
  it('are a chain of certificates for server and administrator', async () => {
    const { authority, server, admin } = await open();
    const ca = new X509Certificate(authority.certificate);
    const serverCertificate = new X509Certificate(server.certificate);
    const adminCertificate = new X509Certificate(admin.certificate);
    expect(ca.ca).toBe(true);
    expect(serverCertificate.verify(ca.publicKey)).toBe(true);
    expect(serverCertificate.checkIssued(ca)).toBe(true);
    expect(serverCertificate.checkHost('localhost')).toBe('localhost');
    expect(serverCertificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(serverCertificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(adminCertificate.verify(ca.publicKey)).toBe(true);
    expect(adminCertificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
    expect(adminCertificate.subject.split('\n').sort()).toEqual(['CN=kubernetes-admin', 'O=system:masters']);
  });
  it('are the same after a restart', async () => {
    const first = await open();
    expect(await open({ now: days(300) })).toEqual(first);
  });
  it('lie in files that only the owner can read', async () => {
    await open();
    const files = (await readdir(join(directory, 'pki'))).map((name) => join(directory, 'pki', name));
    expect(files).toHaveLength(11);
    for (const file of [...files, join(directory, 'admin.token')]) expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
  it('are renewed under the same authority before they expire', async () => {
    const first = await open();
    const later = await open({ now: days(700) });
    expect(later.authority).toEqual(first.authority);
    expect(later.adminToken).toBe(first.adminToken);
    expect(later.server).not.toEqual(first.server);
    expect(Date.parse(new X509Certificate(later.server.certificate).validTo)).toBeGreaterThan(days(1400));
  });
  it('are signed anew when the server gets another name, and only those', async () => {
    const first = await open();
    const second = await open({ serverNames: [...names, 'pinnace.example'] });
    expect(second.server).not.toEqual(first.server);
    expect(second.admin).toEqual(first.admin);
    expect(new X509Certificate(second.server.certificate).checkHost('pinnace.example')).toBe('pinnace.example');
    expect(await open()).toEqual(second);
  });
  it('are finished when a crash left a key without its certificate', async () => {
    const first = await open();
    await rm(join(directory, 'pki', 'admin.crt'));
    const second = await open();
    expect(second.authority).toEqual(first.authority);
    expect(
      new X509Certificate(second.admin.certificate).verify(new X509Certificate(second.authority.certificate).publicKey),
    ).toBe(true);
  });
  it.each(['ca.crt', 'ca.key', 'server.key'])('are never overwritten when %s is damaged', async (name) => {
    await open();
    const file = join(directory, 'pki', name);
    await writeFile(file, 'not what it was');
    await expect(open()).rejects.toThrow(/are damaged or do not belong together\. Nothing was changed\./);
    expect(await readFile(file, 'utf8')).toBe('not what it was');
  });
});

describe('the kubeconfig', () => {
  it('holds the address, the authority and the administrator, for the owner only', async () => {
    const credentials = await open();
    const file = await writeKubeconfig(directory, 'https://127.0.0.1:7443', credentials);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const config = JSON.parse(await readFile(file, 'utf8'));
    const { cluster } = config.clusters[0];
    expect(cluster.server).toBe('https://127.0.0.1:7443');
    expect(Buffer.from(cluster['certificate-authority-data'], 'base64').toString()).toBe(
      credentials.authority.certificate,
    );
    // Java's clients read no wrapped keys of elliptic curves.
    const key = Buffer.from(config.users[0].user['client-key-data'], 'base64').toString();
    expect(key).toMatch(/^-----BEGIN EC PRIVATE KEY-----\n/);
    expect(createPrivateKey(key).equals(createPrivateKey(credentials.admin.key))).toBe(true);
    expect(config.contexts.map((context: { name: string }) => context.name)).toContain(config['current-context']);
  });
});
