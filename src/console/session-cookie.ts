/** How the browser keeps the id of a session. */
export interface CookieSettings {
  /** Whether the browser comes by TLS: then it sends the cookie in no other way. */
  readonly isSecure: boolean;
  /** Cookies do not tell ports apart: consoles of one machine must not overwrite each other's. */
  readonly port: number;
}

const PATH = '/console';

/** Browsers take a name with this beginning only together with `Secure`. (`__Host-` would need the path `/`.) */
const nameOf = ({ isSecure, port }: CookieSettings): string => `${isSecure ? '__Secure-' : ''}pinnace-console-${port}`;

const attributesOf = ({ isSecure }: CookieSettings): string =>
  `Path=${PATH}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;

export const setCookie = (settings: CookieSettings, id: string): string =>
  `${nameOf(settings)}=${id}; ${attributesOf(settings)}`;

export const clearCookie = (settings: CookieSettings): string =>
  `${nameOf(settings)}=; Max-Age=0; ${attributesOf(settings)}`;

/** The id that a `Cookie` header carries; undefined where it has none, or several that differ. */
export function sessionIdIn(header: string | undefined, settings: CookieSettings): string | undefined {
  const name = nameOf(settings);
  const ids = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return new Set(ids).size === 1 ? ids[0] : undefined;
}
