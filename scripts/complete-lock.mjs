// npm leaves out of the lock what it could not find when the lock was made: the optional packages of other platforms.
// `npm ci` then refuses the lock. This writes their entries from what their parents ask for, and removes the addresses
// that packages came from, which are those of one machine's registry.
//   node scripts/complete-lock.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The lock with all optional packages of all platforms, and without addresses. */
export function completed(lock) {
  const packages = {};
  for (const [path, { resolved, ...entry }] of Object.entries(lock.packages)) {
    // Of a workspace it is the folder.
    packages[path] = entry.link === true ? { resolved, ...entry } : entry;
  }
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const known = [`${path}/node_modules/${name}`, `node_modules/${name}`].some((at) => packages[at] !== undefined);
      if (!known) packages[`node_modules/${name}`] = platformEntry({ name, version, parent: entry });
    }
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** What such a package says of itself follows from its name: `binding-linux-arm64-musl`. */
function platformEntry({ name, version, parent }) {
  const words = name.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  if (cpu.length === 0 || !/^\d+\.\d+\.\d+/.test(version)) {
    throw new Error(`${name}@${version} is not a package of one platform: run npm install where it can be found`);
  }
  return {
    version,
    cpu,
    ...(parent.dev && { dev: true }),
    ...(words.includes('musl') && { libc: ['musl'] }),
    ...(words.includes('gnu') && { libc: ['glibc'] }),
    optional: true,
    ...(os.length > 0 && { os }),
  };
}

const file = join(root, 'package-lock.json');
const textOf = (lock) => `${JSON.stringify(lock, null, 2)}\n`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const before = readFileSync(file, 'utf8');
  const after = textOf(completed(JSON.parse(before)));
  if (process.argv.includes('--check')) process.exitCode = before === after ? 0 : 1;
  else writeFileSync(file, after);
}
