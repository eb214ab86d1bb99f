import { EventEmitter, getEventListeners, once, setMaxListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { goneSignal } from './gone-signal.ts';
import type { Outlet } from './outlet.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const outlet = (connection: EventEmitter): Outlet =>
  ({ onceGone: (listener: () => void) => connection.once('close', listener) }) as unknown as Outlet;

it('leaves nothing of a request at the signal that stops the server, whatever was collected meanwhile', async () => {
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const connections = Array.from({ length: 20 }, () => new EventEmitter());
  const signals = connections.map((connection) => goneSignal(outlet(connection), stopping.signal));
  await turn();
  collectGarbage();
  for (const connection of connections) connection.emit('close');
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
  expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(0);
});

it('fires when the server stops', async () => {
  const stopping = new AbortController();
  const signal = goneSignal(outlet(new EventEmitter()), stopping.signal);
  const fired = once(signal, 'abort');
  stopping.abort();
  await fired;
});
