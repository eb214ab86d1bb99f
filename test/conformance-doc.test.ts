import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('..', import.meta.url);
const page = readFileSync(new URL('docs/conformance.md', root), 'utf8');
/** The rows of tables: a test of Kubernetes, what it checks, the tests of ours, how it went. */
const rows = page
  .slice(page.indexOf('## The tests'))
  .split('\n## ')[0]
  ?.split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Upstream'))
  .map((line) => line.slice(2, -2).split(' | ')) as [string, string, string, string][];
const named = (cell: string): [string, string][] =>
  [...cell.matchAll(/`([^`]+)` "([^"]+)"/g)].map(([, file = '', text = '']) => [file, text]);

describe('the page about conformance', () => {
  it('has a row for each test of the list, and counts those that pass', () => {
    expect(rows).toHaveLength(118);
    for (const row of rows) expect(row).toHaveLength(4);
    const passed = rows.filter(([, , , result]) => result === 'passed').length;
    expect(page).toContain(`**${passed} pass against Pinnace**`);
  });

  it('counts by area what the tables hold', () => {
    const tables = page.slice(page.indexOf('## The tests')).split('\n### ').slice(1);
    for (const table of tables) {
      const [area = ''] = table.split('\n');
      const own = rows.filter(([name]) => table.includes(`| ${name} |`));
      const passed = own.filter(([, , , result]) => result === 'passed');
      expect(page).toContain(`| ${area} | ${own.length} | ${passed.length} |`);
    }
    expect(tables).toHaveLength(9);
  });

  it('names a test of ours for all that passes, and a reason for all that does not', () => {
    for (const [name, , ours, result] of rows) {
      if (result === 'passed') expect(named(ours), name).not.toEqual([]);
      else expect(result, name).toMatch(/^not yet: .+/);
    }
  });

  it('names only tests that are there', () => {
    const texts = new Map<string, string>();
    for (const [file, text] of rows.flatMap(([, , ours]) => named(ours))) {
      if (!texts.has(file)) texts.set(file, readFileSync(new URL(file, root), 'utf8'));
      expect(texts.get(file)?.includes(`'${text}'`), `${file}: ${text}`).toBe(true);
    }
  });
});
