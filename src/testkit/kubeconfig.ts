import { rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A kubeconfig as programs read it. */
export interface Kubeconfig {
  readonly apiVersion: 'v1';
  readonly kind: 'Config';
  readonly clusters: readonly {
    readonly name: string;
    readonly cluster: { readonly server: string; readonly 'certificate-authority-data': string };
  }[];
  readonly users: readonly { readonly name: string; readonly user: { readonly token: string } }[];
  readonly contexts: readonly {
    readonly name: string;
    readonly context: { readonly cluster: string; readonly user: string };
  }[];
  readonly 'current-context': string;
}

interface KubeconfigParts {
  readonly url: string;
  readonly certificateAuthority: string;
  readonly user: string;
  readonly token: string;
}

const NAME = 'pinnace-testing';

export function kubeconfigOf({ url, certificateAuthority, user, token }: KubeconfigParts): Kubeconfig {
  const data = Buffer.from(certificateAuthority).toString('base64');
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: NAME, cluster: { server: url, 'certificate-authority-data': data } }],
    users: [{ name: user, user: { token } }],
    contexts: [{ name: NAME, context: { cluster: NAME, user } }],
    'current-context': NAME,
  };
}

/** Folders that are still there. */
const folders = new Set<string>();
let isWatching = false;

/** Writes it where nobody else can read it; the folder goes with the process, if nobody removes it before. */
export async function writeTemporary(kubeconfig: Kubeconfig): Promise<{ file: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'pinnace-testing-'));
  folders.add(folder);
  if (!isWatching) process.once('exit', removeAll);
  isWatching = true;
  const file = join(folder, 'kubeconfig');
  await writeFile(file, `${JSON.stringify(kubeconfig, null, 2)}\n`, { mode: 0o600 });
  const remove = async (): Promise<void> => {
    folders.delete(folder);
    await rm(folder, { recursive: true, force: true });
  };
  return { file, remove };
}

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
