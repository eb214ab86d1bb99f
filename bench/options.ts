import { parseArgs } from 'node:util';
import { BenchError } from './bench-error.ts';

export const usage = `npm run bench -- [options]

  --rows NAME,…        only these rows; --rows list tells their names
  --seconds N          how long each row is measured (5)
  --warm-up N          seconds of requests before that are not measured (2)
  --slices N           parts of that time; the median of them is reported (5)
  --processes N        processes that make the load (1)
  --kubeconfig FILE    measure this server instead of one of our own
  --pid PID,…          its processes, for its memory (otherwise what it says in /metrics)
  --remote             allow a server on another machine
  --server FILE        another build's cli/main.js
  --node-args="ARGS"   for the Node of our own server, e.g. --node-args="--cpu-prof --cpu-prof-dir=/tmp/profiles"
  --json FILE          keep the figures
  --compare FILE       compare with figures kept earlier (FILE.json), or measure in turn with another build
                       (its cli/main.js) or with another server (its kubeconfig), which then is "before"
  --compare-pid PID,…  that server's processes
  --rounds N           how often both are measured in turn (5); the medians are reported
  --markdown           print the table as Markdown
`;

export interface BenchOptions {
  readonly rows: readonly string[];
  readonly seconds: number;
  readonly warmUp?: number | undefined;
  readonly slices: number;
  readonly processes: number;
  readonly kubeconfig?: string | undefined;
  readonly pids: readonly number[];
  readonly remote: boolean;
  readonly server?: string | undefined;
  readonly nodeArguments: readonly string[];
  readonly json?: string | undefined;
  readonly compare?: string | undefined;
  readonly comparePids: readonly number[];
  readonly rounds: number;
  readonly markdown: boolean;
  readonly help: boolean;
}

const flags = {
  rows: { type: 'string' },
  seconds: { type: 'string' },
  'warm-up': { type: 'string' },
  slices: { type: 'string' },
  processes: { type: 'string' },
  kubeconfig: { type: 'string' },
  pid: { type: 'string' },
  remote: { type: 'boolean' },
  server: { type: 'string' },
  'node-args': { type: 'string' },
  json: { type: 'string' },
  compare: { type: 'string' },
  'compare-pid': { type: 'string' },
  rounds: { type: 'string' },
  markdown: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parsed(args);
  return {
    rows: list(values.rows),
    seconds: number('seconds', values.seconds ?? '5', { from: 0.2, to: 600 }),
    warmUp: values['warm-up'] === undefined ? undefined : number('warm-up', values['warm-up'], { from: 0, to: 600 }),
    slices: Math.round(number('slices', values.slices ?? '5', { from: 1, to: 100 })),
    processes: Math.round(number('processes', values.processes ?? '1', { from: 1, to: 64 })),
    kubeconfig: values.kubeconfig,
    pids: pids('pid', values.pid),
    remote: values.remote ?? false,
    server: values.server,
    nodeArguments: (values['node-args'] ?? '').split(' ').filter((part) => part !== ''),
    json: values.json,
    compare: values.compare,
    comparePids: pids('compare-pid', values['compare-pid']),
    rounds: Math.round(number('rounds', values.rounds ?? '5', { from: 1, to: 100 })),
    markdown: values.markdown ?? false,
    help: values.help ?? false,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags });
  } catch (error) {
    throw new BenchError(`${(error as Error).message}\n\n${usage}`);
  }
}

function list(text: string | undefined): readonly string[] {
  return (text ?? '').split(',').filter((part) => part !== '');
}

function pids(name: string, text: string | undefined): readonly number[] {
  return list(text).map((pid) => number(name, pid, { from: 1, to: 2 ** 31 }));
}

function number(name: string, text: string, { from, to }: { readonly from: number; readonly to: number }): number {
  const value = Number(text);
  if (text === '' || !(value >= from && value <= to))
    throw new BenchError(`--${name} takes a number from ${from} to ${to}, not ${JSON.stringify(text)}.`);
  return value;
}
