import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchKubectl } from '../../scripts/tools.mjs';
import type { Ran } from './kubectl.ts';

const own = fileURLToPath(new URL('../../.tools/helm', import.meta.url));

/** Helm 4: the one in `.tools`, or one on the PATH. Where everything must run it is fetched. */
export function findHelm(): string | undefined {
  if (!existsSync(own) && process.env.CI === 'true') fetchKubectl();
  return [own, 'helm'].find((binary) => /^v4\./.test(versionOf(binary)));
}

function versionOf(binary: string): string {
  try {
    const stdio = ['ignore', 'pipe', 'ignore'] as const;
    return execFileSync(binary, ['version', '--template={{.Version}}'], { encoding: 'utf8', stdio: [...stdio] });
  } catch {
    return '';
  }
}

/** Helm with a home of its own: nothing of the user is read or written. */
export class HelmRunner implements AsyncDisposable {
  readonly #binary: string;
  readonly #kubeconfig: string;
  readonly home: string;

  private constructor(binary: string, kubeconfig: string, home: string) {
    this.#binary = binary;
    this.#kubeconfig = kubeconfig;
    this.home = home;
  }
  static async open(binary: string, kubeconfig: string): Promise<HelmRunner> {
    return new HelmRunner(binary, kubeconfig, await mkdtemp(join(tmpdir(), 'pinnace-helm-')));
  }

  /** Runs it to its end, whatever that is. */
  try(args: readonly string[]): Promise<Ran> {
    const child = spawn(this.#binary, args, {
      env: this.#environment,
      cwd: this.home,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new Promise((resolve, reject) => {
      let out = '';
      let err = '';
      child.stdout.on('data', (data) => {
        out += data;
      });
      child.stderr.on('data', (data) => {
        err += data;
      });
      child.on('error', reject);
      child.on('close', (code) => resolve({ code: code ?? -1, out, err }));
    });
  }
  /** What it prints when it succeeds. */
  async run(...args: readonly string[]): Promise<string> {
    const { code, out, err } = await this.try(args);
    if (code !== 0) throw new Error(`helm ${args.join(' ')} ended with ${code}: ${err}${out}`);
    return out;
  }
  get #environment(): Record<string, string> {
    return {
      PATH: process.env.PATH ?? '',
      HOME: this.home,
      HELM_CACHE_HOME: join(this.home, 'cache'),
      HELM_CONFIG_HOME: join(this.home, 'config'),
      HELM_DATA_HOME: join(this.home, 'data'),
      KUBECONFIG: this.#kubeconfig,
    };
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.home, { recursive: true, force: true });
  }
}
