// npm run fuzz [-- --requests 20000 --seed 1]: requests with something wrong in them, against a server of its own.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { OwnServer } from '../../bench/target/own-server.ts';
import { type Finding, Round } from './round.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
/** A server is used for so many: what they leave behind must not become the work. */
const PER_SERVER = 20_000;

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
});
const wanted = Number(values.requests);

const print = (text: string): void => void process.stdout.write(`${text}\n`);

async function round(seed: number, requests: number): Promise<Round> {
  const parent = mkdtempSync(join(tmpdir(), 'pinnace-fuzz-'));
  const directory = join(parent, 'data');
  const place = { program: PROGRAM, directory, nodeArguments: [], flags: ['--ephemeral'], reportsTurns: true };
  const server = await OwnServer.start(place);
  try {
    const { host, port } = server.target;
    const admin = {
      url: `https://${host}:${port}`,
      token: OwnServer.token(directory),
      ca: readFileSync(join(directory, 'pki', 'ca.crt'), 'utf8'),
    };
    const one = new Round({ server, admin, seed, requests });
    await one.run();
    return one;
  } finally {
    await server.stop();
    rmSync(parent, { recursive: true, force: true });
  }
}

function tellRound({ sent, statuses, longestTurn, findings }: Round, seed: number): void {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status || 'cut'}: ${count}`);
  print(`seed ${seed}: ${sent} requests (${counts.join(', ')}), longest turn ${longestTurn.toFixed(0)} ms`);
  for (const { what, text } of findings) print(`  ${what}: ${text}`);
}

let sent = 0;
const found: Finding[] = [];
for (let seed = Number(values.seed); sent < wanted; seed++) {
  const done = await round(seed, Math.min(PER_SERVER, wanted - sent));
  tellRound(done, seed);
  sent += done.sent;
  found.push(...done.findings);
}
const count = (what: Finding['what']): number => found.filter((one) => one.what === what).length;
print(`${sent} requests: ${count('crash')} crashes, ${count('answer')} bad answers, ${count('turn')} long turns`);
// A busy machine makes turns long too: they are told, and not held against the run.
if (count('crash') + count('answer') > 0) process.exitCode = 1;
