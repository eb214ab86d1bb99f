import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
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

let folderOfProcess: Promise<string> | undefined;

/** Writes it where nobody else can read it; it goes with the process, if nobody removes it before. */
export async function writeTemporary(kubeconfig: Kubeconfig): Promise<{ file: string; remove(): Promise<void> }> {
  folderOfProcess ??= makeFolder();
  const folder = await mkdtemp(join(await folderOfProcess, 'environment-'));
  const file = join(folder, 'kubeconfig');
  await writeFile(file, `${JSON.stringify(kubeconfig, null, 2)}\n`, { mode: 0o600 });
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pinnace-testing-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  removeAfterKill(folder);
  return folder;
}

/**
 * Test runners kill the processes and threads that their tests ran in, which tells nobody. So a shell waits until its input
 * ends, as it does whatever becomes of us. In a group of its own: Ctrl-C is not for it.
 */
function removeAfterKill(folder: string): void {
  const shell = spawn('sh', ['-c', 'read -r _; rm -rf -- "$0"', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Where there is no shell, those who are not killed remove it all the same.
  shell.on('error', () => undefined);
  shell.unref();
  (shell.stdin as Socket).unref();
}
