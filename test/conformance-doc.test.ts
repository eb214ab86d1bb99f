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
    const [section = ''] = page.slice(page.indexOf('## The tests')).split('\n## ');
    const tables = section.split('\n### ').slice(1);
    for (const table of tables) {
      const [area = ''] = table.split('\n');
      const own = rows.filter(([name]) => table.includes(`| ${name} |`));
      const passed = own.filter(([, , , result]) => result === 'passed');
      expect(page).toContain(`| ${area} | ${own.length} | ${passed.length} |`);
    }
    expect(tables).toHaveLength(9);
  });

  it('adds up what passes with simulated nodes', () => {
    const [section = ''] = page.slice(page.indexOf('## With simulated nodes')).split('\n### ');
    const areas = [...section.matchAll(/^\| (sig-[\w-]+|all) ((?:\| \d+ ){6})\|$/gm)].map(
      ([, area = '', cells = '']) => [area, (cells.match(/\d+/g) ?? []).map(Number)] as const,
    );
    const [last, ...others] = areas.toReversed();
    for (const [area, [tests = 0, alone = 0, nodes = 0, programs = 0, pass, rest]] of areas) {
      expect([pass, rest], area).toEqual([alone + nodes + programs, tests - alone - nodes - programs]);
    }
    const sums = [0, 1, 2, 3, 4, 5].map((at) => others.reduce((sum, [, cells]) => sum + (cells[at] ?? 0), 0));
    expect(last).toEqual(['all', sums]);
    expect(others).toHaveLength(10);
    expect([sums[1], section]).toEqual([rows.length, expect.stringContaining(`**${sums[4]} pass**`)]);
    const missing = page.slice(page.indexOf('### What needs containers')).split('\n## ')[0] ?? '';
    const told = [...missing.matchAll(/^\| (\d+) of sig-/gm)].map(([, count]) => Number(count));
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(sums[5]);
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
