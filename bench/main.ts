// npm run bench: measures a server of our own, or any Kubernetes API server, and prints a table.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BenchError } from './bench-error.ts';
import { type ComparedRow, compareInTurn, type Pair } from './compare.ts';
import { LoadProcesses } from './load/load-processes.ts';
import { describeMachine } from './machine.ts';
import { type BenchOptions, readOptions, usage } from './options.ts';
import { aligned, comparison, type Line, markdown, type Report, type Table, table } from './report.ts';
import { Bench, type BenchSettings, removeDirectories } from './rows/bench.ts';
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
  using load = new LoadProcesses(options.processes);
  const settings = { ...options, load };
  const bench = new Bench({ ...settings, ...subjectOf(options) });
  const before = options.compare === undefined ? undefined : comparedWith(options.compare, settings);
  const machine = describeMachine();
  try {
    const results = await (before instanceof Bench
      ? compare({ before, after: bench }, options)
      : report(bench, options, { machine, earlier: before }));
    print(`\n${machine}\n\n${options.markdown ? markdown(results) : aligned(results)}`);
  } finally {
    await bench.close();
    if (before instanceof Bench) await before.close();
  }
}

interface Circumstances {
  readonly machine: string;
  readonly earlier: Report | undefined;
}

async function report(bench: Bench, options: BenchOptions, { machine, earlier }: Circumstances): Promise<Table> {
  const lines = await measure(bench, options);
  if (options.json !== undefined) keep(options.json, await reportOf(bench, machine, lines));
  return table(lines, { aims: bench.ownServer, earlier });
}

/** A build of our own, or somebody else's server. */
function subjectOf({ kubeconfig, server = PROGRAM, remote }: BenchOptions): Pick<BenchSettings, 'program' | 'foreign'> {
  if (kubeconfig !== undefined) return { program: server, foreign: foreignTarget(kubeconfig, { remote }) };
  if (!existsSync(server)) throw new BenchError(`${server} is not there: npm run build`);
  return { program: server };
}

/** Figures of an earlier run, or what is to be measured in turn. */
function comparedWith(file: string, settings: BenchOptions & Pick<BenchSettings, 'load'>): Report | Bench {
  if (!existsSync(file))
    throw new BenchError(`${file} is not there: --compare takes figures, a build or a kubeconfig.`);
  if (file.endsWith('.json')) return readReport(file);
  const other = file.endsWith('.js') ? { server: file, kubeconfig: undefined } : { kubeconfig: file };
  return new Bench({ ...settings, ...subjectOf({ ...settings, ...other }), pids: settings.comparePids });
}

async function measure(bench: Bench, { rows: only }: BenchOptions): Promise<Line[]> {
  const lines: Line[] = [];
  for (const work of choose(only)) {
    const results = await timed(work, [bench], () => work.run(bench));
    for (const row of work.rows) {
      const measured = results?.[row.name];
      if (measured !== undefined && isWanted(row.name, only)) lines.push({ row, measured });
    }
  }
  return lines;
}

async function compare(pair: Pair, { rows: only, rounds }: BenchOptions): Promise<Table> {
  const compared: ComparedRow[] = [];
  for (const work of choose(only)) {
    const rows = await timed(work, [pair.before, pair.after], () => compareInTurn(pair, work, rounds));
    compared.push(...(rows ?? []).filter(({ row }) => isWanted(row.name, only)));
  }
  return comparison(compared);
}

/** Tells what is being measured and how long that took; undefined where it cannot be. */
async function timed<T>(work: Work, benches: readonly Bench[], run: () => Promise<T>): Promise<T | undefined> {
  const title = work.rows[0]?.title;
  const unable = benches.map((bench) => work.unable?.(bench)).find((reason) => reason !== undefined);
  if (unable !== undefined) {
    progress(`${title}: ${unable}\n`);
    return undefined;
  }
  progress(`${title} …`);
  const began = performance.now();
  const result = await run();
  progress(` ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
  return result;
}

function choose(only: readonly string[]): readonly Work[] {
  const parts = works.flatMap(({ rows }) => rows.map(({ name }) => name));
  const unknown = only.filter((name) => !names(works).includes(name) && !parts.includes(name));
  if (unknown.length > 0) throw new BenchError(`No row ${unknown.join(', ')}. There are: ${names(works).join(', ')}`);
  if (only.length === 0) return works.filter(({ onlyByName }) => onlyByName !== true);
  return works.filter(({ rows }) => rows.some(({ name }) => isNamed(name, only)));
}

function isWanted(name: string, only: readonly string[]): boolean {
  return only.length === 0 || isNamed(name, only);
}

/** `stalls` stands for `stalls:1` and all other parts of it. */
function isNamed(name: string, only: readonly string[]): boolean {
  return only.includes(name) || only.includes(wholeOf(name));
}

function wholeOf(name: string): string {
  return name.split(':')[0] as string;
}

/** Parts of a whole are not told one by one. */
function names(from: readonly Work[]): string[] {
  return [...new Set(from.flatMap(({ rows }) => rows.map(({ name }) => wholeOf(name))))];
}

/** Load is for servers on this machine; on another it must be wanted. */
function foreignTarget(file: string, { remote }: Pick<BenchOptions, 'remote'>): Target {
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
