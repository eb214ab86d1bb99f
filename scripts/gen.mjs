// Writes the files that are made from the source: docs/reference/options.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const { optionReference } = await import('../dist/server/option-reference.js');

const folder = join(root, 'docs', 'reference');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'options.md'), optionReference());
