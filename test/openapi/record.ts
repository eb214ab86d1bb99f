// Records what a real server says, for openapi.test.ts:
//   npx tsx --conditions=pinnace-source test/openapi/record.ts URL TOKEN
// The server is a kube-apiserver of the version that is compared with, with --runtime-config api/all=true and the feature
// gates of the versions that need one. The definitions of the last recording are made there first.
import { readFileSync, writeFileSync } from 'node:fs';
import { type RequestOptions, request } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { JsonObject } from '#meta';
import { definitionsPath } from '../support/definitions.ts';
import { shapeV2, shapeV3 } from './shape.ts';

const [url = '', token = ''] = process.argv.slice(2);
const file = new URL('kube-apiserver-1.36.json.br', import.meta.url);

function ask(method: string, path: string, body?: object): Promise<JsonObject> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const options: RequestOptions = { method, headers, rejectUnauthorized: false };
  return new Promise((resolve, reject) => {
    const sent = request(url + path, options, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      resolve(JSON.parse(Buffer.concat(parts).toString()) as JsonObject);
    });
    sent.on('error', reject).end(body && JSON.stringify(body));
  });
}

const { definitions } = JSON.parse(brotliDecompressSync(readFileSync(file)).toString()) as {
  definitions: JsonObject[];
};
for (const definition of definitions) await ask('POST', definitionsPath, definition);
await delay(10_000);
const { paths } = (await ask('GET', '/openapi/v3')) as { paths: JsonObject };
const documents: { [key: string]: JsonObject } = {};
for (const key of Object.keys(paths)) documents[key] = await ask('GET', `/openapi/v3/${key}`);
const recorded = { definitions, v3: shapeV3(documents), v2: shapeV2(await ask('GET', '/openapi/v2')) };
const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
writeFileSync(file, brotliCompressSync(JSON.stringify(recorded), best));
