// A conversion webhook for the CronTab of this example: v1beta1 keeps `hostPort`, v1 keeps `host` and `port`.
// Plain Node, no dependencies. The upper half is the conversion; the lower half serves any conversion.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

/** A conversion that cannot be done. Its message reaches the user of kubectl. */
class ConversionFailure extends Error {}

/** `example.com:2345` becomes `example.com` and `2345`. Either side of the colon may be empty. */
function splitHostPort({ hostPort, ...rest }) {
  if (hostPort === undefined) return rest;
  const colon = String(hostPort).lastIndexOf(':');
  if (colon < 0) throw new ConversionFailure('hostPort could not be parsed into a separate host and port');
  const host = hostPort.slice(0, colon);
  const port = hostPort.slice(colon + 1);
  return { ...rest, ...(host === '' ? {} : { host }), ...(port === '' ? {} : { port }) };
}

/** The way back. Nothing is lost: a missing half leaves its side of the colon empty. */
function joinHostPort({ host, port, ...rest }) {
  if (host === undefined && port === undefined) return rest;
  return { ...rest, hostPort: `${host ?? ''}:${port ?? ''}` };
}

const conversions = {
  'example.com/v1beta1 to example.com/v1': splitHostPort,
  'example.com/v1 to example.com/v1beta1': joinHostPort,
};

/** Converts one object. Everything in metadata but labels and annotations has to stay as it is. */
export function convertCronTab(object, desiredAPIVersion) {
  if (object.apiVersion === desiredAPIVersion) return object;
  const name = `${object.apiVersion} to ${desiredAPIVersion}`;
  if (!Object.hasOwn(conversions, name)) throw new ConversionFailure(`no conversion from ${name}`);
  return { ...conversions[name](object), apiVersion: desiredAPIVersion };
}

const reviewVersions = ['apiextensions.k8s.io/v1', 'apiextensions.k8s.io/v1beta1'];

/** The answer to a ConversionReview, in the version of the question. Objects keep their order; one failure fails all. */
export function answerReview(review, convert = convertCronTab) {
  const { apiVersion, kind, request } = review ?? {};
  if (kind !== 'ConversionReview' || !reviewVersions.includes(apiVersion) || !Array.isArray(request?.objects)) {
    throw new TypeError('the body is no ConversionReview of apiextensions.k8s.io/v1 or v1beta1 with a request');
  }
  const response = { uid: request.uid };
  try {
    response.convertedObjects = request.objects.map((object) => convert(object, request.desiredAPIVersion));
    response.result = { status: 'Success' };
  } catch (error) {
    if (!(error instanceof ConversionFailure)) throw error;
    response.result = { status: 'Failed', message: error.message };
  }
  return { apiVersion, kind, response };
}

const bodyMaximum = 64 * 1024 * 1024;

async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > bodyMaximum) throw new RangeError('the body is too large');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function reply(response, status, body) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? 'text/plain' : 'application/json';
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text);
}

/** Starts the webhook. `port: 0` takes a free one. `key` and `cert` are PEM texts. */
export async function startWebhook({ port, key, cert, host = '127.0.0.1', path = '/crdconvert', log = () => {} }) {
  let calls = 0;
  const server = createServer({ key, cert }, async (request, response) => {
    // API servers add `?timeout=30s`: only the path says who is meant.
    const { pathname } = new URL(request.url ?? '/', 'https://webhook');
    if (request.method !== 'POST' || pathname !== path) return reply(response, 404, `there is only POST ${path}\n`);
    calls += 1;
    try {
      const review = await readBody(request);
      const answer = answerReview(review);
      const { status, message } = answer.response.result;
      log(`${review.request.objects.length} to ${review.request.desiredAPIVersion}: ${message ?? status}`);
      reply(response, 200, answer);
    } catch (error) {
      log(`bad request: ${error.message}`);
      reply(response, 400, `${error.message}\n`);
    }
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const bound = server.address().port;
  return {
    port: bound,
    url: `https://${host.includes(':') ? `[${host}]` : host}:${bound}${path}`,
    /** How often it was called so far. */
    calls: () => calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '9443' },
      host: { type: 'string', default: '127.0.0.1' },
      key: { type: 'string', default: 'key.pem' },
      cert: { type: 'string', default: 'cert.pem' },
    },
  });
  const running = await startWebhook({
    port: Number(values.port),
    host: values.host,
    key: readFileSync(values.key, 'utf8'),
    cert: readFileSync(values.cert, 'utf8'),
    log: (line) => console.log(line),
  });
  console.log(`Converting CronTabs at ${running.url}`);
}
