import { createPrivateKey } from 'node:crypto';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ServerCredentials } from './credentials.ts';
import { writeWhole } from './data-directory.ts';

/** Writes the kubeconfig of the administrator into the data directory and returns its path; '' where there is none. */
export async function writeKubeconfig(directory: string, url: string, credentials: ServerCredentials): Promise<string> {
  const { authority, admin } = credentials;
  if (admin === undefined) return '';
  const file = join(directory, 'kubeconfig');
  const content = kubeconfig(contextName(directory), url, { authority, admin });
  try {
    await writeWhole(file, content, 0o600);
  } catch {
    // On a full disk overwriting the old file still works, a new file does not.
    await overwrite(file, content);
  }
  return file;
}

async function overwrite(file: string, content: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.write(content, 0);
    await handle.truncate(Buffer.byteLength(content));
  } finally {
    await handle.close();
  }
}

type Administered = Required<Pick<ServerCredentials, 'authority' | 'admin'>>;

/** JSON is YAML, and needs no library to be written. */
function kubeconfig(name: string, url: string, { authority, admin }: Administered): string {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const content = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: url, 'certificate-authority-data': base64(authority.certificate) } }],
    users: [
      {
        name: `${name}-admin`,
        user: { 'client-certificate-data': base64(admin.certificate), 'client-key-data': base64(plainKey(admin.key)) },
      },
    ],
    contexts: [{ name, context: { cluster: name, user: `${name}-admin` } }],
    'current-context': name,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Not every client reads the wrapped form of keys (PKCS #8): Java's wants `EC PRIVATE KEY`. */
function plainKey(pem: string): string {
  const key = createPrivateKey(pem);
  return key.asymmetricKeyType === 'ec' ? key.export({ type: 'sec1', format: 'pem' }).toString() : pem;
}

/** `pinnace-shop` for shop/.pinnace: servers of several projects can stand in one merged kubeconfig. */
function contextName(directory: string): string {
  const own = basename(directory) === '.pinnace' ? basename(dirname(directory)) : basename(directory);
  const plain = own.replace(/[^A-Za-z0-9_.-]/g, '-').replace(/^\.+/, '');
  return plain === '' || plain === 'pinnace' ? 'pinnace' : `pinnace-${plain.replace(/^pinnace-/, '')}`;
}
