import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type KnownToken, SigningKey, UnusableKey } from '#auth';
import { makeDirectory } from '#storage';
import type { KeyPair } from '#webhook';
import { type CredentialsRequest, openCredentials, openSigningKey, type ServerCredentials } from './credentials.ts';
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
>;

/** Reads the files that options name. Each is looked at now, so that a wrong one is told at the start. */
export async function readGivenCredentials(options: CredentialOptions): Promise<GivenCredentials> {
  const { adminAccess, clientCaFile, tokenAuthFile } = options;
  const server = await givenServer(options);
  return {
    isWhole: server !== undefined && !adminAccess,
    adminAccess,
    server,
    clientAuthorities: clientCaFile === '' ? '' : await read('client-ca-file', clientCaFile),
    tokens: tokenAuthFile === '' ? [] : tokensIn(tokenAuthFile, await read('token-auth-file', tokenAuthFile)),
    ...(await givenServiceAccounts(options)),
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
  };
  const authorities = [adminAccess ? (own?.authority.certificate ?? '') : '', given.clientAuthorities];
  return { credentials, clientAuthorities: authorities.filter((pem) => pem !== '').join('\n') };
}

async function keyOf({ serviceAccountKey }: GivenCredentials, { directory }: CredentialsRequest): Promise<string> {
  if (serviceAccountKey !== undefined) return serviceAccountKey;
  const folder = join(directory, 'pki');
  await makeDirectory(folder);
  return openSigningKey(join(folder, 'service-accounts.key'));
}

async function givenServer({
  tlsCertFile,
  tlsPrivateKeyFile,
}: Pick<CredentialOptions, 'tlsCertFile' | 'tlsPrivateKeyFile'>): Promise<KeyPair | undefined> {
  if (tlsCertFile === '' && tlsPrivateKeyFile === '') return undefined;
  if (tlsCertFile === '' || tlsPrivateKeyFile === '')
    throw new StartError('--tls-cert-file and --tls-private-key-file belong together: give both');
  const certificate = await read('tls-cert-file', tlsCertFile);
  const key = await read('tls-private-key-file', tlsPrivateKeyFile);
  try {
    if (new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))) return { certificate, key };
  } catch (error) {
    throw new StartError(`--tls-cert-file, --tls-private-key-file: ${(error as Error).message}`, { cause: error });
  }
  throw new StartError(`--tls-private-key-file: ${tlsPrivateKeyFile} is not the key of ${tlsCertFile}`);
}

async function givenServiceAccounts({
  serviceAccountSigningKeyFile: file,
  serviceAccountKeyFile: files,
}: Pick<CredentialOptions, 'serviceAccountSigningKeyFile' | 'serviceAccountKeyFile'>): Promise<
  Pick<GivenCredentials, 'serviceAccountKey' | 'trustedKeys'>
> {
  const trustedKeys = await Promise.all(files.map((name) => read('service-account-key-file', name)));
  if (file === '') return { serviceAccountKey: undefined, trustedKeys };
  const serviceAccountKey = await read('service-account-signing-key-file', file);
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

async function read(option: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new StartError(`--${option}: ${(error as Error).message}`, { cause: error });
  }
}
