import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkRooms, importsOf, unimported, unusedInTable, wronglyNamed } from '../scripts/check-rooms.mjs';

const table = { meta: [], storage: ['meta'], http: ['meta'], server: ['meta', 'storage', 'http'] };

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pinnace-rooms-'));
  await file('rooms.json', JSON.stringify(table));
});
afterEach(() => rm(root, { recursive: true }));

async function file(name: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, name)), { recursive: true });
  await writeFile(join(root, name), content);
}

describe('the check of rooms', () => {
  it.each([
    ['src/storage/a.ts', "import { x } from '#meta';"],
    ['src/storage/a.ts', "import { x } from './deep/b.ts';"],
    ['src/storage/deep/b.ts', "import { x } from '../a.ts';"],
    ['src/storage/a.ts', "import x from 'pino';\nimport y from 'node:fs';"],
    ['src/http/a.test.ts', "import { x } from '#server';"],
    ['src/http/a.test.ts', "import { x } from '#storage/testing';"],
    ['src/http/a.test.ts', "import { x } from '../storage/testing/engine-contract.ts';"],
    ['src/storage/testing/contract.ts', "import { x } from '../a.ts';"],
    ['test/all.test.ts', "import { x } from '#server';\nimport { y } from '#storage/testing';"],
    ['src/http/a.ts', "// import { x } from '#storage';\n/* import '#server' */"],
    ['src/http/a.ts', "const text = 'never import # from here';"],
  ])('lets %s say %j', async (name, content) => {
    await file(name, content);
    expect(checkRooms(root)).toEqual([]);
  });

  it.each([
    ['src/http/a.ts', "import { x } from '#storage';", "does not let 'http' import 'storage'"],
    ['src/http/a.ts', "import type { x } from '#storage';", "does not let 'http' import 'storage'"],
    ['src/http/a.ts', "export { x } from '#server';", "does not let 'http' import 'server'"],
    ['src/http/a.ts', "import '#storage';", "does not let 'http' import 'storage'"],
    ['src/http/a.ts', "const x = await import('#storage');", "does not let 'http' import 'storage'"],
    ['src/http/a.ts', "import {\n  x,\n} from '#storage';", 'src/http/a.ts:3:'],
    ['src/storage/a.ts', "import { x } from '#meta/names';", "walks past the door; import '#meta'"],
    ['src/storage/a.ts', "import { x } from '../meta/names.ts';", "walks past the door; import '#meta'"],
    ['src/storage/a.ts', "import { x } from '../meta/index.ts';", "walks past the door; import '#meta'"],
    ['src/storage/a.ts', "import { x } from '#storage';", 'does not go through its own door'],
    ['src/storage/a.ts', "import { x } from './testing/contract.ts';", 'only tests may use testing/'],
    ['src/http/a.ts', "import { x } from '#storage/testing';", 'only tests may use testing/'],
    ['src/http/a.test.ts', "import { x } from '#storage';", "does not let 'http' import 'storage'"],
    ['test/all.test.ts', "import { x } from '../src/http/serve.ts';", "walks past the door; import '#http'"],
    ['src/storage/a.ts', "import { x } from '#cellar';", "rooms.json knows no room 'cellar'"],
    ['src/cellar/a.ts', 'export {};', 'src/cellar: rooms.json does not know this room'],
  ])('refuses that %s says %j', async (name, content, message) => {
    await file(name, content);
    const faults = checkRooms(root);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(message);
  });

  it('refuses a table with circles or unknown rooms', async () => {
    await file('rooms.json', JSON.stringify({ meta: ['storage'], storage: ['meta', 'attic'] }));
    expect(checkRooms(root)).toEqual([
      'rooms.json: meta may import storage, which stands below it',
      'rooms.json: storage may import attic, which is no room',
    ]);
  });
  it('is not misled by a comment sign inside a string', () => {
    expect(importsOf("const url = 'http://x';\nimport { a } from '#meta';")).toEqual([{ specifier: '#meta', line: 2 }]);
  });
});

describe('the check of what is left over', () => {
  it('tells rooms that are not there and edges that no import needs', async () => {
    for (const room of ['meta', 'storage', 'server']) await file(`src/${room}/index.ts`, "import '#meta';");
    expect(unusedInTable(root)).toEqual([
      'rooms.json: there is no room src/http',
      'rooms.json: server may import storage, and never does',
      'rooms.json: server may import http, and never does',
    ]);
  });

  it('tells exports that nobody imports', async () => {
    await file('src/meta/a.ts', 'export const used = 1;\nexport const left = 2;');
    await file('src/meta/b.test.ts', "import { used } from './a.ts';");
    expect(unimported(root)).toEqual(["src/meta/a.ts: nobody imports 'left'"]);
  });

  it.each(["(await import('./a.ts')).used();", "const { used: own } = await import('./a.ts');"])(
    'knows what is loaded when it is needed: %s',
    async (load) => {
      await file('src/meta/a.ts', 'export interface Given {}\nexport const used = 1;\nexport const left = 2;');
      await file('src/meta/b.ts', load);
      expect(unimported(root)).toEqual(["src/meta/a.ts: nobody imports 'left'"]);
    },
  );
});

describe('the check of names', () => {
  it.each([
    ['src/meta/a.ts', 'const maxBytes = 64 * 1024;', 'the constant maxBytes is a number or a text: SCREAMING_CASE'],
    [
      'src/meta/a.ts',
      "export const prefix: string = '/api';",
      'the constant prefix is a number or a text: SCREAMING_CASE',
    ],
    ['src/meta/a.ts', 'const DAYS = new Set([1]);', 'DAYS is neither a number nor a text nor an enum: camelCase'],
    [
      'src/meta/counters.ts',
      'export class Counter {}',
      'holds Counter alone: a file in the plural holds several things, or a list of them',
    ],
  ])('refuses that %s says %j', async (name, content, message) => {
    await file(name, content);
    expect(wronglyNamed(root)).toEqual([`${name}: ${message}`]);
  });

  it.each([
    ['src/meta/a.ts', "const MAX_BYTES = 64 * 1024;\nconst TOKEN = { colon: ':' } as const;\nconst days = [1];"],
    ['src/meta/counters.ts', 'export class Counter {}\nexport class Timer {}'],
    ['src/meta/roles.ts', 'export const allRoles = [];'],
    ['src/meta/status.ts', 'export class Status {}'],
    ['src/meta/a.test.ts', "const name = 'a';"],
  ])('lets %s say %j', async (name, content) => {
    await file(name, content);
    expect(wronglyNamed(root)).toEqual([]);
  });
});
