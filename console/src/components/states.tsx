import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** What is quick is not announced: a word that flashes up is worse than none. */
const QUIET_MS = 250;

export function Loading({ what }: { readonly what: string }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p class="loading" role="status">
      {slow && `Loading ${what} …`}
    </p>
  );
}

/** Nothing is there: says what was looked for, and what to do about it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children !== undefined && <div class="empty-hint">{children}</div>}
    </div>
  );
}
