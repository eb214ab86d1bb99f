import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { commandReference } from '#cli';
import { describedLibraries, generatedTypeFiles } from '#codegen';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = generatedTypeFiles(await describedLibraries(root, (path) => import(path)));

describe('generated files', () => {
  it('are there for the types of every group', () => {
    expect(files.length).toBeGreaterThan(20);
  });

  it('docs/reference/commands.md is what `npm run gen` writes', () => {
    expect(readFileSync(join(root, 'docs', 'reference', 'commands.md'), 'utf8')).toBe(commandReference());
  });

  it.each(files)('$path is what `npm run gen` writes', ({ path, text }) => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(text);
  });
});
