// What the test of the packed package uses where it is there: another Node, and tools that look at packages. They are
// large and need a TypeScript of their own, so they are no dependencies of the repository.
//   node scripts/package-tools.mjs fetch    brings them into .tools/ (git-ignored)
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, '.tools', 'package');
const otherNodes = ['22'];
const checks = ['publint@0.3', '@arethetypeswrong/cli@0.18', 'typedoc@0.28', 'typescript@5.9', 'jest@30'];

/** The program of one of the tools, or undefined where it was not fetched. */
export function packageTool(name) {
  const path = join(folder, 'node_modules', '.bin', name);
  return existsSync(path) ? path : undefined;
}

/** The Nodes that were fetched. */
export function fetchedNodes() {
  const modules = join(folder, 'node_modules');
  return (existsSync(modules) ? readdirSync(modules) : [])
    .filter((name) => /^node\d+$/.test(name))
    .map((name) => join(modules, name, 'bin', 'node'));
}

export function fetchPackageTools() {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const { platform, arch } = process;
  const nodes =
    platform === 'win32' ? [] : otherNodes.map((major) => `node${major}@npm:node-${platform}-${arch}@${major}`);
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', ...checks, ...nodes];
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === 'fetch') fetchPackageTools();
  for (const node of fetchedNodes()) process.stdout.write(`${node}\n`);
}
