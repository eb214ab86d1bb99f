import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseYaml } from '#machinery';
import type { Terminal } from '../command.ts';
import { runCommandLine } from '../command-line.ts';

const example = resolve(import.meta.dirname, '../../../examples/conversion-policy');
const files = ['--crd', join(example, 'crontabs.yaml')];
const policy = join(example, 'policy.yaml');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pinnace-conversion-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...args: string[]) {
  const said = { out: '', err: '' };
  const to = (face: 'out' | 'err') => ({
    isTTY: false,
    write(text: string) {
      said[face] += text;
      return true;
    },
  });
  const terminal = { environment: {}, stdout: to('out'), stderr: to('err') };
  return { code: await runCommandLine(args, terminal as unknown as Terminal), ...said };
}
function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}
const yaml = (text: string) => parseYaml(Buffer.from(text), { duplicates: false }).value;

describe('pinnace convert', () => {
  it('shows an object in another version, and back', async () => {
    const there = await run('convert', '-f', join(example, 'crontab.yaml'), '--to', 'v1', '--policy', policy, ...files);
    expect(there).toMatchObject({ code: 0, err: '' });
    expect(yaml(there.out)).toMatchObject({
      apiVersion: 'stable.example.com/v1',
      metadata: { name: 'nightly' },
      spec: {
        ...{ schedule: '0 3 * * *', host: 'example.com', port: '2345', params: ['verbose'], scale: { replicas: 2 } },
        ...{ timeout: '1m30s', mode: 'fast', owner: 'night-shift' },
      },
    });
    const file = write('there.yaml', there.out);
    const back = await run('convert', '-f', file, '--to', 'v1beta1', '--policy', policy, ...files, '-o', 'json');
    expect(JSON.parse(back.out)).toEqual(
      yaml((await import('node:fs')).readFileSync(join(example, 'crontab.yaml'), 'utf8')),
    );
  });
  it('tells which rule made what', async () => {
    const args = ['-f', join(example, 'crontab.yaml'), '--to', 'v1', '--policy', policy, ...files, '--explain'];
    const { err } = await run('convert', ...args);
    expect(err).toContain('v1beta1 → v1: spec.host, spec.port is made of spec.hostPort (split');
    expect(err).toContain('nothing is lost on the way back');
  });
  it('says what is wrong', async () => {
    const object = join(example, 'crontab.yaml');
    const all = ['--policy', policy, ...files];
    expect(await run('convert', '-f', object, '--to', 'v9', ...all)).toMatchObject({
      code: 2,
      err: expect.stringContaining('has no version v9; there are: v1beta1, v1'),
    });
    expect((await run('convert', '-f', join(folder, 'none'), '--to', 'v1', ...all)).code).toBe(2);
    expect((await run('convert', '-f', object, '--to', 'v1', '--policy', policy)).code).toBe(2);
    const hung = write('hung.yaml', 'apiVersion: stable.example.com/v1\nkind: CronTab\nspec: { timeout: soon }\n');
    expect(await run('convert', '-f', hung, '--to', 'v1beta1', ...all)).toMatchObject({
      code: 1,
      err: expect.stringContaining('spec.timeout: "soon" is no duration'),
    });
  });
});

describe('pinnace conversion test', () => {
  it('finds nothing wrong with the example', async () => {
    expect(await run('conversion', 'test', '-f', policy, ...files)).toEqual({
      code: 0,
      out: 'crontabs.stable.example.com: 0 problems, 0 losses.\n',
      err: '',
    });
  });
  it('names what is not covered, and shows the smallest object that loses something', async () => {
    const text = (await import('node:fs')).readFileSync(policy, 'utf8');
    const forgetful = write('forgetful.yaml', text.replace(/.*preserve:.*\n/, ''));
    const { code, out } = await run('conversion', 'test', '-f', forgetful, ...files);
    expect(code).toBe(1);
    expect(out).toContain('not whole: spec.notes of v1: v1beta1 has no such field: write move, preserve or delete');
    expect(out).toContain('lost: spec.notes on the way from v1 to v1beta1 and back, for instance of {');
  });
  it('takes what is declared lost for no loss, and tries samples', async () => {
    const text = (await import('node:fs')).readFileSync(policy, 'utf8');
    const declared = write('declared.yaml', text.replace('- preserve:', '- delete:'));
    expect((await run('conversion', 'test', '-f', declared, ...files, '--samples', example)).out).toContain(
      '0 problems',
    );
    const broken = write('broken.yaml', text.replace('rename:', 'renmae:'));
    expect(await run('conversion', 'test', '-f', broken, ...files)).toMatchObject({
      code: 1,
      out: expect.stringContaining('spec.conversions[0].rules[0]: must be one of rename'),
    });
    expect((await run('conversion', 'test', '-f', policy)).code).toBe(2);
  });
});

describe('pinnace conversion manifest', () => {
  it('prints all that a cluster needs, and a definition that asks it', async () => {
    const { code, out } = await run(
      'conversion',
      'manifest',
      '-f',
      policy,
      ...files,
      '--image',
      'pinnace:1',
      '--namespace',
      'ops',
    );
    expect(code).toBe(0);
    const parts = out.split(/^---$/m).map((part) => yaml(part) as { kind: string; metadata: object; spec?: object });
    expect(parts.map(({ kind }) => kind)).toEqual([
      ...['ConfigMap', 'Secret', 'Deployment', 'Service', 'CustomResourceDefinition'],
    ]);
    expect(parts[4]?.spec).toMatchObject({
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: { service: { name: 'conversion', namespace: 'ops' } } },
      },
    });
    expect((await run('conversion', 'manifest', '-f', policy, ...files)).code).toBe(2);
  });
});
