import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { issue, makeAuthority } from '#webhook';
import { findEtcd } from './find-etcd.ts';
import { onEtcd, translateFlags } from './translate-flags.ts';
import { parseUpstreamFlags } from './upstream-flags.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

const translate = (words: string, environment: NodeJS.ProcessEnv = {}) =>
  translateFlags(parseUpstreamFlags(words.split(' ')), environment);

describe('the flags of kube-apiserver', () => {
  it('are read in all the forms that upstream reads', () => {
    const said = parseUpstreamFlags([
      '--secure-port',
      '1',
      '--allow-privileged',
      '--v=4',
      '--runtime-config=a',
      '-v=5',
    ]);
    expect([...said]).toEqual([
      ['secure-port', ['1']],
      ['allow-privileged', ['true']],
      ['v', ['4', '5']],
      ['runtime-config', ['a']],
    ]);
  });
  it.each([
    [['--insecure-port=0'], 'unknown flag: --insecure-port'],
    [['--secure-port'], 'flag needs an argument: --secure-port'],
    [['serve'], '"kube-apiserver" does not take any arguments, got "serve"'],
  ])('%j are refused in upstream’s words', (args, message) => {
    expect(() => parseUpstreamFlags(args)).toThrow(message);
  });
  it('become options of ours, with upstream’s defaults', () => {
    const { flags, notes } = translate('--secure-port=7 --service-account-issuer=https://a --runtime-config=api/beta');
    expect(Object.fromEntries(flags)).toEqual({
      'bind-address': '0.0.0.0',
      port: '7',
      'authorization-mode': 'AlwaysAllow',
      'allow-privileged': 'false',
      'service-cluster-ip-range': '10.0.0.0/24',
      'service-account-issuer': 'https://a',
      'runtime-config': 'api/beta=true',
      controllers: 'namespace,garbage-collector',
      ephemeral: 'true',
      'admin-access': 'false',
      console: 'false',
    });
    expect(notes).toEqual([]);
  });
  it('that have no effect are told, those without consequence are not', () => {
    const words =
      '--feature-gates=A=true --audit-webhook-config-file=x --etcd-prefix=/r --authorization-mode=Node,RBAC';
    const { flags, notes } = translate(`${words} --enable-admission-plugins=NodeRestriction,PodSecurity`);
    expect(notes).toEqual([
      '--audit-webhook-config-file has no effect in Pinnace',
      '--authorization-mode: Node has no effect in Pinnace',
      '--feature-gates: A=true has no effect in Pinnace',
      '--enable-admission-plugins: Pinnace has no NodeRestriction',
    ]);
    expect(flags.get('authorization-mode')).toBe('RBAC');
    expect(flags.get('enable-admission-plugins')).toBe('PodSecurity');
  });
  it.each(['--authorization-mode=Webhook', '--authorization-config=x'])(
    '%s is refused, for it may not be ignored',
    (word) => expect(() => translate(word)).toThrow(/Pinnace (has no|does not have)/),
  );
  it('turn the gates on that there are here', () => {
    const { flags, notes } = translate(
      '--feature-gates=CBORServingAndStorage=true,B=false --feature-gates=AllAlpha=false',
    );
    expect(flags.get('feature-gates')).toBe('CBORServingAndStorage=true,AllAlpha=false');
    expect(notes).toEqual(['--feature-gates: B=false has no effect in Pinnace']);
  });
  it('leave the controllers to PINNACE_ENVTEST_CONTROLLERS', () => {
    expect(translate('--v=1', { PINNACE_ENVTEST_CONTROLLERS: 'none' }).flags.get('controllers')).toBe('');
    expect(translate('--v=1', { PINNACE_ENVTEST_CONTROLLERS: '*' }).flags.get('controllers')).toBe('*');
  });
});

