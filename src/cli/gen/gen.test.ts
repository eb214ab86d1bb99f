import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Terminal } from '../command.ts';
import { runCommandLine } from '../command-line.ts';
import { gen } from './gen.ts';

const typesPath = 'api/frob.example.com/v1/types.ts';
const types = `import type { Int32, ObjectMeta } from 'pinnace/types/meta/v1';
export interface Frob {
  metadata: ObjectMeta;
  size: Int32;
}
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pinnace-gen-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  write(typesPath, types);
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

/** Collects what is said, and tells when something was. */
function terminal() {
  const said = { out: '', err: '' };
  let heard = (): void => undefined;
  const to = (face: 'out' | 'err') => ({
    isTTY: false,
    write(text: string) {
      said[face] += text;
      heard();
      return true;
    },
  });
  const until = async (face: 'out' | 'err', text: string): Promise<void> => {
    while (!said[face].includes(text)) await new Promise<void>((done) => (heard = done));
  };
  return { said, until, faces: { environment: {}, stdout: to('out'), stderr: to('err') } as Terminal };
}

async function run(...args: readonly string[]) {
  const { said, faces } = terminal();
  const code = await runCommandLine(['gen', ...args], faces);
  return { code, ...said };
}

describe('pinnace gen', () => {
  it('writes once, and then nothing', async () => {
    const first = await run('all', '-C', folder);
    expect(first).toMatchObject({
      code: 0,
      out: expect.stringMatching(/wrote api\/frob.example.com\/register.gen.ts\n/),
    });
    expect(await run('all', '-C', folder)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+ files, 0 written\n$/),
    });
  });

  it('verifies without writing, and fails when something is out of date', async () => {
    const before = await run('schema', '-C', folder, '--verify-only');
    expect(before).toMatchObject({ code: 1, out: expect.stringContaining('v1/schema.gen.ts is out of date\n') });
    expect(() => read('api/frob.example.com/v1/schema.gen.ts')).toThrow('ENOENT');
    await run('schema', '-C', folder);
    expect(await run('schema', '-C', folder, '--verify-only')).toMatchObject({ code: 0, out: '' });
    const { out } = await run('schema', '-C', folder, '--verify-only', '-o', 'json');
    expect(JSON.parse(out)).toMatchObject({ files: expect.any(Number), outOfDate: [] });
    write(typesPath, types.replace('size', 'width'));
    expect(await run('schema', '-C', folder, '--verify-only')).toMatchObject({ code: 1 });
  });

  it('begins what it writes with the header, and tells of one that is not there', async () => {
    write('header.txt', '// Ours.\n');
    await run('schema', '-C', folder, '--header-file', join(folder, 'header.txt'));
    expect(read('api/frob.example.com/v1/schema.gen.ts')).toMatch(
      /^\/\/ Ours\.\n\n\/\/ Made by 'pinnace gen schema'\./,
    );
    expect(await run('schema', '-C', folder, '--header-file', 'nowhere')).toMatchObject({
      code: 1,
      err: expect.stringContaining('--header-file: ENOENT'),
    });
  });

  it.each([
    [['all', '--nothing'], "unknown option '--nothing'"],
    [['nothing'], "unknown command 'nothing'"],
    [['types'], 'say --crd FILE or --openapi URL'],
    [['scaffold', 'nothing', 'x'], 'gen scaffold wants group, version, kind, not nothing'],
  ])('refuses %j', async (args, words) => {
    expect(await run(...args)).toMatchObject({ code: 2, err: expect.stringContaining(words) });
  });

  it('tells of a mistake with file, line and column, and of a folder without types', async () => {
    write(typesPath, types.replace('Int32;', 'Set<string>;'));
    expect(await run('all', '-C', folder)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`${typesPath}:4:9: `),
    });
    expect(await run('all', '-C', folder, '--api', 'none')).toMatchObject({
      code: 1,
      err: expect.stringContaining('begin with pinnace gen scaffold'),
    });
  });

  it('goes on with --watch, also after a mistake', async () => {
    const { until, faces } = terminal();
    const stop = new AbortController();
    const options = { directory: folder, api: 'api', headerFile: undefined, verifyOnly: false, watch: true } as const;
    const ended = gen('schema', {
      ...faces,
      options: { ...options, importEnding: 'auto', output: 'text' },
      stop: stop.signal,
    });
    await until('out', '2 files, 2 written\n');
    write(typesPath, types.replace('Int32;', 'Set<string>;'));
    await until('err', `${typesPath}:4:9: `);
    write(typesPath, types.replace('size', 'width'));
    await until('out', 'written\nwrote api/frob.example.com/v1/schema.gen.ts\n');
    expect(read('api/frob.example.com/v1/schema.gen.ts')).toContain('width int32');
    stop.abort();
    expect(await ended).toBe(0);
  });

  it('writes types and a typed client of a definition', async () => {
    await run('crd', '-C', folder);
    const definition = join(folder, 'config/crd/frob.example.com_frobs.yaml');
    expect(await run('types', '-C', folder, '--crd', definition)).toEqual({
      code: 0,
      out: 'wrote types/frob.example.com/v1/types.ts\nwrote types/frob.example.com/v1/client.ts\n',
      err: '',
    });
    expect(read('types/frob.example.com/v1/client.ts')).toContain(
      "import type { Frob } from './types.js';\n\nexport type FrobApplyConfiguration",
    );
    expect(read('types/frob.example.com/v1/client.ts')).toContain('export class FrobV1Client {');
    expect(await run('types', '-C', folder, '--crd', definition, '--verify-only')).toMatchObject({ code: 0, out: '' });
  });
});
