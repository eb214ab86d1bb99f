import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Terminal } from '../command.ts';
import { runCommandLine } from '../command-line.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
let folder: string;
let dataDir: string;

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function pinnace(...args: string[]): Promise<Said> {
  const said = { out: '', err: '' };
  const to = (stream: 'out' | 'err') => ({
    isTTY: false,
    write(text: string | Uint8Array) {
      said[stream] += text.toString();
      return true;
    },
  });
  const environment = { KUBECONFIG: join(folder, 'user.config') };
  const terminal = { environment, stdout: to('out'), stderr: to('err') } as unknown as Terminal;
  return { code: await runCommandLine([...args, '--data-dir', dataDir], terminal), ...said };
}

/** In a process of its own: it starts another one, which goes on. */
function detach(): Said {
  const node = ['--conditions=pinnace-source', '--import', import.meta.resolve('tsx'), main];
  const args = [...node, 'serve', '--detach', '--port', '0', '--verbose', '--data-dir', dataDir];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { code: status ?? -1, out: stdout, err: stderr };
}

describe('a server in the background', () => {
  let started: Said;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pinnace-local-'));
    dataDir = join(folder, 'data');
    started = detach();
  });
  afterAll(async () => {
    await pinnace('stop');
    await rm(folder, { recursive: true, force: true });
  });

  it('is ready when the command that started it returns, and says how to end it', () => {
    expect(started).toEqual({ code: 0, out: expect.stringContaining('pinnace stop ends the server.'), err: '' });
  });
  it('is the only one of its data directory', () => {
    expect(detach()).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^pinnace: a server runs in .* already, at/),
    });
  });
  it('tells where it is and since when', async () => {
    const { server } = JSON.parse((await pinnace('status', '-o', 'json')).out);
    expect(started.out).toContain(server.url);
    expect(server).toMatchObject({ pid: expect.any(Number), ephemeral: false, kubernetes: expect.any(String) });
  });
  it('tells its last requests with the time of each stage, and prints a line for each', async () => {
    await pinnace('status');
    const { requests } = JSON.parse((await pinnace('trace', '-o', 'json')).out);
    const found = requests.find(({ path }: { path: string }) => path === '/version');
    expect(found).toMatchObject({ verb: 'get', status: 200, user: 'kubernetes-admin', stages: expect.any(Object) });
    expect(found.userAgent).toMatch(/^pinnace\/\d/);
    expect((await pinnace('trace')).out).toMatch(/get \/version 200 [\d.]+ ms kubernetes-admin\n {4}authentication/);
    expect((await pinnace('logs')).out).toMatch(/^get \/version 200 [\d.]+ ms kubernetes-admin/m);
    const lines = (await pinnace('logs', '-o', 'json')).out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).message);
    expect(lines).toContainEqual(expect.stringMatching(/^get \/version 200 /));
  });
  it('tells who may do something, with the binding, the role and the rule', async () => {
    const { code, out } = await pinnace('who-can', 'impersonate', 'users');
    expect(code).toBe(0);
    expect(out).toContain('Group system:masters\n    ClusterRoleBinding cluster-admin gives ClusterRole cluster-admin');
    const { allowed } = JSON.parse((await pinnace('who-can', 'get', '/healthz', '-o', 'json')).out);
    expect(allowed).toContainEqual({
      subject: { kind: 'Group', name: 'system:unauthenticated' },
      via: [expect.objectContaining({ role: { kind: 'ClusterRole', name: 'system:public-info-viewer' } })],
    });
    expect(await pinnace('who-can', 'get', 'ships')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no resource'),
    });
  });
  it('has a kubeconfig that is merged only when that is asked for', async () => {
    const file = join(folder, 'user.config');
    expect((await pinnace('kubeconfig')).out).toBe(`${join(dataDir, 'kubeconfig')}\n`);
    expect(JSON.parse((await pinnace('kubeconfig', '--print')).out).kind).toBe('Config');
    expect(existsSync(file)).toBe(false);
    await writeFile(file, 'current-context: mine\ncontexts:\n- name: mine\n  context: {cluster: c}\n');
    expect((await pinnace('kubeconfig', '--merge')).out).toBe(`Merged into ${file}; context pinnace-data.\n`);
    expect(await readFile(file, 'utf8')).toMatch(/current-context: mine/);
    expect(await readFile(file, 'utf8')).toMatch(
      /name: pinnace-data\n[\s\S]*name: mine|name: mine\n[\s\S]*name: pinnace-data\n/,
    );
  });
  it('is stopped, and then begun anew with the credentials it had', async () => {
    expect(await pinnace('reset', '--yes')).toMatchObject({ code: 1, err: expect.stringContaining('stop it first') });
    expect((await pinnace('stop')).out).toMatch(/^Stopped the server at https:/);
    expect((await pinnace('stop')).out).toMatch(/^No server runs in /);
    expect(await pinnace('status')).toMatchObject({ code: 1, err: `pinnace: no server runs in ${dataDir}\n` });
    expect(existsSync(join(dataDir, 'store'))).toBe(true);
    expect((await pinnace('reset', '--yes')).code).toBe(0);
    expect(existsSync(join(dataDir, 'store'))).toBe(false);
    expect(existsSync(join(dataDir, 'kubeconfig'))).toBe(true);
  });
});
