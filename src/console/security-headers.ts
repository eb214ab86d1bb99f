import type { Reply } from '#http';

type Headers = Reply['headers'];

/** For every answer of the console: nothing of another origin may show it, read it or be told of it. */
const forAll: Headers = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Pages load only what this server has, and no script that stands in a page. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** What the API answers is data, also where a pod behind a proxy wrote it: nothing in it runs or is shown as a page. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export const pageHeaders: Headers = { ...forAll, 'content-security-policy': pagePolicy };

const dataHeaders: Headers = { ...forAll, 'content-security-policy': DATA_POLICY };

/** An answer that is data, with the headers that keep it data. Nobody behind the API sets cookies of the console. */
export function asData(reply: Reply): Reply {
  const { 'set-cookie': _, ...headers } = reply.headers;
  return { ...reply, headers: { ...headers, ...dataHeaders } };
}
