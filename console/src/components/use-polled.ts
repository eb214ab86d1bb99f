import { useEffect, useState } from 'preact/hooks';
import type { Answer } from './use-ask.ts';

interface PolledAnswer<T> extends Answer<T> {
  /** Asks now. */
  readonly again: () => void;
}

/**
 * Asks again and again what nobody can watch, as long as the page is seen and `pauseMs` is not 0. The last value stays
 * until there is a newer one, also beside an error.
 */
export function usePolled<T>(question: (signal: AbortSignal) => Promise<T>, pauseMs: number): PolledAnswer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    const next = (): void => {
      if (!abort.signal.aborted && !document.hidden) setRound((before) => before + 1);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = (change: (before: Answer<T>) => Answer<T>): void => {
      if (abort.signal.aborted) return;
      setAnswer(change);
      if (pauseMs > 0) timer = setTimeout(next, pauseMs);
    };
    question(abort.signal).then(
      (value) => over(() => ({ value })),
      (error: unknown) => over(({ value }) => (value === undefined ? { error } : { value, error })),
    );
    document.addEventListener('visibilitychange', next);
    return () => {
      abort.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', next);
    };
  }, [round, pauseMs]);
  return { ...answer, again: () => setRound((before) => before + 1) };
}
