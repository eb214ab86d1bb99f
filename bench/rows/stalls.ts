import { setTimeout as delay } from 'node:timers/promises';
import { stallCases } from '../stalls/cases.ts';
import { ask } from '../target/ask.ts';
import type { OwnServer } from '../target/own-server.ts';
import type { Measured, Row, Work } from './row.ts';

/** What the server promises: no turn of its event loop takes longer. */
const LIMIT_MS = 50;
const QUIET_MS = 100;
const SERVED_MS = 2000;
/** Enough for the compiler of the ordinary ways. */
const WARM_UP = 50;

const row = (name: string, title: string): Row => ({
  name,
  title,
  unit: 'ms',
  better: 'less',
  aim: { of: 'value', limit: LIMIT_MS },
});
const nameOf = (at: number): string => `stalls:${at + 1}`;

/** The longest turn of the event loop, in processor time, while the server has a request that is meant to hold it up. */
export const stalls: Work = {
  rows: [
    row('stalls', 'the longest turn of the event loop'),
    ...stallCases.map(({ name }, at) => row(nameOf(at), `… ${name}`)),
  ],
  onlyByName: true,
  unable: (bench) => (bench.ownServer ? undefined : 'it is measured inside of the server'),
  run: (bench) => bench.withKeptServer(({ server }) => measure(server), { reportsTurns: true, flags: ['--ephemeral'] }),
};

async function measure(server: OwnServer): Promise<{ readonly [row: string]: Measured }> {
  const results: { [row: string]: Measured } = {};
  const path = '/api/v1/namespaces/default/configmaps';
  for (let round = 0; round < WARM_UP; round++) {
    const body = JSON.stringify({ metadata: { name: `warm-${round}` }, data: { a: 'b' } });
    await ask(server.target, { method: 'POST', path, headers: { 'content-type': 'application/json' }, body });
    await ask(server.target, { method: 'GET', path });
  }
  for (const [at, stall] of stallCases.entries()) {
    for (const request of stall.before ?? []) {
      // What a definition defines is there a moment after it.
      if ((await ask(server.target, request)).status === 201) await delay(SERVED_MS);
    }
    await delay(QUIET_MS);
    await server.longestTurn();
    const { status } = await ask(server.target, stall.request(), 120_000);
    await delay(QUIET_MS);
    const { processor, wall, collection } = await server.longestTurn();
    const note = `status ${status}; ${wall.toFixed(0)} ms by the clock, garbage ${collection.toFixed(0)} ms`;
    results[nameOf(at)] = { value: processor, note };
  }
  const longest = Object.values(results).reduce((a, b) => (a.value > b.value ? a : b));
  const place = Object.values(results).indexOf(longest);
  return { stalls: { value: longest.value, note: stallCases[place]?.name ?? '' }, ...results };
}
