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
export function endNow(): void {
  for (const signal of signals) process.removeAllListeners(signal);
  process.kill(process.pid, 'SIGTERM');
}

/** Resolves at the first SIGINT, SIGTERM or SIGHUP. A second one ends the process at once. */
export function stopSignal(): Promise<void> {
  followNpm();
  return new Promise((resolve) => {
    let first: number | undefined;
    const onSignal = (): void => {
      if (first === undefined) {
        first = performance.now();
        resolve();
      } else if (performance.now() - first > ECHO_MS) {
        endNow();
      }
    };
    for (const signal of signals) process.on(signal, onSignal);
  });
}

/** Fires at the first signal, for a command that stops by itself; the second one ends the process. */
export function stoppable(): { readonly signal: AbortSignal } & Disposable {
  followNpm();
  const stop = new AbortController();
  const onSignal = (): void => (stop.signal.aborted ? endNow() : stop.abort());
  for (const signal of signals) process.on(signal, onSignal);
  // While a command only waits, nothing else may keep the process: it would end in the middle, and say nothing.
  const alive = setInterval(() => {}, LONG_MS);
  return {
    signal: stop.signal,
    [Symbol.dispose]() {
      clearInterval(alive);
      for (const signal of signals) process.removeListener(signal, onSignal);
    },
  };
}
