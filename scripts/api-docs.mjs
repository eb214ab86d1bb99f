// Writes the reference of the entry points, made from their doc comments, to dist/docs. Needs typedoc:
// `node scripts/package-tools.mjs fetch`.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageTool } from './package-tools.mjs';
import { root } from './setup.mjs';

const typedoc = packageTool('typedoc');
if (typedoc === undefined) {
  process.stderr.write('typedoc is not there; run: node scripts/package-tools.mjs fetch\n');
  process.exit(1);
}
const folder = join(root, 'src', 'exports');
const entries = readdirSync(folder).map((name) => join(folder, name));
const out = join(root, 'dist', 'docs');
// The compiler of the repository has looked for errors; typedoc brings an older one.
const args = [
  '--tsconfig',
  join(root, 'tsconfig.json'),
  '--skipErrorChecking',
  '--excludeExternals',
  // Types that only signatures speak of are shown where they stand, and cannot be imported by name.
  '--validation.notExported',
  'false',
  '--readme',
  'none',
];
const { status } = spawnSync(typedoc, ['--entryPoints', ...entries, ...args, '--logLevel', 'Warn', '--out', out], {
  cwd: root,
  stdio: 'inherit',
});
if (status === 0) process.stdout.write(`${join(out, 'index.html')}\n`);
process.exitCode = status ?? 1;
