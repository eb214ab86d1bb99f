import { useEffect, useState } from 'preact/hooks';

/** What became of a question: exactly one of the two is there, and none until it is answered. */
export interface Answer<T> {
  readonly value?: T;
  readonly error?: unknown;
}

/**
 * Asks when the key changes, and forgets the answer to an older question. The former answer stays until then, unless it
 * is of another key.
 */
export function useAsk<T>(key: string, question: (signal: AbortSignal) => Promise<T>): Answer<T> {
  const [state, setState] = useState<{ readonly key: string; readonly answer: Answer<T> }>();
  // The key says when the question is another one.
  useEffect(() => {
    const abort = new AbortController();
    const tell = (answer: Answer<T>): void => {
      if (!abort.signal.aborted) setState({ key, answer });
    };
    question(abort.signal).then(
      (value) => tell({ value }),
      (error: unknown) => tell({ error }),
    );
    return () => abort.abort();
  }, [key]);
  return state?.key === key ? state.answer : {};
}
