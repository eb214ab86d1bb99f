import { createPrivateKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnownToken, RequestHeaderTrust } from '#auth';
import { makeDirectory, StorageFailure } from '#storage';
import { issue, type KeyPair, type LeafRequest, makeAuthority, warmUpCertificates } from '#webhook';
import { writeWhole } from './data-directory.ts';

/** Everything that proves who is who. */
export interface ServerCredentials {
  /** The authority that signed the server's certificate: in kubeconfigs, and in the config map of every namespace. */
  readonly authority: Pick<KeyPair, 'certificate'>;
  readonly server: KeyPair;
  /** Absent, as is the token, where nobody is made administrator. */
  readonly admin?: KeyPair;
  readonly adminToken?: string;
  /** Seals the tokens of service accounts: a private key (PEM). */
  readonly serviceAccountKey: string;
  /** Keys or certificates (PEM) whose tokens of service accounts are believed as well. */
  readonly trustedKeys?: readonly string[];
  /** Tokens of others. */
  readonly tokens?: readonly KnownToken[];
  /** How this server shows itself to others that it sends requests to. */
  readonly frontProxy?: FrontProxy;
  /** Whom this server believes for whom they ask. */
  readonly requestHeaders?: RequestHeaderTrust;
}

export interface FrontProxy {
  readonly client: KeyPair;
  /** PEM of who vouches for it; '' where those who are asked are told by others. */
  readonly authority: string;
}

/** Made on the first start, kept, and the same after a restart. */
export interface OwnCredentials extends ServerCredentials {
  readonly authority: KeyPair;
  readonly admin: KeyPair;
  readonly adminToken: string;
  readonly frontProxy: FrontProxy;
}

export interface CredentialsRequest {
  readonly directory: string;
  /** DNS names and addresses that the server certificate must be valid for. */
  readonly serverNames: readonly string[];
  readonly now: number;
}

const DAY = 86_400_000;
const AUTHORITY_DAYS = 3650;
const LEAF_DAYS = 730;
/** Replaced at a start when fewer days are left. */
const RENEWAL_DAYS = 60;

/** Loads what makes certificates, if some will have to be made: it takes long enough to be worth starting early. */
export async function warmUpCredentials(directory: string): Promise<void> {
  if ((await readIfThere(join(directory, 'pki', 'admin.crt'))) === undefined) await warmUpCertificates();
}

export async function openCredentials({ directory, serverNames, now }: CredentialsRequest): Promise<OwnCredentials> {
  const folder = join(directory, 'pki');
  await makeDirectory(folder);
  const authority = await openAuthority(join(folder, 'ca'), AUTHORITY_NAME, now);
  const server = await openLeaf({
    file: join(folder, 'server'),
    authority,
    names: serverNames,
    now,
    request: serverRequest(serverNames, now),
  });
  const admin = await openLeaf({
    file: join(folder, 'admin'),
    authority,
    names: [],
    now,
    request: adminRequest(now),
  });
  return {
    authority,
    server,
    admin,
    adminToken: await openToken(join(directory, 'admin.token')),
    serviceAccountKey: await openSigningKey(join(folder, 'service-accounts.key')),
    frontProxy: await openFrontProxy(folder, now),
  };
}

/** An authority of its own: who is believed for whom they ask must not be everybody who has a certificate. */
async function openFrontProxy(folder: string, now: number): Promise<FrontProxy> {
  const authority = await openAuthority(join(folder, 'front-proxy-ca'), FRONT_PROXY_AUTHORITY, now);
  const file = join(folder, FRONT_PROXY);
  const client = await openLeaf({ file, authority, names: [], now, request: frontProxyRequest(now) });
  return { client, authority: authority.certificate };
}

/** The same for a server that keeps nothing. */
export async function makeCredentials({
  serverNames,
  now,
}: Omit<CredentialsRequest, 'directory'>): Promise<OwnCredentials> {
  const authority = await makeAuthority({ name: AUTHORITY_NAME }, { from: new Date(now), days: AUTHORITY_DAYS });
  return {
    authority,
    server: await issue(authority, serverRequest(serverNames, now)),
    admin: await issue(authority, adminRequest(now)),
    adminToken: makeToken(),
    serviceAccountKey: makeSigningKey(),
    frontProxy: await makeFrontProxy(now),
  };
}

async function makeFrontProxy(now: number): Promise<FrontProxy> {
  const authority = await makeAuthority({ name: FRONT_PROXY_AUTHORITY }, { from: new Date(now), days: AUTHORITY_DAYS });
  return { client: await issue(authority, frontProxyRequest(now)), authority: authority.certificate };
}

