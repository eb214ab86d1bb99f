import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '#cli';
import { damage } from './support/damage.ts';
import { ServerProcess } from './support/server-process.ts';
import { namesOf } from './support/wire.ts';

const path = '/api/v1/namespaces/default/configmaps';
const key = '/registry/configmaps/default/broken';

/** The tests go on where the one before them ended. */
describe('pinnace check', () => {
  let parent: string;
  let directory: string;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'pinnace-check-'));
    directory = join(parent, 'data');
  });
  afterAll(() => rm(parent, { recursive: true, force: true }));

  const check = async (...args: string[]) => {
    const said = { out: '', err: '' };
    const to = (face: 'out' | 'err') => ({
      isTTY: false,
      write(text: string) {
        said[face] += text;
        return true;
      },
    });
    const terminal = { environment: {}, stdout: to('out'), stderr: to('err') };
    return { code: await runCommandLine(['check', ...args], terminal as never), ...said };
  };

  it('refuses a directory that is in use, and one that holds no data', async () => {
    await using server = await ServerProcess.start(directory, '--controllers', '');
    using client = await server.client();
    for (const name of ['fine', 'broken'])
      await client.post(path, { metadata: { name }, data: { of: `text of ${name}` } });
    expect(await check(directory)).toMatchObject({ code: 1, err: expect.stringMatching(/in use by process \d+/) });
    expect(await check(parent)).toMatchObject({ code: 1, err: expect.stringContaining('is not the data directory') });
    expect(await readdir(parent)).toEqual(['data']);
    await server.kill('SIGTERM');
  });

  it('finds nothing in a sound store', async () => {
    const { code, out } = await check(directory);
    expect([code, out]).toEqual([0, expect.stringMatching(/^\d+ objects, 0 damaged\.\n$/)]);
  });

  it('names what is damaged, and writes out what is left of it', async () => {
    await damage(directory, 'text of broken');
    const { code, out } = await check(directory, '-o', 'json');
    expect([code, JSON.parse(out)]).toMatchObject([1, { damaged: [{ key }], lost: [] }]);
    const exported = await check(directory, '--export', join(parent, 'left'));
    expect([exported.code, exported.out]).toEqual([1, expect.stringContaining(key)]);
    const text = await readFile(join(parent, 'left', `${key}.json`), 'utf8');
    expect(text).toMatch(/^\{"kind":"ConfigMap".*"name":"broken".*ext of broken"\}/);
  });

  it('removes it when asked to, and the server starts with the rest', async () => {
    expect(await check(directory, '--remove')).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 damaged, which'),
    });
    expect(await check(directory)).toMatchObject({ code: 0 });
    await using server = await ServerProcess.start(directory, '--controllers', '');
    using client = await server.client();
    expect(namesOf((await client.get(path)).body)).toEqual(['fine']);
  });
});
