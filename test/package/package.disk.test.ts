import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageTool } from '../../scripts/package-tools.mjs';
import { chooseKubectls } from '../support/kubectl.ts';
import { compile, installInto, nodes, packInto, root } from './tarball.ts';

const run = promisify(execFile);
let folder: string;
let app: string;
let installed: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-package-'));
  app = join(folder, 'app');
  installed = join(app, 'node_modules', 'pinnace');
  await installInto(app, await packInto(folder));
  const isSource = (path: string): boolean => !path.endsWith('.gen.json');
  await cp(join(root, 'examples'), join(app, 'examples'), { recursive: true, filter: isSource });
  await cp(join(root, 'test', 'package', 'program.ts'), join(app, 'test', 'package', 'program.ts'));
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const tarball = async (): Promise<string> =>
  join(folder, (await readdir(folder)).find((name) => name.endsWith('.tgz')) as string);

describe('the packed package', () => {
  it('holds what runs and what is declared, no tests, and no hint at source maps that are not there', async () => {
    const files = (await readdir(installed, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    expect(
      files.filter((file) => /\/testing\/|\.test\.|\.map$|\.tsbuildinfo|\/src\//.test(file.slice(installed.length))),
    ).toEqual([]);
    expect(files.map((file) => file.slice(installed.length))).toContain('/dist/package/console/static/index.html');
    const scripts = files.filter((file) => file.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(20);
    for (const file of scripts) expect(await readFile(file, 'utf8')).not.toContain('sourceMappingURL');
  });

  it('is imported by its entry points only', async () => {
    const program = `await import(process.argv[1]).then(() => console.log('there'), ({ code }) => console.log(code));`;
    const importing = async (name: string): Promise<string> =>
      (await run(process.execPath, ['--input-type=module', '-e', program, name], { cwd: app })).stdout.trim();
    const entries = ['pinnace', 'pinnace/api', 'pinnace/client', 'pinnace/types/core/v1', 'pinnace/schema/core/v1'];
    for (const name of [...entries, 'pinnace/testing', 'pinnace/testing/jest', 'pinnace/testing/node'])
      expect(await importing(name)).toBe('there');
    for (const name of ['pinnace/dist/package/api.js', 'pinnace/server', 'pinnace/machinery']) {
      expect(await importing(name)).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED');
    }
  });

  it('loads neither the server nor the built-in kinds for pinnace/api', async () => {
    const rooms = await roomsOf(join(installed, 'dist', 'package', 'api.js'));
    expect([...rooms].sort()).toEqual(['cel', 'machinery', 'merge', 'meta', 'resource', 'schema']);
    const ofClient = await roomsOf(join(installed, 'dist', 'package', 'client.js'));
    expect(ofClient).toContain('client');
    expect(ofClient.filter((room) => !['client', ...rooms].includes(room))).toEqual([]);
  });

  it('writes types and clients of definitions, which are looked at with the examples', async () => {
    const files = (await readdir(join(app, 'examples'), { recursive: true })).filter((file) =>
      /crd.*\.yaml$/.test(file),
    );
    const args = ['gen', 'types', '--crd', files.join(','), '--out', 'types', '--import-ending', 'ts'];
    const pinnace = join(app, 'node_modules', '.bin', 'pinnace');
    const { stdout } = await run(pinnace, args, { cwd: join(app, 'examples') });
    expect(stdout).toContain('wrote types/web.example.com/v1/client.ts\n');
    await writeFile(join(app, 'examples', 'sample.ts'), sample);
  });

  it('gives types for every example with moduleResolution bundler', async () => {
    expect(await compile(app, 'bundler')).toBe('');
  });

  it('gives types for every example with moduleResolution nodenext, and JavaScript', async () => {
    expect(await compile(app, 'nodenext', join(app, 'out'))).toBe('');
  });

  it('runs a program with the kinds of the examples, on every Node there is', async () => {
    const program = join(app, 'out', 'test', 'package', 'program.js');
    for (const node of nodes()) {
      const { stdout } = await run(node, [program, join(folder, 'data')], { cwd: app });
      expect(stdout).toMatch(/: good\n$/);
      await rm(join(folder, 'data'), { recursive: true });
    }
  });

  it('generates what lies there, and says what to install where there is no compiler', async () => {
    const pinnace = join(app, 'node_modules', '.bin', 'pinnace');
    const gen = () => run(pinnace, ['gen', 'all', '-C', 'examples/gadgets', '--import-ending', 'ts'], { cwd: app });
    await expect(gen()).rejects.toThrow('npm install --save-dev @typescript/typescript6');
    const compiler = join('node_modules', '@typescript');
    await symlink(join(root, compiler), join(app, compiler));
    const { stdout } = await gen();
    expect(stdout).toMatch(/\n\d+ files, 4 written\n$/);
    expect(stdout.match(/^wrote .*$/gm)?.every((line) => line.endsWith('.gen.json'))).toBe(true);
  });

  it('walks the whole way of the guide, on every Node there is', async () => {
    const walk = join(app, 'out', 'examples', 'gadgets', 'walk.js');
    const kubectl = chooseKubectls()
      .slice(-1)
      .map(({ path }) => path);
    for (const node of nodes()) {
      const { stdout } = await run(node, [walk, join(folder, 'walked'), ...kubectl], { cwd: app });
      expect(stdout).toMatch(/: good(, without kubectl)?\n$/);
      await rm(join(folder, 'walked'), { recursive: true });
    }
  });

  it('passes the tests of the examples: those of the operator, and those that were generated', async () => {
    const tests = ['operator/site-controller.test.js', 'generated-api/api/frob.example.com/conversion.gen.test.js'];
    const files = tests.map((file) => join(app, 'out', 'examples', file));
    const { stdout } = await run(process.execPath, ['--test', ...files], { cwd: join(app, 'examples', 'operator') });
    expect(stdout).toMatch(/^\S+ pass 4$/m);
    expect(stdout).toMatch(/^\S+ fail 0$/m);
  });

  it('passes the tests of the operator with vitest, in threads and in processes', async () => {
    await symlink(join(root, 'node_modules', 'vitest'), join(app, 'node_modules', 'vitest'));
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    for (const pool of ['threads', 'forks']) {
      const args = [vitest, 'run', '--pool', pool, '--testTimeout', '60000', 'examples/testing'];
      const { stdout } = await run(process.execPath, args, { cwd: app });
      expect(stdout).toMatch(/Tests .*3 passed/);
    }
  });

  it.skipIf(packageTool('jest') === undefined)(
    'gives each test of jest a fork, and hides what always changes',
    async () => {
      const test = `import { pinnaceTest } from 'pinnace/testing/jest';
      const test = pinnaceTest({ crds: ['examples/operator/config/crd'] });
      const maps = '/api/v1/namespaces/default/configmaps';
      const body = JSON.stringify({ metadata: { name: 'a' } });
      const create = (env) => env.fetch(maps, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      for (const time of ['first', 'second'])
        test(time, async ({ env }) => {
          const made = await (await create(env)).json();
          await expect(env).toConverge();
          expect(made.metadata).toMatchObject({ name: 'a' });
          expect(made).toMatchInlineSnapshot(\`anything else\`);
        });`;
      await writeFile(join(app, 'jest.test.mjs'), test);
      const env = { ...process.env, NODE_OPTIONS: '--experimental-vm-modules' };
      const args = ['--ci', '--rootDir', app, '--testMatch', '**/jest.test.mjs'];
      const { stdout, stderr } = await run(packageTool('jest') as string, args, { cwd: app, env }).catch(
        (error) => error,
      );
      const said = stdout + stderr;
      expect(said).toMatch(/Tests: +2 failed, 2 total/);
      expect(said).toMatch(/"uid": "<uid>"/);
      expect(said).toContain('What happened at the server:');
    },
  );

  it('leaves nothing behind of an environment that nobody disposes of, and keeps no process alive', async () => {
    const program = `import { startPinnace } from 'pinnace/testing';
      const env = await startPinnace({ crds: ['examples/operator/config/crd'] });
      const fork = await env.fork({ listen: true });
      const { status } = await fork.fetch('/apis/web.example.com/v1/sites');
      console.log(status, await fork.kubeconfigFile());`;
    for (const node of nodes()) {
      const { stdout } = await run(node, ['--input-type=module', '-e', program], { cwd: app, timeout: 60_000 });
      const [status, file = ''] = stdout.trim().split(' ');
      expect([status, existsSync(file)]).toEqual(['200', false]);
    }
  });

  it('serves a module of kinds with `pinnace serve --api`', async () => {
    const kinds = join(app, 'out', 'examples', 'gadgets', 'gadgets.js');
    const data = join(folder, 'served');
    const flags = ['serve', '--ephemeral', '--port', '0', '--data-dir', data, '--controllers', '', '--api', kinds];
    const server = spawn(join(app, 'node_modules', '.bin', 'pinnace'), flags, { cwd: app });
    try {
      for await (const chunk of server.stdout) if (String(chunk).includes('https://')) break;
      const ask = `import { HttpClient } from 'pinnace/client';
        const client = HttpClient.fromKubeconfig(process.argv[1]);
        console.log((await client.request({ method: 'GET', path: '/apis/gadgets.example.com' })).preferredVersion.version);`;
      const args = ['--input-type=module', '-e', ask, join(data, 'kubeconfig')];
      expect((await run(process.execPath, args, { cwd: app })).stdout).toBe('v1\n');
    } finally {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    }
  });

  it('starts as kube-apiserver and makes its certificate, also with compiled code that was kept', async () => {
    await startsFromKept((folder) => ['kube-apiserver', '--secure-port', '0', '--cert-dir', folder]);
  });
  it('serves from compiled code that was kept', async () => {
    await startsFromKept((folder) => ['serve', '--ephemeral', '--port=0', '--data-dir', folder]);
  });

  it.skipIf(packageTool('publint') === undefined)('has nothing that publint complains of', async () => {
    const { stdout } = await run(packageTool('publint') as string, ['--strict', await tarball()]);
    expect(stdout).toContain('All good!');
  });

  it.skipIf(packageTool('attw') === undefined)('has types that are right wherever it can be imported', async () => {
    const entries = ['.', './api', './client', './types/core/v1', './types/meta/v1'];
    const args = [await tarball(), '--profile', 'esm-only', '--format', 'json', '--entrypoints', ...entries];
    const { stdout } = await run(packageTool('attw') as string, args, { maxBuffer: 1e8 });
    const { problems } = JSON.parse(stdout) as { problems: { [kind: string]: readonly { resolutionKind: string }[] } };
    // Neither CommonJS nor a resolution that knows no `exports`.
    const others = ['node10', 'node16-cjs'];
    expect(
      Object.values(problems)
        .flat()
        .filter(({ resolutionKind }) => !others.includes(resolutionKind)),
    ).toEqual([]);
  });

  it('brings a command whose reader may go away', async () => {
    const child = spawn(join(app, 'node_modules', '.bin', 'pinnace'), ['compat', 'rules'], { cwd: app });
    let said = '';
    child.stderr.on('data', (text) => {
      said += String(text);
    });
    child.stdout.destroy();
    const [code] = await once(child, 'close');
    expect([code, said]).toEqual([0, '']);
  });

  it('brings the command', async () => {
    const { stdout } = await run(join(app, 'node_modules', '.bin', 'pinnace'), ['version'], { cwd: app });
    expect(stdout).toMatch(/^pinnace \d/);
  });
});

/** An object of a type that was made from a definition, and a call of its client. */
const sample = `import type { HttpClient } from 'pinnace/client';
import { WebV1Client } from './types/web.example.com/v1/client.ts';
import type { Site } from './types/web.example.com/v1/types.ts';
export const site: Site = {
  apiVersion: 'web.example.com/v1',
  kind: 'Site',
  metadata: { name: 's' },
  spec: { title: 't', pages: { a: 'b' } },
};
export const make = (client: HttpClient): Promise<Site> => new WebV1Client(client).sites('default').create(site);
// @ts-expect-error: a site has no such field
export const other: Site = { ...site, spec: { title: 't', colour: 'red' } };
`;

/** Compiled code is kept by the first start, and used by the second: whoever cannot use it writes it again. */
async function startsFromKept(args: (folder: string) => readonly string[]): Promise<void> {
  const main = join(installed, 'dist', 'package', 'main.js');
  for (const node of nodes()) {
    const cache = await mkdtemp(join(folder, 'cache-'));
    const code = join(cache, 'pinnace', 'code');
    const kept = async () => {
      // Without what is being written.
      const names = (await readdir(code).catch(() => [])).filter((name) => !/\.[0-9a-f]{12}$/.test(name));
      return Promise.all(names.map(async (name) => [name, (await stat(join(code, name))).ino]));
    };
    let first: unknown;
    for (const time of ['first', 'second']) {
      const env = { ...process.env, XDG_CACHE_HOME: cache };
      const words = [main, ...args(join(cache, time))];
      const server = spawn(node, words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
      const ended = once(server, 'exit');
      let said = '';
      for await (const chunk of server.stdout) {
        said += String(chunk);
        if (said.includes('https://')) break;
      }
      expect(said).toMatch(/Kubernetes .* API/);
      await expect.poll(kept, { timeout: 60_000 }).toHaveLength(1);
      first ??= await kept();
      // It would be written a moment after the server is ready.
      await delay(time === 'second' ? 1000 : 0);
      expect(await kept()).toEqual(first);
      server.kill();
      await ended;
    }
  }
}

/** The rooms whose code an import of the file loads at once. The joined modules say where each part came from. */
async function roomsOf(entry: string): Promise<readonly string[]> {
  const rooms = new Set<string>();
  const seen = new Set<string>();
  const visit = async (file: string): Promise<void> => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = await readFile(file, 'utf8');
    for (const [, room] of text.matchAll(/^\/\/ dist\/([\w-]+)\//gm)) rooms.add(room as string);
    for (const [, other] of text.matchAll(/^(?:import|export)\b[^'"]*['"](\.[^'"]+)['"];?$/gm)) {
      await visit(resolve(dirname(file), other as string));
    }
    for (const [, other] of text.matchAll(/^} from ['"](\.[^'"]+)['"];?$/gm)) {
      await visit(resolve(dirname(file), other as string));
    }
  };
  await visit(entry);
  return [...rooms];
}
