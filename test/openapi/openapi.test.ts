import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '#meta';
import { definitionsPath } from '../support/definitions.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';
import { good } from '../verb-suite/subject.ts';
import { shapeV2, shapeV3 } from './shape.ts';

/**
 * What kube-apiserver 1.36 says in its OpenAPI documents, without the sentences, with every built-in version turned on and
 * with definitions of many shapes. A server with the same definitions has to say the same.
 */
interface Recorded {
  readonly definitions: readonly JsonObject[];
  readonly v3: { readonly documents: JsonObject; readonly schemas: JsonObject };
  readonly v2: JsonObject;
}
const file = new URL('kube-apiserver-1.36.json.br', import.meta.url);
const recorded = JSON.parse(brotliDecompressSync(readFileSync(file)).toString()) as Recorded;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ 'runtime-config': 'api/all=true' });
  for (const definition of recorded.definitions) good(await server.client.post(definitionsPath, definition), 201);
  await server.running.settle();
});
afterAll(() => server[Symbol.asyncDispose]());

/** Where two values differ, as paths. */
function differences(real: Json | undefined, ours: Json | undefined, at = ''): string[] {
  if (isJsonObject(real) && isJsonObject(ours)) {
    const names = new Set([...Object.keys(real), ...Object.keys(ours)]);
    return [...names].flatMap((name) => differences(real[name], ours[name], `${at} ${name}`));
  }
  const [a, b] = [JSON.stringify(real), JSON.stringify(ours)];
  return a === b ? [] : [`${at}: ${a?.slice(0, 300)} | ${b?.slice(0, 300)}`];
}

/** What is served here and not there: a version in which old clients define their kinds. */
const isOurs = (name: string): boolean => /apiextensions(\.k8s\.io)?[./]v1beta1/.test(name);
const without = (named: JsonObject, dropped: (name: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(named).filter(([name]) => !dropped(name)));

describe('OpenAPI v3', () => {
  it('says what the real server says', async () => {
    const { paths } = (await server.client.get('/openapi/v3')).body as unknown as { paths: JsonObject };
    const documents: { [key: string]: JsonObject } = {};
    for (const key of Object.keys(paths))
      documents[key] = (await server.client.get(`/openapi/v3/${key}`)).body as unknown as JsonObject;
    const ours = shapeV3(without(documents, isOurs) as { [key: string]: JsonObject });
    expect(differences({ ...recorded.v3 }, ours)).toEqual([]);
  });
});

describe('OpenAPI v2', () => {
  it('says what the real server says', async () => {
    const ours = shapeV2((await server.client.get('/openapi/v2')).body as unknown as JsonObject);
    const { paths, definitions, ...rest } = ours as { paths: JsonObject; definitions: JsonObject };
    const comparable = { ...rest, paths: without(paths, isOurs), definitions: without(definitions, isOurs) };
    expect(differences(recorded.v2, comparable)).toEqual([]);
  });
});
