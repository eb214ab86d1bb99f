import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type KnownToken, type RequestHeaderTrust, SigningKey, UnusableKey } from '#auth';
import { makeDirectory } from '#storage';
import type { KeyPair } from '#webhook';
import {
  type CredentialsRequest,
  type FrontProxy,
  openCredentials,
  openSigningKey,
  type ServerCredentials,
} from './credentials.ts';
import type { Options } from './options.ts';
import { StartError } from './start-error.ts';
import { parseTokenFile } from './token-file.ts';

/** What options name, in place of what would be made. */
interface GivenCredentials {
  /** Nothing has to be made. */
  readonly isWhole: boolean;
  readonly adminAccess: boolean;
  readonly server: KeyPair | undefined;
  /** PEM; '' for none. */
  readonly clientAuthorities: string;
  readonly tokens: readonly KnownToken[];
  readonly serviceAccountKey: string | undefined;
  readonly trustedKeys: readonly string[];
  readonly frontProxy: FrontProxy | undefined;
  readonly requestHeaders: RequestHeaderTrust | undefined;
}

type CredentialOptions = Pick<
  Options,
  | 'adminAccess'
  | 'tlsCertFile'
  | 'tlsPrivateKeyFile'
  | 'clientCaFile'
  | 'tokenAuthFile'
  | 'serviceAccountSigningKeyFile'
  | 'serviceAccountKeyFile'
  | 'proxyClientCertFile'
  | 'proxyClientKeyFile'
  | 'requestheaderClientCaFile'
  | 'requestheaderAllowedNames'
  | 'requestheaderUsernameHeaders'
  | 'requestheaderUidHeaders'
  | 'requestheaderGroupHeaders'
  | 'requestheaderExtraHeadersPrefix'
>;

/** Reads the files that options name. Each is looked at now, so that a wrong one is told at the start. */
export async function readGivenCredentials(options: CredentialOptions): Promise<GivenCredentials> {
  const { adminAccess, clientCaFile, tokenAuthFile } = options;
  const server = await givenPair(
    { option: 'tls-cert-file', file: options.tlsCertFile },
    { option: 'tls-private-key-file', file: options.tlsPrivateKeyFile },
  );
  return {
    isWhole: server !== undefined && !adminAccess,
    adminAccess,
    server,
    clientAuthorities: clientCaFile === '' ? '' : await readOptionFile('client-ca-file', clientCaFile),
    tokens: tokenAuthFile === '' ? [] : tokensIn(tokenAuthFile, await readOptionFile('token-auth-file', tokenAuthFile)),
    frontProxy: await givenFrontProxy(options),
    requestHeaders: await givenRequestHeaders(options),
    ...(await givenServiceAccounts(options)),
  };
}

async function givenFrontProxy(options: CredentialOptions): Promise<FrontProxy | undefined> {
  const { proxyClientCertFile: certificate, proxyClientKeyFile: key } = options;
  const client = await givenPair(
    { option: 'proxy-client-cert-file', file: certificate },
    { option: 'proxy-client-key-file', file: key },
  );
  return client && { client, authority: '' };
}

async function givenRequestHeaders(options: CredentialOptions): Promise<RequestHeaderTrust | undefined> {
  const { requestheaderClientCaFile: file } = options;
  if (file === '') return undefined;
  return {
    authorities: await readOptionFile('requestheader-client-ca-file', file),
    allowedNames: options.requestheaderAllowedNames,
    usernameHeaders: options.requestheaderUsernameHeaders,
    uidHeaders: options.requestheaderUidHeaders,
    groupHeaders: options.requestheaderGroupHeaders,
    extraHeaderPrefixes: options.requestheaderExtraHeadersPrefix,
  };
}

