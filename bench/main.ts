// npm run bench: measures a server of our own, or any Kubernetes API server, and prints a table.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BenchError } from './bench-error.ts';
import { LoadProcesses } from './load/load-processes.ts';
import { describeMachine } from './machine.ts';
import { type BenchOptions, readOptions, usage } from './options.ts';
import { aligned, type Line, markdown, type Report, table } from './report.ts';
import { Bench, removeDirectories } from './rows/bench.ts';
import { works } from './rows/index.ts';
import type { Work } from './rows/row.ts';
import { ask } from './target/ask.ts';
import { targetOf } from './target/kubeconfig.ts';
import { killServers } from './target/own-server.ts';
import { isLoopback, type Target } from './target/target.ts';

const PROGRAM = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

async function main(options: BenchOptions): Promise<void> {
  if (options.help) return print(usage);
  if (options.rows.includes('list')) return print(`${names(works).join('\n')}\n`);
  const chosen = choose(options.rows);
  const earlier = options.compare === undefined ? undefined : readReport(options.compare);
  const foreign = options.kubeconfig === undefined ? undefined : foreignTarget(options.kubeconfig, options);
  const program = options.server ?? PROGRAM;
  if (foreign === undefined && !existsSync(program)) throw new BenchError(`${program} is not there: npm run build`);
  const machine = describeMachine();
  const load = new LoadProcesses(options.processes);
  const bench = new Bench({ ...options, program, ...(foreign === undefined ? {} : { foreign }), load });
  try {
    const lines = await measure(bench, chosen, options.rows);
    const rows = table(lines, { aims: bench.ownServer, earlier });
    print(`\n${machine}\n\n${options.markdown ? markdown(rows) : aligned(rows)}`);
    if (options.json !== undefined) keep(options.json, await reportOf(bench, machine, lines));
  } finally {
    load[Symbol.dispose]();
    await bench.close();
  }
}

async function measure(bench: Bench, chosen: readonly Work[], only: readonly string[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const work of chosen) {
    const titles = work.rows[0]?.title;
    const unable = work.unable?.(bench);
    if (unable !== undefined) {
      progress(`${titles}: ${unable}\n`);
      continue;
    }
    progress(`${titles} …`);
    const began = performance.now();
    const results = await work.run(bench);
    progress(` ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
    for (const row of work.rows) {
      const measured = results[row.name];
      if (measured !== undefined && (only.length === 0 || isNamed(row.name, only))) lines.push({ row, measured });
    }
  }
  return lines;
}

function choose(only: readonly string[]): readonly Work[] {
  const unknown = only.filter((name) => !names(works).includes(name));
  if (unknown.length > 0) throw new BenchError(`No row ${unknown.join(', ')}. There are: ${names(works).join(', ')}`);
  if (only.length === 0) return works.filter(({ onlyByName }) => onlyByName !== true);
  return works.filter(({ rows }) => rows.some(({ name }) => isNamed(name, only)));
}

/** `stalls` names the parts of that row too. */
function isNamed(name: string, only: readonly string[]): boolean {
  return only.includes(name) || only.includes(name.split(':')[0] as string);
}

function names(from: readonly Work[]): string[] {
  return from.flatMap(({ rows }) => rows.map(({ name }) => name));
}

/** Load is for servers on this machine; on another it must be wanted. */
function foreignTarget(file: string, { remote }: BenchOptions): Target {
  const target = targetOf(file);
  if (!remote && !isLoopback(target))
    throw new BenchError(`${target.host} is another machine. Add --remote if it may be loaded.`);
  return target;
}

async function reportOf(bench: Bench, machine: string, lines: readonly Line[]): Promise<Report> {
  const results = Object.fromEntries(lines.map(({ row, measured }) => [row.name, measured]));
  const { foreign, seconds } = bench.settings;
  const server = foreign === undefined ? 'pinnace' : (await ask(foreign, { method: 'GET', path: '/version' })).body;
  return { when: new Date().toISOString(), machine, server, seconds, results };
}

function keep(file: string, report: Report): void {
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}

function readReport(file: string): Report {
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

function print(text: string): void {
  process.stdout.write(text);
}

function progress(text: string): void {
  process.stderr.write(text);
}

function clean(): void {
  killServers();
  removeDirectories();
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    clean();
    process.exit(130);
  });
}

try {
  await main(readOptions(process.argv.slice(2)));
} catch (error) {
  clean();
  if (!(error instanceof BenchError)) throw error;
  progress(`\n${error.message}\n`);
  process.exitCode = 1;
}
