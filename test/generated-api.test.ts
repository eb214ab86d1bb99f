import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startServer } from 'pinnace';
import { apiResource, type JsonObject, randomObjects, Scheme } from 'pinnace/api';
import { HttpClient } from 'pinnace/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCommandLine } from '#cli';
import { diskFiles, generate } from '#codegen';
import {
  addToScheme,
  frobberKind,
  frobberKindRules,
} from '../examples/generated-api/api/frob.example.com/register.gen.ts';
import { FrobV1Client } from '../examples/generated-api/api/frob.example.com/v1/client.gen.ts';
import { FrobV1beta1Client } from '../examples/generated-api/api/frob.example.com/v1beta1/client.gen.ts';
import { v1beta1 } from '../examples/generated-api/api/frob.example.com/v1beta1/schema.gen.ts';

const root = resolve(import.meta.dirname, '..', 'examples');
const older = 'frob.example.com/v1beta1';

const generatedIn = (example: string) =>
  generate(diskFiles(resolve(root, example)), {
    generator: 'all',
    api: 'api',
    header: '',
    importEnding: 'ts',
    crdFolder: 'config/crd',
    docsFolder: 'docs/api',
    tests: example === 'generated-api',
  });
const generatedNow = generatedIn('generated-api');

/** What `pinnace gen types` says. */
async function typesFrom(directory: string, options: readonly string[]): Promise<string> {
  const said: (string | Uint8Array)[] = [];
  const face = { isTTY: false, write: (text: string | Uint8Array) => said.push(text) > 0 };
  await runCommandLine(['gen', 'types', '-C', directory, ...options], {
    environment: {},
    stdout: face,
    stderr: face,
  });
  return said.join('');
}

describe('what pinnace gen writes for the examples', () => {
  it.each(['generated-api', 'gadgets', 'operator'])('is what lies in %s', (example) => {
    // OpenAPI documents are long, and compared with those of a server below.
    expect(generatedIn(example).outOfDate.filter((path) => !path.includes('openapi'))).toEqual([]);
  });

  it('converts through the hub and back', () => {
    const scheme = new Scheme();
    addToScheme(scheme);
    expect(scheme.check().faults()).toEqual([]);
    for (const object of randomObjects(v1beta1.type('Frobber'), { apiVersion: older, count: 100, seed: 1 })) {
      expect(scheme.convertToVersion(scheme.toHub(object), older)).toEqual(object);
    }
  });

  it('is served, in each version, and found by the generated client', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'pinnace-generated-'));
    const server = await startServer({
      ephemeral: true,
      port: 0,
      controllers: [],
      shutdownGrace: 1000,
      dataDir,
      logLevel: 'error',
      apis: [apiResource(frobberKind, frobberKindRules)],
    });
    const client = HttpClient.fromKubeconfig(server.kubeconfigPath);
    onTestFinished(async () => {
      client.close();
      await server.stop();
      await rm(dataDir, { recursive: true });
    });
    const made = await new FrobV1beta1Client(client).frobbers('default').create({
      apiVersion: older,
      kind: 'Frobber',
      metadata: { name: 'a' },
      spec: { height: 2, width: 3, gears: [{ name: 'x', teeth: 12 }] },
    });
    expect(made.spec.color).toBe('blue');
    expect(made.metadata.generation).toBe(1);
    for (const version of ['v1', 'v1beta1']) {
      const path = `/openapi/v3/apis/frob.example.com/${version}`;
      const { info: _, ...published } = (await client.request({ method: 'GET', path })) as JsonObject;
      const file = generatedNow.files.find(({ path }) => path.endsWith(`/${version}/openapi-v3.gen.json`));
      const { info: __, ...written } = JSON.parse(file?.text ?? '') as JsonObject;
      expect(written).toEqual(published);
    }
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const table = await client.request({ method: 'GET', path: `/apis/${older}/frobbers`, accept });
    expect(table).toMatchObject({
      columnDefinitions: [{ name: 'Name' }, { name: 'Height' }, { name: 'Age' }],
      rows: [{ cells: ['a', 2, expect.any(String)] }],
    });
    const address = ['--openapi', server.url, '--certificate-authority', join(dataDir, 'pki', 'ca.crt')];
    const token = ['--token', (await readFile(server.tokenPath, 'utf8')).trim()];
    expect(await typesFrom(dataDir, [...address, ...token])).toMatch(
      /wrote types\/apis\/frob.example.com\/v1\/client.ts\n/,
    );
    expect(await readFile(join(dataDir, 'types/apis/frob.example.com/v1/types.ts'), 'utf8')).toContain(
      "export type Frobber = {\n  apiVersion: 'frob.example.com/v1';\n  kind: 'Frobber';\n  metadata: ObjectMeta;\n",
    );
    expect(await typesFrom(dataDir, [...address, '--token', 'wrong'])).toContain('answered 401');
    const found = await new FrobV1Client(client).frobbers('default').get('a');
    expect(found.spec).toEqual({
      size: { height: 2, width: 3 },
      color: 'blue',
      gears: [{ name: 'x', toothCount: 12 }],
    });
    await expect(
      new FrobV1Client(client)
        .frobbers('default')
        .update({ ...found, spec: { ...found.spec, size: { height: 1, width: 99 } } }),
    ).rejects.toThrow('too flat');
  });
});
