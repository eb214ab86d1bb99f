import { goQuote } from '#meta';

/** The parts of a URL that the rules of a webhook's address speak of, as Go's net/url finds them. */
interface GoUrl {
  readonly scheme: string;
  /** With the port. */
  readonly host: string;
  readonly user: string | undefined;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

/** The URL, or why Go would not read it. The URL class of the platform repairs too much to be asked. */
export function parseGoUrl(text: string): GoUrl | { readonly fault: string } {
  const fault = (why: string): { fault: string } => ({ fault: `parse ${goQuote(text)}: ${why}` });
  if (hasControl(text)) return fault('net/url: invalid control character in URL');
  const [beforeFragment, fragment] = cut(text, '#');
  const scheme = schemeOf(beforeFragment);
  if (scheme === undefined) return fault('missing protocol scheme');
  const afterScheme = scheme === '' ? beforeFragment : beforeFragment.slice(scheme.length + 1);
  const [hierarchy, query] = cut(afterScheme, '?');
  if (scheme === '' && /^[^/]*:/.test(hierarchy)) return fault('first path segment in URL cannot contain colon');
  const hasAuthority = hierarchy.startsWith('//');
  const slash = hasAuthority ? hierarchy.indexOf('/', 2) : 0;
  const authority = hasAuthority ? hierarchy.slice(2, slash < 0 ? undefined : slash) : '';
  const path = slash < 0 ? '' : hierarchy.slice(slash);
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  const why = hostFault(host) ?? escapeFault(path) ?? escapeFault(fragment);
  if (why !== undefined) return fault(why);
  return {
    scheme: scheme.toLowerCase(),
    host,
    user: at < 0 ? undefined : authority.slice(0, at),
    path,
    query,
    fragment,
  };
}

/** Empty if there is none; undefined for a colon with nothing before it. */
function schemeOf(text: string): string | undefined {
  if (text.startsWith(':')) return undefined;
  return /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)?.[1] ?? '';
}

function hostFault(host: string): string | undefined {
  const colon = host.startsWith('[') ? host.indexOf(':', host.indexOf(']')) : host.lastIndexOf(':');
  if (host.startsWith('[') && !host.includes(']')) return "missing ']' in host";
  const port = colon < 0 ? '' : host.slice(colon);
  if (!/^(:[0-9]*)?$/.test(port)) return `invalid port ${goQuote(port)} after host`;
  const odd = /[ "<>\\^`{|}]/.exec(host);
  return odd === null ? escapeFault(host) : `invalid character ${goQuote(odd[0])} in host name`;
}

function escapeFault(text: string): string | undefined {
  const bad = /%(?![0-9A-Fa-f]{2}).{0,2}/s.exec(text);
  return bad === null ? undefined : `invalid URL escape ${goQuote(bad[0])}`;
}

function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

function cut(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
