// What the npm scripts run: makes the clone ready, then does the work.
//   node scripts/run.mjs serve|test|check|bench|fuzz|faults|cluster|gen [arguments]
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installMissing, root, SetupError, setup } from './setup.mjs';

const [command = '', ...args] = process.argv.slice(2);

const tool = (...path) => join(root, 'node_modules', ...path);
const checks = [
  ['types', [tool('typescript', 'bin', 'tsc'), '-p', 'tsconfig.json', '--noEmit']],
  ['types of the console', [tool('typescript', 'bin', 'tsc'), '-p', join('console', 'tsconfig.json'), '--noEmit']],
  ['lint', [tool('@biomejs', 'biome', 'bin', 'biome'), 'check', '--diagnostic-level=warn', '--error-on-warnings', '.']],
  ['rooms', [join('scripts', 'check-rooms.mjs')]],
];

const commands = {
  serve: () => inThisProcess('serve'),
  check: () => runChecks(),
  /** With arguments (a file, `-t name`) only those tests: the checks are for the whole. */
  test: () => (args.length > 0 || runChecks()) && node([tool('vitest', 'vitest.mjs'), 'run', ...args]),
  bench: () => source('bench', 'main.ts'),
  fuzz: () => source('test', 'fuzz', 'main.ts'),
  faults: () => source('test', 'faults', 'main.ts'),
  /** In this process too: Ctrl-C must find the one that stops all others. */
  cluster: async () => (await import('./cluster.mjs')).runCluster(args),
  /** From the source, because what is written for the first time cannot be built before its types are generated. */
  gen: () => source('scripts', 'gen.mjs'),
};

/** The server runs in this very process: signals reach it directly and no second Node eats memory. */
function inThisProcess(subcommand) {
  const main = join(root, 'dist', 'cli', 'main.js');
  process.argv = [process.argv[0], main, subcommand, ...args];
  performance.mark('pinnace:begin');
  return import(main).then(() => true);
}

function runChecks() {
  return checks.every(([name, argv]) => {
    const started = Date.now();
    const good = node(argv, { quietWhenGood: true });
    process.stdout.write(`${good ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
    return good;
  });
}

/** Runs a program of the checkout that is not part of the package. */
function source(...path) {
  const main = join(root, ...path);
  if (!existsSync(main)) throw new SetupError(`There is no ${path.join('/')} in this checkout.`);
  return node(['--conditions=pinnace-source', '--import', 'tsx', main, ...args]);
}

function node(argv, { quietWhenGood = false } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd: root,
    stdio: quietWhenGood ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (quietWhenGood && status !== 0) process.stdout.write(`${stdout}${stderr}`);
  return status === 0;
}

try {
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (run === undefined) throw new SetupError(`Usage: node scripts/run.mjs ${Object.keys(commands).join('|')} …`);
  if (command === 'gen') installMissing();
  else setup();
  if (!(await run())) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