const AUTHORITY_NAME = 'pinnace-ca';
const FRONT_PROXY_AUTHORITY = 'pinnace-front-proxy-ca';
/** The name by which servers know that a request came through this one. */
export const FRONT_PROXY = 'front-proxy-client';

function frontProxyRequest(now: number): LeafRequest {
  return { subject: { name: FRONT_PROXY }, use: 'client', validity: leafValidity(now) };
}

function serverRequest(serverNames: readonly string[], now: number): LeafRequest {
  return { subject: { name: 'pinnace' }, use: { server: serverNames }, validity: leafValidity(now) };
}

function adminRequest(now: number): LeafRequest {
  return { subject: { name: 'kubernetes-admin', group: 'system:masters' }, use: 'client', validity: leafValidity(now) };
}

const leafValidity = (now: number): LeafRequest['validity'] => ({ from: new Date(now), days: LEAF_DAYS });

const makeToken = (): string => randomBytes(32).toString('base64url');

function makeSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

async function openAuthority(file: string, name: string, now: number): Promise<KeyPair> {
  const kept = await readPair(file);
  if (kept !== undefined && daysLeft(kept, now) >= RENEWAL_DAYS) return kept;
  const made = await makeAuthority({ name }, { from: new Date(now), days: AUTHORITY_DAYS });
  await writePair(file, made);
  return made;
}

interface LeafWish {
  readonly file: string;
  readonly authority: KeyPair;
  readonly names: readonly string[];
  readonly now: number;
  readonly request: LeafRequest;
}

async function openLeaf({ file, authority, names, now, request }: LeafWish): Promise<KeyPair> {
  const kept = await readPair(file);
  if (kept !== undefined && stillGood(kept, { authority, names, now })) return kept;
  const made = await issue(authority, request);
  await writePair(file, made);
  return made;
}

function stillGood(pair: KeyPair, { authority, names, now }: Pick<LeafWish, 'authority' | 'names' | 'now'>): boolean {
  const certificate = new X509Certificate(pair.certificate);
  const issuer = new X509Certificate(authority.certificate);
  return (
    daysLeft(pair, now) >= RENEWAL_DAYS &&
    certificate.verify(issuer.publicKey) &&
    names.every((name) => coveredNames(certificate).has(normalName(name)))
  );
}

/** `DNS:localhost, IP Address:127.0.0.1` as a set of `localhost`, `127.0.0.1`. */
function coveredNames(certificate: X509Certificate): ReadonlySet<string> {
  const parts = certificate.subjectAltName?.split(', ') ?? [];
  return new Set(parts.map((part) => normalName(part.slice(part.indexOf(':') + 1))));
}

/** OpenSSL writes `::1` as `0:0:0:0:0:0:0:1`. */
function normalName(name: string): string {
  if (!name.includes(':')) return name.toLowerCase();
  return new URL(`http://[${name}]`).hostname;
}

function daysLeft(pair: KeyPair, now: number): number {
  return (Date.parse(new X509Certificate(pair.certificate).validTo) - now) / DAY;
}

async function openToken(file: string): Promise<string> {
  const kept = (await readIfThere(file))?.trim();
  if (kept !== undefined && kept.length >= 16) return kept;
  const made = makeToken();
  await writeWhole(file, `${made}\n`, 0o600);
  return made;
}

/** Tokens outlive the process, so their key does too. */
export async function openSigningKey(file: string): Promise<string> {
  const kept = await readIfThere(file);
  if (kept === undefined) {
    const made = makeSigningKey();
    await writeWhole(file, made, 0o600);
    return made;
  }
  try {
    if (createPrivateKey(kept).asymmetricKeyDetails?.namedCurve === 'prime256v1') return kept;
  } catch {
    // Not a key: told below, like a key of another kind.
  }
  throw new StorageFailure(
    `${file} is damaged. Nothing was changed. Remove it to have a new one made; tokens end with it.`,
  );
}

/** Undefined when there is none yet. The certificate is written last, so a key alone is one that was never used. */
async function readPair(file: string): Promise<KeyPair | undefined> {
  const certificate = await readIfThere(`${file}.crt`);
  if (certificate === undefined) return undefined;
  const key = await readIfThere(`${file}.key`);
  try {
    if (key !== undefined && new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))) {
      return { certificate, key };
    }
  } catch {
    // Not a certificate or not a key: told below, like a pair that does not belong together.
  }
  throw new StorageFailure(
    `${file}.crt and ${file}.key are damaged or do not belong together. Nothing was changed. ` +
      'Remove both to have new ones made.',
  );
}

async function writePair(file: string, { certificate, key }: KeyPair): Promise<void> {
  await writeWhole(`${file}.key`, key, 0o600);
  await writeWhole(`${file}.crt`, certificate, 0o600);
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new StorageFailure(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
