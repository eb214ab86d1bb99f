// Makes a fresh clone runnable: installs the packages and builds `dist/` when needed, silent when nothing changed.
// Uses only Node's own modules, because it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildConsole, staticFiles } from './console.mjs';
import { filesUnder, stampOf } from './file-stamp.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Installs and builds what is missing or out of date. Throws a `SetupError` whose message is fit to be shown. */
export function setup() {
  installMissing();
  const stamp = sourceStamp();
  if (stamp !== readIfThere(stampFile)) build(stamp);
  if (!buildConsole()) say('The console could not be built: the server works without it.');
}

/** The first half of it, for what runs from the source. */
export function installMissing() {
  checkNode();
  if (!packagesAreInstalled()) install();
}

export class SetupError extends Error {}

const stampFile = join(root, 'dist', '.stamp');

function checkNode() {
  const wanted = readJson(join(root, 'package.json')).engines.node.replace('>=', '');
  const numbers = (version) => version.split('.').map(Number);
  const [major, minor] = numbers(process.versions.node);
  const [leastMajor, leastMinor] = numbers(wanted);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  throw new SetupError(`Pinnace needs Node ${wanted} or newer; this is Node ${process.versions.node}.`);
}

/** npm leaves a copy of the lock inside node_modules when an install has finished: the two must name the same versions. */
export function packagesAreInstalled(directory = root) {
  const installed = readJson(join(directory, 'node_modules', '.package-lock.json'));
  if (installed === undefined) return false;
  const wanted = readJson(join(directory, 'package-lock.json'));
  if (wanted === undefined) return true;
  return Object.entries(wanted.packages).every(([path, { version, optional }]) => {
    if (path === '') return true;
    // Optional packages are those of other platforms; npm decides which of them belong here.
    const present = installed.packages[path];
    return present === undefined ? optional === true : present.version === version;
  });
}

function install() {
  const started = Date.now();
  say('Installing packages, once …');
  const { status } = npm(['ci']);
  if (status !== 0) throw new SetupError(`npm ci failed (exit code ${status}); see its messages above.`);
  say(`Installed in ${seconds(started)}.`);
}

function npm(command) {
  const windows = process.platform === 'win32';
  const args = [...command, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = spawnSync(windows ? 'npm.cmd' : 'npm', args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: windows,
    env: { ...process.env, PINNACE_SETUP: 'true' },
  });
  if (result.error !== undefined) throw new SetupError(`npm could not be started: ${result.error.message}`);
  return result;
}

function build(stamp) {
  say('Building …');
  const started = Date.now();
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new SetupError('The build failed; see the messages of the TypeScript compiler above.');
  removeOrphans();
  bundle();
  writeFileSync(stampFile, stamp);
  say(`Built in ${seconds(started)}.`);
}

function bundle() {
  script('bundle.mjs', 'The modules could not be joined: everything works, and starts take longer.');
}

/** In a process of its own, because what it needs was perhaps not installed when this one began. */
function script(name, otherwise) {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', name)], { stdio: ['ignore', 2, 2] });
  if (status !== 0) say(otherwise);
}

/** Outputs whose source is gone would still be importable. */
function removeOrphans() {
  const dist = join(root, 'dist');
  for (const file of filesUnder(dist)) {
    if (file.startsWith(staticFiles)) continue;
    const source = relative(dist, file).replace(/(\.d\.ts|\.js)(\.map)?$/, '.ts');
    if (source.endsWith('.ts') && !existsSync(join(root, 'src', source))) rmSync(file);
  }
}

/** Changes whenever a file that the build reads changes its name, size or time. */
function sourceStamp() {
  const inputs = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'].map((f) =>
    join(root, f),
  );
  return stampOf(root, [...inputs.filter(existsSync), ...filesUnder(join(root, 'src'))], process.versions.node);
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function readJson(file) {
  const text = readIfThere(file);
  return text === undefined ? undefined : JSON.parse(text);
}

const say = (text) => process.stderr.write(`${text}\n`);
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    setup();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}
