import { followNpm } from './npm-parent.ts';

/**
 * Ctrl-C under npm arrives twice: once from the terminal and once more from npm, which passes it on. Only a signal
 * that comes later than this is somebody losing patience.
 */
const ECHO_MS = 500;

/** How long after the signal npm's copy of it may still be on its way. */
const ECHO_DELAY_MS = 150;

/**
 * Under npm, waits until the copy has come: a process that is already ending no longer catches signals, and would be
 * reported as killed though it stopped well.
 */
export async function letEchoPass(): Promise<void> {
  if (process.env.npm_lifecycle_event === undefined) return;
  await new Promise((resolve) => setTimeout(resolve, ECHO_DELAY_MS));
}

const LONG_MS = 2 ** 30;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ends the process whatever it is doing. `process.exit` would wait for calls to the disk that never return. */
function endNow(): void {
  for (const signal of signals) process.removeAllListeners(signal);
  process.kill(process.pid, 'SIGTERM');
}

/** Ends a process that has not stopped by itself so long after it was told to. Keeps it until then. */
export function endLate(graceMs: number): NodeJS.Timeout {
  return setTimeout(() => {
    process.stderr.write('pinnace: could not stop in time. What was answered is on disk.\n');
    endNow();
  }, graceMs + 5000);
}

type StopSignal = (typeof signals)[number];

/** Calls back at each SIGINT, SIGTERM or SIGHUP, until it is disposed of. */
export function onStopSignals(work: (signal: StopSignal) => void): Disposable {
  followNpm();
  for (const signal of signals) process.on(signal, work);
  return {
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, work);
    },
  };
}

/** Calls back at the first SIGINT, SIGTERM or SIGHUP. A second one ends the process at once. */
export function onFirstSignal(work: (signal: StopSignal) => void): Disposable {
  let first: number | undefined;
  return onStopSignals((signal) => {
    if (first === undefined) {
      first = performance.now();
      work(signal);
    } else if (performance.now() - first > ECHO_MS) {
      endNow();
    }
  });
}

/** Resolves at the first of them. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => void onFirstSignal(() => resolve()));
}

/** Fires at the first signal, for a command that stops by itself; the second one ends the process. */
export function stoppable(): { readonly signal: AbortSignal } & Disposable {
  const stop = new AbortController();
  const listening = onStopSignals(() => (stop.signal.aborted ? endNow() : stop.abort()));
  // While a command only waits, nothing else may keep the process: it would end in the middle, and say nothing.
  const alive = setInterval(() => {}, LONG_MS);
  return {
    signal: stop.signal,
    [Symbol.dispose]() {
      clearInterval(alive);
      listening[Symbol.dispose]();
    },
  };
}
