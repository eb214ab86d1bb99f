import { spawnSync } from 'node:child_process';
import { BenchError } from '../bench-error.ts';
import { digitsOf, OBJECT } from '../load/request.ts';
import { median } from '../statistics.ts';
import type { Target } from '../target/target.ts';
import type { Bench } from './bench.ts';
import { COLLECTION, requests } from './config-maps.ts';
import type { Measured, Row, Work } from './row.ts';
import { measured } from './throughput.ts';

interface Check extends Row {
  readonly clients: number;
  readonly path: string;
  readonly before: number;
}

const rows: readonly Check[] = [
  {
    name: 'generator-get',
    title: 'get, 32 clients: our load to wrk',
    unit: 'ratio',
    better: 'more',
    clients: 32,
    path: requests.get.path.replace(OBJECT, digitsOf(0)),
    before: 1,
  },
  {
    name: 'generator-list',
    title: 'list of 500, 4 clients: our load to wrk',
    unit: 'ratio',
    better: 'more',
    clients: 4,
    path: COLLECTION,
    before: 500,
  },
];

const ROUNDS = 3;

/** Is it the server that is measured, or what measures? wrk is written in C and does the same work. */
export const generator: readonly Work[] = rows.map((row) => ({
  rows: [row],
  onlyByName: true,
  run: async (bench) => ({ [row.name]: await compare(bench, row) }),
}));

async function compare(bench: Bench, row: Check): Promise<Measured> {
  return bench.withServer(async ({ target, token = target.token }) => {
    if (token === undefined) throw new BenchError('wrk knows no client certificates: the kubeconfig needs a token.');
    // wrk cannot send a certificate, so neither do we here.
    const { cert: _, key: __, ...tls } = target.tls ?? { insecure: false };
    const same: Target = { ...target, token, ...(target.tls === undefined ? {} : { tls }) };
    await bench.fill(target, row.before);
    const ours: number[] = [];
    const wrks: number[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      ours.push(await ourRate(bench, same, row));
      wrks.push(wrkRate(bench, same, row));
    }
    const [our, wrk] = [median(ours), median(wrks)];
    const note = `ours ${Math.round(our)} per s, wrk ${Math.round(wrk)} per s`;
    return { value: our / wrk, slices: ours.map((rate, i) => rate / (wrks[i] as number)), note };
  });
}

async function ourRate(bench: Bench, target: Target, { clients, path }: Check): Promise<number> {
  const { load, seconds } = bench.settings;
  const result = await load.requests({
    kind: 'requests',
    target,
    request: { method: 'GET', path },
    clients,
    objects: { first: 0, step: 1, count: clients, atEnd: 'again' },
    warmUpMs: 500,
    sliceMs: seconds * 1000,
    slices: 1,
  });
  return measured(result).value;
}

function wrkRate(bench: Bench, { host, port, token, tls }: Target, { clients, path }: Check): number {
  const scheme = tls === undefined ? 'http' : 'https';
  const header = ['-H', `Authorization: Bearer ${token}`, '-H', 'Accept: application/json'];
  const time = `${Math.max(1, Math.round(bench.settings.seconds))}s`;
  const address = `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}${path}`;
  const { stdout, error } = spawnSync('wrk', ['-t1', `-c${clients}`, `-d${time}`, ...header, address], {
    encoding: 'utf8',
  });
  if (error !== undefined) throw new BenchError('wrk is not installed.');
  if (/Non-2xx/.test(stdout)) throw new BenchError(`wrk was refused:\n${stdout}`);
  return Number(/^Requests\/sec:\s*(\S+)/m.exec(stdout)?.[1]);
}
