// Builds the console (console/, a package of its own) into the static files that the server has at /console:
// dist/console/static. Only when something of it has changed, or always with --force.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { filesUnder, stampOf } from './file-stamp.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'console');
const built = join(source, 'dist');

export const staticFiles = join(root, 'dist', 'console', 'static');
const stampFile = join(root, 'dist', 'console', '.stamp');

/** Whether it could be built; the server works without. */
export function buildConsole({ force = false } = {}) {
  const stamp = stampOf(root, inputs());
  if (!force && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return true;
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: source,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) return false;
  copyTo(staticFiles);
  writeFileSync(stampFile, stamp);
  return true;
}

/** Puts the built files where they are served from. */
export function copyTo(directory) {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(dirname(directory), { recursive: true });
  cpSync(built, directory, { recursive: true });
  for (const file of filesUnder(directory)) compress(file);
}

const compressible = /\.(html|js|css|svg|json)$/;

/** Beside a file, what the server sends to a browser that reads it: to compress takes too long for a request. */
function compress(file) {
  if (!compressible.test(file)) return;
  const bytes = readFileSync(file);
  for (const [ending, compressed] of [
    ['.br', brotliCompressSync(bytes)],
    ['.gz', gzipSync(bytes, { level: 9 })],
  ]) {
    if (compressed.length < bytes.length) writeFileSync(file + ending, compressed);
  }
}

function inputs() {
  const below = ['src', 'public'].flatMap((folder) => filesUnder(join(source, folder)));
  const own = ['package.json', 'index.html', 'vite.config.ts', 'tsconfig.json'].map((name) => join(source, name));
  return [...own, ...below].filter((file) => !file.endsWith('.test.ts'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = buildConsole({ force: process.argv.includes('--force') }) ? 0 : 1;
}