/** What is given, and for the rest what is made here. Also whose client certificates are accepted, PEM. */
export async function credentialsWith(
  given: GivenCredentials,
  request: CredentialsRequest,
): Promise<{ readonly credentials: ServerCredentials; readonly clientAuthorities: string }> {
  const { adminAccess, server, tokens, trustedKeys } = given;
  const own = given.isWhole ? undefined : await openCredentials(request);
  const made = own ?? { server: server as KeyPair, serviceAccountKey: await keyOf(given, request) };
  const credentials: ServerCredentials = {
    authority: own !== undefined && server === undefined ? own.authority : (server as KeyPair),
    server: server ?? made.server,
    ...(own !== undefined && adminAccess ? { admin: own.admin, adminToken: own.adminToken } : {}),
    serviceAccountKey: given.serviceAccountKey ?? made.serviceAccountKey,
    trustedKeys,
    tokens,
    ...frontProxyOf(given, own),
    ...(given.requestHeaders !== undefined && { requestHeaders: given.requestHeaders }),
  };
  const authorities = [adminAccess ? (own?.authority.certificate ?? '') : '', given.clientAuthorities];
  return { credentials, clientAuthorities: authorities.filter((pem) => pem !== '').join('\n') };
}

function frontProxyOf(
  { frontProxy: given }: GivenCredentials,
  own: Pick<ServerCredentials, 'frontProxy'> | undefined,
): Pick<ServerCredentials, 'frontProxy'> {
  const frontProxy = given ?? own?.frontProxy;
  return frontProxy === undefined ? {} : { frontProxy };
}

async function keyOf({ serviceAccountKey }: GivenCredentials, { directory }: CredentialsRequest): Promise<string> {
  if (serviceAccountKey !== undefined) return serviceAccountKey;
  const folder = join(directory, 'pki');
  await makeDirectory(folder);
  return openSigningKey(join(folder, 'service-accounts.key'));
}

interface GivenFile {
  readonly option: string;
  readonly file: string;
}

/** A certificate and its key; undefined where neither is given. */
async function givenPair(cert: GivenFile, own: GivenFile): Promise<KeyPair | undefined> {
  if (cert.file === '' && own.file === '') return undefined;
  if (cert.file === '' || own.file === '')
    throw new StartError(`--${cert.option} and --${own.option} belong together: give both`);
  const certificate = await readOptionFile(cert.option, cert.file);
  const key = await readOptionFile(own.option, own.file);
  try {
    if (new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))) return { certificate, key };
  } catch (error) {
    throw new StartError(`--${cert.option}, --${own.option}: ${(error as Error).message}`, { cause: error });
  }
  throw new StartError(`--${own.option}: ${own.file} is not the key of ${cert.file}`);
}

async function givenServiceAccounts({
  serviceAccountSigningKeyFile: file,
  serviceAccountKeyFile: files,
}: Pick<CredentialOptions, 'serviceAccountSigningKeyFile' | 'serviceAccountKeyFile'>): Promise<
  Pick<GivenCredentials, 'serviceAccountKey' | 'trustedKeys'>
> {
  const trustedKeys = await Promise.all(files.map((name) => readOptionFile('service-account-key-file', name)));
  if (file === '') return { serviceAccountKey: undefined, trustedKeys };
  const serviceAccountKey = await readOptionFile('service-account-signing-key-file', file);
  try {
    new SigningKey(serviceAccountKey, trustedKeys);
  } catch (error) {
    if (!(error instanceof UnusableKey)) throw error;
    const names = [file, ...files].join(', ');
    throw new StartError(`the keys of service accounts (${names}) cannot be used: ${error.message}`, { cause: error });
  }
  return { serviceAccountKey, trustedKeys };
}

function tokensIn(file: string, text: string): readonly KnownToken[] {
  try {
    return parseTokenFile(text);
  } catch (error) {
    throw new StartError(`--token-auth-file: ${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** A file that an option names. */
export async function readOptionFile(option: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new StartError(`--${option}: ${(error as Error).message}`, { cause: error });
  }
}
