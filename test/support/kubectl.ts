import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findKubectls, type Kubectl } from '../../scripts/tools.mjs';

/** The versions that stand for the range we support; the one on the PATH besides. */
const wanted = ['1.27', '1.30', '1.33', '1.36'];

/** Those that are on this machine; all of them when `KUBECTLS=all`. */
export function chooseKubectls(): Kubectl[] {
  const found = findKubectls();
  if (process.env.KUBECTLS === 'all') return found;
  return found.filter(({ path, version }) => {
    const minor = version.split('.').slice(0, 2).join('.');
    return wanted.includes(minor) || basename(path) === 'kubectl';
  });
}

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** One kubectl with a home of its own: nothing of the user is read or written. */
export class KubectlRunner implements AsyncDisposable {
  readonly #binary: string;
  readonly #home: string;
  readonly #kubeconfig: string;

  private constructor(binary: string, home: string, kubeconfig: string) {
    this.#binary = binary;
    this.#home = home;
    this.#kubeconfig = kubeconfig;
  }
  static async open({ path }: Kubectl, kubeconfig: string): Promise<KubectlRunner> {
    const home = await mkdtemp(join(tmpdir(), 'pinnace-kubectl-'));
    await mkdir(join(home, 'cache'));
    return new KubectlRunner(path, home, kubeconfig);
  }

  /** Where it runs. */
  get home(): string {
    return this.#home;
  }

  /** Runs it to its end, whatever that is. */
  try(args: readonly string[], input = '', more: Readonly<Record<string, string>> = {}): Promise<Ran> {
    const child = this.spawn(args, more);
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    return KubectlRunner.ended(child);
  }
  /** How it ended, and what it said until then. */
  static ended(child: ChildProcessWithoutNullStreams): Promise<Ran> {
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
  async run(args: readonly string[], input = ''): Promise<string> {
    const { code, out, err } = await this.try(args, input);
    if (code !== 0) throw new Error(`kubectl ${args.join(' ')} ended with ${code}: ${err}${out}`);
    return out;
  }
  spawn(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
    const environment = { PATH: process.env.PATH, HOME: this.#home, KUBECACHEDIR: join(this.#home, 'cache') };
    return spawn(this.#binary, args, {
      env: { ...environment, KUBECONFIG: this.#kubeconfig, ...more },
      cwd: this.#home,
    });
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#home, { recursive: true, force: true });
  }
}
