// npm run faults -- [--etcd] [--for 1h] [--seed N] [--writers N] [--pace MS]: does to a server what machines do, or to three on an etcd, and
// proves that nothing is lost.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { durationType } from '#server';
import { etcdFaults, longEtcdFaults } from './etcd-faults.ts';
import { runEtcdFaults } from './run-etcd-faults.ts';
import { type FaultReport, runFaults } from './run-faults.ts';

const { values } = parseArgs({
  options: {
    etcd: { type: 'boolean', default: false },
    for: { type: 'string', default: '1h' },
    seed: { type: 'string' },
    writers: { type: 'string', default: '8' },
    pace: { type: 'string', default: '0' },
  },
});
const length = durationType.parse(values.for);
if (length === undefined) throw new Error(`--for: ${JSON.stringify(values.for)} is not ${durationType.form}`);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
let end = Date.now() + length;
let told = Date.now();
// Who has seen enough gets the report of what there was.
process.once('SIGINT', () => {
  end = 0;
});

process.stdout.write(`Faults for ${values.for}, seed ${seed}\n`);
const options = {
  seed,
  writers: Number(values.writers),
  pace: Number(values.pace),
  program: fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url)),
  goesOn: () => Date.now() < end,
  progress(sofar: FaultReport) {
    if (Date.now() - told < 15_000) return;
    told = Date.now();
    process.stdout.write(`${Math.round((end - told) / 1000)} s left: ${inShort(sofar)}\n`);
  },
};
const faults = [...etcdFaults, ...longEtcdFaults];
const report = values.etcd
  ? await runEtcdFaults({ ...options, faults, spans: { fault: 3000, pause: 1500 } })
  : await runFaults(options);
process.stdout.write(`\n${inShort(report)}\n`);
for (const [name, count] of report.faults) process.stdout.write(`${String(count).padStart(6)} × ${name}\n`);
for (const violation of report.violations.slice(0, 50)) process.stdout.write(`VIOLATION ${violation}\n`);
if (report.leaders !== undefined) process.stdout.write(`${report.leaders} times a server became the leader\n`);
process.stdout.write(`${report.violations.length} violations\n`);
process.exitCode = report.violations.length === 0 ? 0 : 1;

function inShort({ acknowledged, refused, unknown, reads, lists, events, gaps }: FaultReport): string {
  return `${acknowledged} writes acknowledged, ${refused} refused, ${unknown} unknown, ${reads} reads, ${lists} lists, ${events} events, ${gaps} gaps in the watch`;
}
