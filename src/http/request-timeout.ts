import { apiErrors, goQuote, parseQuery } from '#meta';
import type { HttpCall } from './call.ts';
import type { RequestInfo } from './request-info.ts';

/** Subresources without a timeout. k8s: pkg/controlplane/apiserver/config.go LongRunningFunc */
const longSubresources = new Set(['attach', 'exec', 'proxy', 'log', 'portforward']);

/**
 * How long a client is willing to wait (`?timeout=32s`), in milliseconds; undefined if it did not say, or for as long as it
 * takes. k8s: endpoints/filters/request_deadline.go
 */
export function askedTimeout({ query }: Pick<HttpCall, 'query'>, info: RequestInfo): number | undefined {
  if (!query.includes('timeout=')) return undefined;
  if (info.isResource && (info.verb === 'watch' || longSubresources.has(info.subresource))) return undefined;
  const text = parseQuery(query).get('timeout')?.[0] ?? '';
  if (text === '') return undefined;
  const asked = readDuration(text);
  if (typeof asked === 'number') return asked > 0 ? asked : undefined;
  throw apiErrors.badRequest(`invalid timeout specified in the request URL - time: ${asked.fault} ${goQuote(text)}`);
}

const millisecondsOf = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['µs', 1e-3],
  ['μs', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);
/** The longest that an int64 of nanoseconds holds. */
const LONGEST = 2 ** 63 / 1e6;
const durationPart = /^(\d*)(?:\.(\d*))?([^\d.]*)/;

/** `1h30m` as Go reads it, in milliseconds, or what is wrong with it in Go's words. k8s: Go's time.ParseDuration */
function readDuration(text: string): number | { readonly fault: string } {
  const invalid = { fault: 'invalid duration' };
  const sign = text.startsWith('-') ? -1 : 1;
  let rest = text.replace(/^[+-]/, '');
  if (rest === '0') return 0;
  if (rest === '') return invalid;
  let total = 0;
  while (rest !== '') {
    const [all, whole = '', fraction = '', unit = ''] = durationPart.exec(rest) as RegExpExecArray;
    if (whole === '' && fraction === '') return invalid;
    if (unit === '') return { fault: 'missing unit in duration' };
    const size = millisecondsOf.get(unit);
    if (size === undefined) return { fault: `unknown unit ${goQuote(unit)} in duration` };
    total += Number(`${whole}.${fraction || '0'}`) * size;
    if (total >= LONGEST) return invalid;
    rest = rest.slice(all.length);
  }
  return sign * total;
}
