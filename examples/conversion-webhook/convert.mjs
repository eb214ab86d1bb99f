// How CronTabs are converted: v1beta1 keeps `hostPort`, v1 keeps `host` and `port`. Whoever serves it takes care of
// apiVersion, kind and metadata.

/** `example.com:2345` becomes `example.com` and `2345`. Either side of the colon may be empty. */
function splitHostPort({ hostPort, ...rest }) {
  if (hostPort === undefined) return rest;
  const colon = hostPort.lastIndexOf(':');
  // The message reaches the user of kubectl.
  if (colon < 0) throw new Error('hostPort could not be parsed into a separate host and port');
  const host = hostPort.slice(0, colon);
  const port = hostPort.slice(colon + 1);
  return { ...rest, ...(host === '' ? {} : { host }), ...(port === '' ? {} : { port }) };
}

/** The way back. Nothing is lost: a missing half leaves its side of the colon empty. */
function joinHostPort({ host, port, ...rest }) {
  if (host === undefined && port === undefined) return rest;
  return { ...rest, hostPort: `${host ?? ''}:${port ?? ''}` };
}

/** By the version that is there, and the version that is wanted. */
export const convert = { v1beta1: { v1: splitHostPort }, v1: { v1beta1: joinHostPort } };
