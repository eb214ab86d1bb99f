import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { ConversionRuleError } from '#conversion';
import { encodeJson, parseJson } from '#machinery';
import { isJsonObject, type Json, type JsonObject } from '#meta';

/** Gives the object in another version. Throws a `ConversionRuleError`. */
type Convert = (object: JsonObject, version: string) => JsonObject;

interface WebhookSettings {
  readonly convert: Convert;
  /** `example.com` */
  readonly group: string;
  readonly host: string;
  readonly port: number;
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

export interface RunningWebhook {
  readonly port: number;
  /** Answers what was asked and takes nothing more. */
  stop(): Promise<void>;
}

const maxBodyBytes = 64 * 1024 * 1024;

/** Serves `/convert` and `/healthz` over HTTPS. */
export async function startConversionWebhook(settings: WebhookSettings): Promise<RunningWebhook> {
  const { cert, key, port, host } = settings;
  const server = createServer({ cert, key }, (request, response) => {
    handle(request, response, settings).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeIdleConnections();
      await closed;
    },
  };
}

async function handle(request: IncomingMessage, response: ServerResponse, settings: WebhookSettings): Promise<void> {
  if (request.url === '/healthz') {
    response.end('ok');
    return;
  }
  if (request.method !== 'POST' || request.url?.split('?')[0] !== '/convert') {
    response.writeHead(404).end();
    return;
  }
  const body = await bodyOf(request);
  const answer = body === undefined ? undefined : answerReview(body, settings);
  if (answer === undefined) response.writeHead(400).end('this is no ConversionReview of v1 or v1beta1\n');
  else response.setHeader('content-type', 'application/json').end(encodeJson(answer));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxBodyBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The answer to a ConversionReview; undefined where it is none. */
function answerReview(body: Uint8Array, settings: WebhookSettings): JsonObject | undefined {
  const { apiVersion, kind, request } = parsed(body);
  const isReview = kind === 'ConversionReview' && /^apiextensions\.k8s\.io\/v1(beta1)?$/.test(String(apiVersion));
  if (!isReview || !isJsonObject(request)) return undefined;
  return { apiVersion, kind, response: responseTo(request, settings) };
}

function parsed(body: Uint8Array): JsonObject {
  try {
    const { value } = parseJson(body, { duplicates: false });
    return isJsonObject(value) ? value : {};
  } catch {
    // What is no JSON is no review either.
    return {};
  }
}

function responseTo({ uid, desiredAPIVersion, objects }: JsonObject, { convert, group }: WebhookSettings): JsonObject {
  const [asked, version = ''] = String(desiredAPIVersion).split('/');
  try {
    if (asked !== group) throw new ConversionRuleError(`the rules are for ${group}, and not for ${String(asked)}`);
    const all = Array.isArray(objects) ? objects : [];
    const convertedObjects = all.map((object) => convertedObject(object, version, convert));
    return { uid, result: { status: 'Success' }, convertedObjects };
  } catch (error) {
    if (!(error instanceof ConversionRuleError)) throw error;
    return { uid, result: { status: 'Failure', message: error.message } };
  }
}

function convertedObject(object: Json, version: string, convert: Convert): JsonObject {
  if (!isJsonObject(object)) throw new ConversionRuleError('there is something else than an object');
  try {
    return convert(object, version);
  } catch (error) {
    if (!(error instanceof ConversionRuleError)) throw error;
    const { namespace, name } = isJsonObject(object.metadata) ? object.metadata : {};
    const place = [namespace, name].filter((part) => typeof part === 'string').join('/');
    throw new ConversionRuleError(`${place}: ${error.message}`, { cause: error });
  }
}
