#!/usr/bin/env node
import { existsSync, readFileSync, statSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
// First of all: it looks at npm before npm is told to stop.
import './npm-parent.ts';

// From Node 22 on, compiled code is kept between runs: the next start is faster.
(module as { enableCompileCache?: () => void }).enableCompileCache?.();

const nodeFault = wrongNode();
if (nodeFault !== undefined) {
  process.stderr.write(`${nodeFault}\n`);
  process.exit(1);
}

// Whoever reads may have seen enough (`pinnace compat rules | head`). That ends no server, and is no failure of a command.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

type CommandLine = typeof import('./command-line.ts');

const [command, ...rest] = process.argv.slice(2);
// Waiting for a clock alone, as before the next attempt to reach an etcd, would keep no process: Node would end it without a word.
const awake = setInterval(() => undefined, 60_000);
// Not process.exit: what was printed must get out first.
process.exitCode = await run();
clearInterval(awake);
// The work is done; nothing that was forgotten open may keep the process.
setTimeout(() => process.exit(), 1000).unref();

/** What programs start that wait for it does not pay for loading all the commands. */
async function run(): Promise<number> {
  if (command === 'etcd') return (await import('./envtest/etcd-stand-in.ts')).etcdStandIn(rest);
  const script = startsServer() ? scriptFile() : undefined;
  if (command === 'kube-apiserver')
    return (await import('./envtest/start-kube-apiserver.ts')).startKubeApiserver(rest, script);
  const args = process.argv.slice(2);
  const { runFromScript } = await import('./load-script.ts');
  const code = script === undefined ? undefined : await runFromScript(args, script);
  return code ?? (await loadCommandLine()).runCommandLine(args);
}

function startsServer(): boolean {
  if (command === 'kube-apiserver') return true;
  // Only words of the server's own: those behind `--` may be anything.
  const own = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : undefined);
  return [undefined, 'serve', 'run'].includes(command) && !own.some((word) => /^(-h|--help|--detach)\b/.test(word));
}

/** Where all of it is one script: beside this file in a published package, or made by the last build. */
function scriptFile(): string | undefined {
  const published = fileURLToPath(new URL('pinnace.cjs', import.meta.url));
  if (existsSync(published)) return published;
  const built = new URL('../bundle/pinnace.cjs', import.meta.url);
  return isFresh(new URL('made-from', built)) ? fileURLToPath(built) : undefined;
}

/** The same modules, joined into a few files (`scripts/bundle.mjs`), as long as they are those of the last build. */
async function loadCommandLine(): Promise<CommandLine> {
  const bundled = new URL('../bundle/command-line.js', import.meta.url);
  if (isFresh(new URL('made-from', bundled))) return (await import(bundled.href)) as CommandLine;
  return import('./command-line.ts');
}

/** A published package holds no notes of the compiler: nothing there can be older than anything else. */
function isFresh(madeFrom: URL): boolean {
  try {
    const text = readFileSync(madeFrom, 'utf8');
    const build = statSync(new URL('../.tsbuildinfo', import.meta.url), { throwIfNoEntry: false });
    return build === undefined || text === `${build.mtimeMs} ${build.size}`;
  } catch {
    return false;
  }
}

/** Older versions fail somewhere in the middle, in words that help nobody. */
function wrongNode(): string | undefined {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const wanted = String(engines.node).replace('>=', '');
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = wanted.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined;
  return `Pinnace needs Node ${wanted} or newer; this is Node ${process.versions.node}.`;
}
