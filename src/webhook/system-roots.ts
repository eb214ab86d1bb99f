import { readFile } from 'node:fs/promises';

/** Where systems keep the certificates that they trust; the first that can be read counts. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/pki/tls/cacert.pem',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/cert.pem',
] as const;

/** The roots of the system as PEM. Undefined where they lie elsewhere: then the runtime's own are used. */
export async function systemRoots(paths: readonly string[] = bundles): Promise<string | undefined> {
  for (const path of paths) {
    try {
      return await readFile(path, 'utf8');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }
  return undefined;
}
