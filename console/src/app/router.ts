import { signal } from '@preact/signals';

/** Where the server has the console. All addresses that the screens speak of are below it. */
export const BASE = '/console';

export interface Place {
  /** `/objects/apps/v1/deployments` */
  readonly path: string;
  readonly query: URLSearchParams;
}

export const place = signal<Place>(readPlace());

function readPlace(): Place {
  const { pathname, search } = window.location;
  const path = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : pathname;
  return { path: path.replace(/\/+$/, '') || '/', query: new URLSearchParams(search) };
}

/** The address of a place in the console. */
export function href(path: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') search.set(name, value);
  const text = search.toString();
  return `${BASE}${path}${text === '' ? '' : `?${text}`}`;
}

export function navigate(address: string, { replace = false } = {}): void {
  if (replace) window.history.replaceState(null, '', address);
  else window.history.pushState(null, '', address);
  place.value = readPlace();
}

/** Changes the query of the present place, so that the address tells what is shown. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const { path, query } = place.peek();
  navigate(href(path, { ...Object.fromEntries(query), ...changes }), { replace: true });
}

/** Follows links of the console without loading the page anew, and the buttons of the browser. */
export function followLinks(): void {
  window.addEventListener('popstate', () => {
    place.value = readPlace();
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || !isOurs(link, event)) return;
    event.preventDefault();
    navigate(link.pathname + link.search);
  });
}

function isOurs(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const inside = link.origin === window.location.origin && link.pathname.startsWith(BASE);
  return plain && inside && link.hash === '' && link.target === '' && !link.hasAttribute('download');
}