describe('a real etcd', () => {
  it('is told from the stand-in, and used', async () => {
    const other = createServer((_, response) => response.end('{"etcdserver":"3.6.0"}')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    expect(await findEtcd([address])).toBe('real');
    const words = [`--etcd-servers=${address}`, '--etcd-prefix=other/', '--encryption-provider-config=keys.yaml'];
    const said = parseUpstreamFlags(words);
    const flags = onEtcd(translateFlags(said, {}), said, 'folder');
    expect(Object.fromEntries(flags)).toMatchObject({
      'etcd-servers': address,
      'etcd-prefix': '/other',
      'encryption-provider-config': 'keys.yaml',
    });
    expect(translateFlags(said, {}).notes).toEqual([]);
    expect(flags.has('ephemeral')).toBe(false);
    other.close();
  });
});

describe('the folder for KUBEBUILDER_ASSETS', () => {
  let folder: string;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pinnace-envtest-'));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  const makeAssets = (PATH: string): string => {
    const node = ['--conditions=pinnace-source', '--import', import.meta.resolve('tsx')];
    const args = [...node, main, 'envtest-assets', '--directory', join(folder, 'assets')];
    return execFileSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, PATH } }).trim();
  };
  const start = (program: string, ...args: string[]): ChildProcess => {
    const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, TMPDIR: folder } });
    children.push(child);
    return child;
  };
  const freePort = async (): Promise<number> => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    await new Promise((done) => probe.close(done));
    return port;
  };

  it('has programs that tell which flags they take, as envtest asks', async () => {
    const assets = makeAssets('');
    const help = (name: string) => execFileSync(join(assets, name), ['--help'], { encoding: 'utf8' });
    expect(help('kube-apiserver')).toMatch(/^\s*--service-account-signing-key-file\b/m);
    expect(help('kube-apiserver')).not.toMatch(/^\s*--insecure-port\b/m);
    expect(help('etcd')).toMatch(/^\s*--unsafe-no-fsync\b/m);
    expect(readFileSync(join(assets, 'kubectl'), 'utf8')).toContain('There was no kubectl on the PATH');
  });
  it('starts a server that knows the certificates, keys and users it is given, and no others', async () => {
    const assets = makeAssets(process.env.PATH ?? '');
    const validity = { from: new Date(), days: 2 };
    const [authority, clients] = await Promise.all(
      ['serving', 'clients'].map((name) => makeAuthority({ name }, validity)),
    );
    if (authority === undefined || clients === undefined) throw new Error('no authorities');
    const serving = await issue(authority, { subject: { name: 'x' }, use: { server: ['127.0.0.1'] }, validity });
    const subject = { name: 'jane', group: 'system:masters' };
    const jane = await issue(clients, { subject, use: 'client', validity });
    const files = {
      'apiserver.crt': serving.certificate,
      'apiserver.key': serving.key,
      'clients.crt': clients.certificate,
      'sa.key': clients.key,
      'sa.crt': clients.certificate,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const [etcdPort, port] = [await freePort(), await freePort()];
    const etcd = start(join(assets, 'etcd'), `--listen-client-urls=http://127.0.0.1:${etcdPort}`);
    const server = start(
      join(assets, 'kube-apiserver'),
      `--etcd-servers=http://127.0.0.1:${etcdPort}`,
      `--secure-port=${port}`,
      '--bind-address=127.0.0.1',
      '--authorization-mode=RBAC',
      `--cert-dir=${folder}`,
      `--client-ca-file=${join(folder, 'clients.crt')}`,
      `--service-account-key-file=${join(folder, 'sa.crt')}`,
      `--service-account-signing-key-file=${join(folder, 'sa.key')}`,
    );
    const get = (path: string, more: object = {}): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        const tls = { ca: authority.certificate, agent: false, ...more };
        request(`https://127.0.0.1:${port}${path}`, tls, (response) => resolve(response.resume()))
          .on('error', reject)
          .end();
      });
    const isReady = () =>
      get('/healthz').then(
        ({ statusCode }) => statusCode === 200,
        () => false,
      );
    while (server.exitCode === null && !(await isReady())) await new Promise((done) => setTimeout(done, 50));
    const { certificate: cert, key } = jane;
    expect((await get('/api/v1/secrets', { cert, key })).statusCode).toBe(200);
    expect((await get('/api/v1/secrets')).statusCode).toBe(403);
    for (const child of [server, etcd]) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect((await ended)[0]).toBe(0);
    }
  });
});
