import { goQuote } from './go-text.ts';
import {
  fromBytes,
  isValidEncoding,
  percentDecode,
  percentEncode,
  toBytes,
  tryUnescape,
  UrlFault,
} from './percent-encoding.ts';
import { parseStrictAddress } from './strict-address.ts';

/**
 * A URL as Go's `net/url` reads it. Parts that were escaped are kept as bytes, one in each character, because they need
 * not be UTF-8.
 */
export class GoUrl {
  scheme = '';
  /** What follows the scheme, if that is no path. */
  opaque = '';
  user: { readonly name: string; readonly password: string | undefined } | undefined;
  host = '';
  path = '';
  rawPath = '';
  rawQuery = '';
  fragment = '';
  rawFragment = '';
  forceQuery = false;
  omitHost = false;

  /** Without the port, and without the brackets of an IPv6 address. */
  get hostname(): string {
    return splitHostPort(this.host)[0];
  }
  get port(): string {
    return splitHostPort(this.host)[1];
  }
  /** `name:password`, escaped; empty if there is none. */
  get userInfo(): string {
    const { user } = this;
    if (user === undefined) return '';
    const password = user.password === undefined ? '' : `:${percentEncode(user.password, 'user')}`;
    return `${percentEncode(user.name, 'user')}${password}`;
  }
  get escapedPath(): string {
    if (
      this.rawPath !== '' &&
      isValidEncoding(this.rawPath, 'path') &&
      percentDecode(this.rawPath, 'path') === this.path
    )
      return this.rawPath;
    return this.path === '*' ? '*' : percentEncode(this.path, 'path');
  }
  get escapedFragment(): string {
    const { rawFragment } = this;
    const isValid = rawFragment !== '' && isValidEncoding(rawFragment, 'fragment');
    if (isValid && percentDecode(rawFragment, 'fragment') === this.fragment) return rawFragment;
    return percentEncode(this.fragment, 'fragment');
  }
  /** The values of each parameter, in order. Parameters that are malformed are left out. */
  get query(): ReadonlyMap<string, readonly string[]> {
    const query = new Map<string, string[]>();
    for (const part of this.rawQuery.split('&')) {
      if (part === '' || part.includes(';')) continue;
      const [key, value] = cut(part, '=').map((text) => tryUnescape(text, 'query'));
      if (key === undefined || value === undefined) continue;
      const values = query.get(key);
      if (values === undefined) query.set(key, [value]);
      else values.push(value);
    }
    return query;
  }

  toString(): string {
    const scheme = this.scheme === '' ? '' : `${this.scheme}:`;
    const query = this.forceQuery || this.rawQuery !== '' ? `?${this.rawQuery}` : '';
    const fragment = this.fragment === '' ? '' : `#${this.escapedFragment}`;
    return fromBytes(`${scheme}${this.opaque === '' ? this.#location(scheme) : this.opaque}${query}${fragment}`);
  }

  #location(scheme: string): string {
    const authority = this.#authority();
    const path = this.escapedPath;
    const slash = path !== '' && !path.startsWith('/') && this.host !== '' ? '/' : '';
    const isRelative = `${scheme}${authority}${slash}` === '';
    const dot = isRelative && cut(path, '/')[0].includes(':') ? './' : '';
    return `${authority}${slash}${dot}${path}`;
  }

  #authority(): string {
    const { host, user } = this;
    if (this.scheme === '' && host === '' && user === undefined) return '';
    if (this.omitHost && host === '' && user === undefined) return '';
    const slashes = host !== '' || this.path !== '' || user !== undefined ? '//' : '';
    const info = user === undefined ? '' : `${this.userInfo}@`;
    return `${slashes}${info}${percentEncode(host, 'host')}`;
  }
}

/** An absolute URL or path, as in the first line of a request; or why it cannot be parsed, in Go's words. */
export function parseRequestUri(text: string): GoUrl | string {
  return guarded(text, () => parse(toBytes(text), { viaRequest: true }));
}

/** Any URL, also a relative one with a fragment; or why it cannot be parsed. */
export function parseUrl(text: string): GoUrl | string {
  const [before, fragment] = cut(text, '#');
  const url = guarded(before, () => parse(toBytes(before), { viaRequest: false }));
  if (typeof url === 'string' || fragment === '') return url;
  return guarded(text, () => {
    const raw = toBytes(fragment);
    url.fragment = percentDecode(raw, 'fragment');
    url.rawFragment = percentEncode(url.fragment, 'fragment') === raw ? '' : raw;
    return url;
  });
}

