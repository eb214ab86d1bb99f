// Where a thread begins that serves heavy requests: the same rooms as in the main thread, over a store that it asks for.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Log, World } from '#meta';
import { randomIds, systemClock } from '../world.ts';
import { MainThread } from './main-thread.ts';
import type { LogLevel, ThreadMetrics, ThreadStart, ToMain, ToThread } from './messages.ts';
import { RemoteStore } from './remote-store.ts';
import { ThreadHouse } from './thread-house.ts';

const port = parentPort as MessagePort;
const start = workerData as ThreadStart;
const send = (message: ToMain, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(message, transfer);

/** The main thread's time, from when it gave us something to do. */
let offset = 0;
const clock: World['clock'] = { ...systemClock, now: () => systemClock.now() + offset };

const log = Object.fromEntries(
  (['debug', 'info', 'warn', 'error'] satisfies LogLevel[]).map((level) => [
    level,
    (message: string, fields: object = {}) => send({ type: 'log', level, message, fields: cloneable(fields) }),
  ]),
) as unknown as Log;

/** Errors survive the way to another thread; functions would not. */
function cloneable(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value !== 'function'));
}

const count = (name: keyof ThreadMetrics) => (what: unknown) => send({ type: 'count', name, what });
const metrics: ThreadMetrics = {
  admission: count('admission'),
  admissionStep: count('admissionStep'),
  webhook: count('webhook'),
  conversion: count('conversion'),
  authenticated: count('authenticated'),
  authorized: count('authorized'),
};

const mainThread = new MainThread(port, start);
const store = new RemoteStore(mainThread);
const house = ThreadHouse.open({ start, store, mainThread, metrics, world: { clock, ids: randomIds, log } });

port.on('message', (message: ToThread) => {
  if (message.type === 'answer') mainThread.answered(message.id, message.outcome);
  else if (message.type === 'end') void end();
  else void serve(message);
});

async function serve({ id, job }: Extract<ToThread, { type: 'job' }>): Promise<void> {
  offset = job.now - systemClock.now();
  const reply = await (await house).serve(job);
  const body = new Uint8Array(reply.body);
  send({ type: 'done', id, reply: { ...reply, body } }, [body.buffer]);
}

async function end(): Promise<void> {
  await (await house).idle();
  send({ type: 'ended' });
}
