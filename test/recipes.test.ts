import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8');
const recipes = new Map(
  (page.split('## Recipes\n')[1] as string)
    .split('\n## ')[0]
    ?.split(/^(?=\*\*Add )/m)
    .flatMap((text): [string, string][] => {
      const title = /^\*\*(Add [^.]*)\.\*\*/.exec(text)?.[1];
      return title === undefined ? [] : [[title, text]];
    }),
);
const filesOf = (recipe: string): readonly string[] =>
  [...(recipes.get(recipe) ?? '').matchAll(/\]\(([^)]+)\)/g)].map(([, file]) => file as string);

/** Files that name something, but for those under a folder and tests beside the source. */
function naming(pattern: string, besides: string): readonly string[] {
  const found = execFileSync('git', ['grep', '-liE', pattern, '--', 'src', 'test', 'docs'], { cwd: root });
  return String(found)
    .trim()
    .split('\n')
    .filter((file) => !file.startsWith(besides) && !/^src\/.*\.test\.ts$/.test(file));
}

describe('the recipes', () => {
  it.each([...recipes.keys()])('%s: names files that exist', (recipe) => {
    const files = filesOf(recipe);
    expect(files).not.toEqual([]);
    expect(files.filter((file) => !existsSync(`${root}/${file}`))).toEqual([]);
  });

  it('tell every place in which a kind is named', () => {
    const places = naming('csi-?storage-?capacit(y|ies)', 'src/apis/storage/');
    expect(places).toContain('src/apis/builtin-kinds.ts');
    expect(places.filter((file) => !filesOf('Add a kind').includes(file))).toEqual([]);
  });

  it('tell every place in which a kind without a stable version is named', () => {
    const places = naming('lease-?candidates?', 'src/apis/coordination/').filter((file) => !file.includes('/rbac/'));
    expect(places.filter((file) => !filesOf('Add a kind').includes(file))).toEqual([]);
  });

  it('tell every place of the source in which a controller is named', () => {
    const places = naming('ttl-?after-?finished(-controller)?\\b', 'src/controllers/ttl-after-finished/');
    const source = places.filter((file) => file.startsWith('src/'));
    expect(source.filter((file) => !filesOf('Add a controller').includes(file))).toEqual([]);
  });

  it('copy a controller that is like most of them', () => {
    const [copied = ''] = filesOf('Add a controller');
    expect(readFileSync(`${root}/src/controllers/reconciler-table.ts`, 'utf8')).toContain(
      copied.replace('src/controllers', '.'),
    );
  });

  it('say how to add a command and an option', () => {
    expect([...recipes.keys()]).toEqual(expect.arrayContaining(['Add a command', 'Add an option']));
  });
});
