// Joins the built modules into a few files: opening six hundred of them is half of a start. Only a faster way to the
// same code: `dist/cli/main.js` goes without when they are missing, or older than what the compiler wrote last.
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const dist = join(root, 'dist');

export async function bundle() {
  const outdir = join(dist, 'bundle');
  await joinModules({ outdir, entryPoints: [join(dist, 'cli', 'command-line.js')], sourceMaps: true });
  await joinScript({ outdir, sourceMaps: true });
  const { mtimeMs, size } = statSync(join(dist, '.tsbuildinfo'));
  writeFileSync(join(outdir, 'made-from'), `${mtimeMs} ${size}`);
}

/** Joins what the entry points reach, and what the server starts in other threads. */
export async function joinModules({ outdir, entryPoints, sourceMaps }) {
  rmSync(outdir, { recursive: true, force: true });
  const { build } = await import('esbuild');
  await build({
    entryPoints: [
      ...entryPoints,
      // Where the threads for heavy requests begin.
      join(dist, 'server', 'threads', 'request-thread.js'),
      // Where modules that convert are run.
      join(dist, 'server', 'conversion-modules', 'conversion-thread.js'),
    ].map((entry) => (typeof entry === 'string' ? { in: entry, out: basename(entry, '.js') } : entry)),
    outdir,
    entryNames: '[dir]/[name]',
    bundle: true,
    // What is loaded when it is used stays in files of its own.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: sourceMaps,
    logLevel: 'warning',
  });
}

/**
 * What starts servers as one script, for `src/cli/compiled-script.ts`: people and programs wait for it. A script's compiled
 * code can be kept under every Node, that of modules only from Node 22 on.
 */
export async function joinScript({ outdir, sourceMaps }) {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [{ in: join(dist, 'cli', 'script.js'), out: 'pinnace' }],
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    // Node 20 does not let code import that was compiled before: what is loaded when it is used is required instead.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: "(function (exports, require, moduleUrl) { 'use strict'; const module = { exports };" },
    footer: { js: 'return module.exports; })' },
    sourcemap: sourceMaps,
    logLevel: 'warning',
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