function guarded(text: string, read: () => GoUrl): GoUrl | string {
  try {
    return read();
  } catch (fault) {
    if (fault instanceof UrlFault) return `parse ${goQuote(text)}: ${fault.message}`;
    throw fault;
  }
}

function cut(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}

function parse(text: string, { viaRequest }: { viaRequest: boolean }): GoUrl {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\x00-\x1f\x7f]/.test(text)) throw new UrlFault('net/url: invalid control character in URL');
  if (text === '' && viaRequest) throw new UrlFault('empty url');
  const url = new GoUrl();
  if (text === '*') {
    url.path = '*';
    return url;
  }
  let rest = readScheme(url, text);
  if (rest !== '' && rest.indexOf('?') === rest.length - 1) {
    url.forceQuery = true;
    rest = rest.slice(0, -1);
  } else [rest, url.rawQuery] = cut(rest, '?');
  if (!rest.startsWith('/')) {
    if (url.scheme !== '') {
      url.opaque = rest;
      return url;
    }
    if (viaRequest) throw new UrlFault('invalid URI for request');
    if (cut(rest, '/')[0].includes(':')) throw new UrlFault('first path segment in URL cannot contain colon');
  }
  const path = readAuthority(url, rest, { viaRequest });
  url.path = percentDecode(path, 'path');
  url.rawPath = percentEncode(url.path, 'path') === path ? '' : path;
  return url;
}

function readScheme(url: GoUrl, text: string): string {
  const match = /^([a-zA-Z][a-zA-Z0-9+.-]*)?:/.exec(text);
  if (match === null) return text;
  if (match[1] === undefined) throw new UrlFault('missing protocol scheme');
  url.scheme = match[1].toLowerCase();
  return text.slice(match[0].length);
}

/** The path behind the authority, if there is one. */
function readAuthority(url: GoUrl, rest: string, { viaRequest }: { viaRequest: boolean }): string {
  const mayHave = url.scheme !== '' || (!viaRequest && !rest.startsWith('///'));
  if (!mayHave || !rest.startsWith('//')) {
    url.omitHost = url.scheme !== '' && rest.startsWith('/');
    return rest;
  }
  const slash = rest.indexOf('/', 2);
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
  const at = authority.lastIndexOf('@');
  url.host = readHost(url.scheme, authority.slice(at + 1));
  if (at >= 0) url.user = readUser(authority.slice(0, at));
  return slash < 0 ? '' : rest.slice(slash);
}

function readUser(info: string): GoUrl['user'] {
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(info)) throw new UrlFault('net/url: invalid userinfo');
  if (!info.includes(':')) return { name: percentDecode(info, 'user'), password: undefined };
  const [name, password] = cut(info, ':');
  return { name: percentDecode(name, 'user'), password: percentDecode(password, 'user') };
}

function readHost(scheme: string, host: string): string {
  const bracket = host.lastIndexOf('[');
  if (bracket > 0) throw new UrlFault('invalid IP-literal');
  if (bracket === 0) return readIpLiteral(host);
  const first = host.indexOf(':');
  if (first >= 0) {
    // A list of hosts with ports is let pass where it is not the web.
    const isWeb = scheme === 'http' || scheme === 'https';
    checkPort(host.slice(isWeb ? first : host.lastIndexOf(':')));
  }
  return percentDecode(host, 'host');
}

function readIpLiteral(host: string): string {
  const end = host.lastIndexOf(']');
  if (end < 0) throw new UrlFault("missing ']' in host");
  const port = host.slice(end + 1);
  checkPort(port);
  const name = host.slice(1, end);
  const zone = name.indexOf('%25');
  const unescaped =
    zone < 0
      ? percentDecode(name, 'host')
      : percentDecode(name.slice(0, zone), 'host') + percentDecode(name.slice(zone), 'zone');
  const address = parseStrictAddress(unescaped);
  if (typeof address === 'string') throw new UrlFault(`invalid host: ${address}`);
  if (address.family === 4) throw new UrlFault('invalid IP-literal');
  return `[${unescaped}]${port}`;
}

function checkPort(port: string): void {
  if (!isOptionalPort(port)) throw new UrlFault(`invalid port ${goQuote(fromBytes(port))} after host`);
}

function isOptionalPort(port: string): boolean {
  return port === '' || /^:[0-9]*$/.test(port);
}

function splitHostPort(hostPort: string): readonly [string, string] {
  const colon = hostPort.lastIndexOf(':');
  const hasPort = colon >= 0 && isOptionalPort(hostPort.slice(colon));
  const host = hasPort ? hostPort.slice(0, colon) : hostPort;
  return [host.replace(/^\[(.*)\]$/, '$1'), hasPort ? hostPort.slice(colon + 1) : ''];
}
