import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BoundPort, KUBERNETES_VERSION, pinnaceVersion, StartError } from '#server';
import { issue, makeAuthority } from '#webhook';
import { CommandError, type Terminal, UsageError } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { serve } from '../serve.ts';
import { findEtcd } from './find-etcd.ts';
import { kubeApiserverHelp } from './kube-apiserver-help.ts';
import { onEtcd, type Translation, translateFlags } from './translate-flags.ts';
import { parseUpstreamFlags, type SaidFlags, UpstreamFlagError } from './upstream-flags.ts';

interface KubeApiserverInvocation extends Terminal {
  readonly arguments: readonly string[];
}

/** What was done before this was loaded, and what is done when the start is over. */
export interface EarlyStart {
  readonly port?: BoundPort | undefined;
  /** Called when all has run that every start needs. */
  readonly begun?: (() => void) | undefined;
}

/** Pinnace under the name and with the flags of kube-apiserver: what starts one of those starts this. */
export async function kubeApiserver(invocation: KubeApiserverInvocation, early: EarlyStart = {}): Promise<number> {
  const { arguments: args, environment, stdout, stderr } = invocation;
  const said = parsed(args);
  if (isOn(said, 'help')) {
    stdout.write(kubeApiserverHelp());
    return exitCodes.good;
  }
  if (isOn(said, 'version')) {
    stdout.write(`Kubernetes ${KUBERNETES_VERSION}.0 (Pinnace ${pinnaceVersion()})\n`);
    return exitCodes.good;
  }
  const translation = translated(said, environment);
  const whole = await withServingPair(said, translation);
  for (const note of whole.notes) stderr.write(`Note: ${note}\n`);
  if ((await etcdOf(whole)) === 'stand-in') return serveAs(whole.flags, environment, early);
  const folder = await mkdtemp(join(tmpdir(), 'pinnace-'));
  try {
    return await serveAs(onEtcd(whole, said, folder), environment, early);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function serveAs(
  flags: ReadonlyMap<string, string>,
  { PINNACE_ENVTEST_CONTROLLERS: _, ...environment }: NodeJS.ProcessEnv,
  { port, begun }: EarlyStart,
): Promise<number> {
  return serve(flags, {
    environment,
    announce: ({ url }) => `Pinnace ${pinnaceVersion()} serves the Kubernetes ${KUBERNETES_VERSION} API at ${url}\n`,
    leavesQuietly: true,
    bound: port,
    ...(begun && { start: { begun } }),
  });
}

async function etcdOf({ etcdServers }: Translation): Promise<'stand-in' | 'real'> {
  try {
    return await findEtcd(etcdServers);
  } catch (error) {
    if (error instanceof StartError) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}

function parsed(args: readonly string[]): SaidFlags {
  try {
    return parseUpstreamFlags(args);
  } catch (error) {
    if (error instanceof UpstreamFlagError) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}

function translated(said: SaidFlags, environment: NodeJS.ProcessEnv): Translation {
  try {
    return translateFlags(said, environment);
  } catch (error) {
    if (error instanceof UpstreamFlagError) throw new UsageError(error.message);
    throw error;
  }
}

const isOn = (said: SaidFlags, name: string): boolean => said.get(name)?.at(-1) === 'true';

/** As upstream does: what --cert-dir has, or else a certificate that is made there. */
async function withServingPair(said: SaidFlags, translation: Translation): Promise<Translation> {
  if (said.has('tls-cert-file')) return translation;
  const folder = said.get('cert-dir')?.at(-1) ?? '';
  if (folder === '') return translation;
  const certFile = join(folder, 'apiserver.crt');
  const keyFile = join(folder, 'apiserver.key');
  if (!existsSync(certFile) || !existsSync(keyFile)) await makePair(folder, { certFile, keyFile });
  const flags = new Map([...translation.flags, ['tls-cert-file', certFile], ['tls-private-key-file', keyFile]]);
  return { ...translation, flags };
}

const YEAR_DAYS = 365;

async function makePair(folder: string, { certFile, keyFile }: { certFile: string; keyFile: string }): Promise<void> {
  const validity = { from: new Date(), days: YEAR_DAYS };
  const authority = await makeAuthority({ name: 'pinnace-ca' }, validity);
  const server = ['localhost', 'kubernetes', 'kubernetes.default', 'kubernetes.default.svc', '127.0.0.1', '::1'];
  const made = await issue(authority, { subject: { name: 'pinnace' }, use: { server }, validity });
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(keyFile, made.key, { mode: 0o600 });
    // With its authority behind it: who trusts this file trusts the server.
    await writeFile(certFile, `${made.certificate}\n${authority.certificate}\n`);
  } catch (error) {
    throw new CommandError(`--cert-dir: ${(error as Error).message}`, { cause: error });
  }
}
