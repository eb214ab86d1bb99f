import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { optionInfos } from './option-info.ts';
import { optionReference } from './option-reference.ts';
import { type Options, resolveOptions } from './options.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-options-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function options(flags: Record<string, string>, environment: Record<string, string> = {}): Promise<Options> {
  return (await resolveOptions({ flags: new Map(Object.entries(flags)), environment })).options;
}

describe('options', () => {
  it('have their defaults when nothing is given', async () => {
    expect(await options({})).toMatchObject({
      bindAddress: '127.0.0.1',
      port: 6443,
      dataDir: './.pinnace',
      ephemeral: false,
      history: 300_000,
      minRequestTimeout: 1800,
      requestTimeout: 60_000,
      controllers: ['*'],
      source: { port: 'default' },
    });
  });
  it('are frozen', async () => {
    const given = (await options({})) as { port: number };
    expect(() => {
      given.port = 1;
    }).toThrow(TypeError);
  });
  it('take a flag before the environment, the environment before the file, and say which it was', async () => {
    const config = join(folder, 'all.yaml');
    await writeFile(
      config,
      'port: 1001\nhistory: 1m\nlog-level: error\ntls-san: [a.example, 10.0.0.1]\nephemeral: true\n',
    );
    const given = await options({ config, port: '1003' }, { PINNACE_PORT: '1002', PINNACE_HISTORY: '2m' });
    expect(given).toMatchObject({ port: 1003, history: 120_000, logLevel: 'error', ephemeral: true });
    expect(given.tlsSan).toEqual(['a.example', '10.0.0.1']);
    expect(given.source).toMatchObject({ port: 'flag', history: 'environment', logLevel: 'file', dataDir: 'default' });
  });
  it('read a JSON file named by the environment', async () => {
    const config = join(folder, 'some.json');
    await writeFile(config, '{"bind-address": "::1"}');
    expect(await options({}, { PINNACE_CONFIG: config })).toMatchObject({ bindAddress: '::1' });
  });

  it.each([
    ['port', '70000', '--port: "70000" is not a whole number from 0 to 65535'],
    ['port', '-1', '--port: "-1" is not a whole number from 0 to 65535'],
    ['port', '', '--port: "" is not a whole number'],
    ['history', '5', '--history: "5" is not a duration such as 30s, 5m, 1h30m or 0'],
    ['history', '5 m', 'is not a duration'],
    ['bind-address', 'example.com', '--bind-address: "example.com" is not an IP address, or localhost'],
    ['service-cluster-ip-range', '10.0.0.0/31', 'is not an IPv4 range'],
    ['service-cluster-ip-range', '10.0.0.0', 'is not an IPv4 range'],
    ['log-level', 'loud', '--log-level: "loud" is not one of debug, info, warn, error'],
    ['ephemeral', 'yes', '--ephemeral: "yes" is not true or false'],
    ['controllers', 'a,,b', 'is not names separated by commas'],
    ['data-dir', '', 'is not the path of a directory'],
  ])('refuse --%s %j and say what is accepted', async (name, value, message) => {
    await expect(options({ [name]: value })).rejects.toThrow(message);
  });
  it.each([
    ['0', 0],
    ['250ms', 250],
    ['90s', 90_000],
    ['1h30m', 5_400_000],
    ['1.5s', 1500],
  ])('understand the duration %s', async (text, milliseconds) => {
    expect((await options({ history: text })).history).toBe(milliseconds);
  });

  it.each([
    ['prot: 1', 'unknown option prot; did you mean port?'],
    ['xyzzy-plugh: 1', 'unknown option xyzzy-plugh'],
    ['- 1', 'expected a mapping'],
    ['port: {a: 1}', "'port' must be a text"],
    ['port: [1', 'cannot be read'],
    ['port: abc', "'port' in "],
  ])('refuse a file that says %j', async (content, message) => {
    const config = join(folder, 'wrong.yaml');
    await writeFile(config, content);
    await expect(options({ config })).rejects.toThrow(message);
  });
  it('name a config file that is missing', async () => {
    await expect(options({ config: join(folder, 'none.yaml') })).rejects.toThrow(/none\.yaml cannot be read: ENOENT/);
  });
  it('warn of a misspelt variable and go on', async () => {
    const { warnings } = await resolveOptions({ flags: new Map(), environment: { PINNACE_PROT: '1', OTHER: '2' } });
    expect(warnings).toEqual(['unknown environment variable PINNACE_PROT; did you mean PINNACE_PORT?']);
  });
});

describe('the reference page', () => {
  it('is what the option table says (npm run gen)', async () => {
    const page = await readFile(new URL('../../docs/reference/options.md', import.meta.url), 'utf8');
    expect(page).toBe(optionReference());
  });
  it('tells every option with its variable', () => {
    for (const { name, environment } of optionInfos) {
      expect(optionReference()).toContain(`### \`--${name}`);
      expect(optionReference()).toContain(environment);
    }
  });
});
