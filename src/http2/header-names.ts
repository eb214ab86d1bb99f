const token = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;

/** Whether headers can have this name. */
export const isHeaderName = (name: string): boolean => token.test(name);

/** They are about a connection of HTTP/1.1 (RFC 9113, section 8.2.2). */
export const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);
