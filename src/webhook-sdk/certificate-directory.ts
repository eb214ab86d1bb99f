import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeServingCertificate, renewedServingCertificate, type ServingCertificate } from '#webhook';

interface CertificateDirectoryOptions {
  readonly directory: string;
  /** The names and addresses that the certificate must be for. */
  readonly names: readonly string[];
  readonly now: Date;
}

/** What lies in a directory, renewed where it is due; made where there is nothing. */
export async function certificateIn(options: CertificateDirectoryOptions): Promise<ServingCertificate> {
  const { directory } = options;
  const found = await readCertificate(directory);
  const certificate =
    found === undefined ? await makeServingCertificate(options) : await renewedServingCertificate(found, options);
  if (certificate !== found) await writeCertificate(directory, certificate);
  return certificate;
}

/** The names of the files are those of a Secret of type kubernetes.io/tls. */
async function readCertificate(directory: string): Promise<ServingCertificate | undefined> {
  const read = (name: string): Promise<string> => readFile(join(directory, name), 'utf8');
  try {
    const authority = { certificate: await read('ca.crt'), key: await read('ca.key') };
    return { authority, leaf: { certificate: await read('tls.crt'), key: await read('tls.key') } };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function writeCertificate(directory: string, { authority, leaf }: ServingCertificate): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const files = { 'ca.key': authority.key, 'ca.crt': authority.certificate, 'tls.key': leaf.key };
  for (const [name, text] of Object.entries({ ...files, 'tls.crt': leaf.certificate })) {
    const file = join(directory, name);
    const mode = name.endsWith('.key') ? 0o600 : 0o644;
    // Renamed into place, so that readers see the old file or the new one, never half of it.
    await writeFile(`${file}.new`, text, { mode });
    await rename(`${file}.new`, file);
  }
}
