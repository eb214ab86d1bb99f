import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { define } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';
import type { Wire } from './support/wire.ts';
import { good } from './verb-suite/subject.ts';

const source = `
  const split = ({ hostPort = '', ...rest }) => {
    if (hostPort === 'hang') for (;;);
    if (hostPort === 'exit') process.exit();
    const [host, port] = hostPort.split(':');
    if (port === undefined) throw new Error('there is no port');
    return { ...rest, host, port };
  };
  const join = async ({ host, port, ...rest }) => ({ ...rest, hostPort: host + ':' + port });
  export const convert = { v1beta1: { v1: split }, v1: { v1beta1: join } };
`;
const text = { type: 'string' };
const version = (name: string, properties: object) => ({
  name,
  served: true,
  storage: name === 'v1beta1',
  schema: { openAPIV3Schema: { type: 'object', properties } },
});
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'crontabs.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'crontabs', singular: 'crontab', kind: 'CronTab' },
    versions: [version('v1beta1', { hostPort: text }), version('v1', { host: text, port: text })],
  },
};
const at = (of: string, name = ''): string =>
  `/apis/example.com/${of}/namespaces/default/crontabs${name && `/${name}`}`;
const crontab = (of: string, name: string, content: object) => ({
  apiVersion: `example.com/${of}`,
  kind: 'CronTab',
  metadata: { name },
  ...content,
});

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'module-'));
  await writeFile(join(folder, 'convert.mjs'), source);
  server = await startTestServer({ conversion: `crontabs.example.com=${folder}/convert.mjs` });
  await define(server.client, definition);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});
const create = async (name: string, hostPort: string): Promise<Wire> =>
  good(await server.client.post(at('v1beta1'), crontab('v1beta1', name, { hostPort })), 201);

describe('a module of the operator', () => {
  it('converts what is read, listed and written', async () => {
    await create('a', 'h:1');
    expect(good(await server.client.get(at('v1', 'a')))).toMatchObject({ host: 'h', port: '1' });
    good(await server.client.post(at('v1'), crontab('v1', 'b', { host: 'i', port: '2' })), 201);
    expect(good(await server.client.get(at('v1beta1', 'b')))).toMatchObject({ hostPort: 'i:2' });
    const { items } = good(await server.client.get(at('v1'))) as { items?: Wire[] };
    expect(items?.map(({ host }) => host)).toEqual(['h', 'i']);
  });

  it('fails an object with what it throws, and nothing else', async () => {
    await create('broken', 'nowhere');
    const failed = await server.client.get(at('v1', 'broken'));
    expect(failed.status).toBe(500);
    expect(failed.body.message).toBe(
      `conversion module ${folder}/convert.mjs for example.com/v1beta1, Kind=CronTab failed: there is no port (CustomResourceDefinition crontabs.example.com, v1beta1 to v1, object default/broken)`,
    );
    good(await server.client.delete(at('v1beta1', 'broken')));
  });

  it.each([
    ['hang', 'the conversion took longer than 1000 ms, and was ended'],
    ['exit', 'the thread ended'],
  ])(
    'that does not answer (%s) is ended, with the name of the object, while others are converted',
    async (how, why) => {
      await create(how, how);
      const stuck = server.client.get(at('v1', how));
      await create(`beside-${how}`, 'h:3');
      expect(good(await server.client.get(at('v1', `beside-${how}`)))).toMatchObject({ port: '3' });
      const { status, body } = await stuck;
      expect(status).toBe(500);
      expect(body.message).toContain(`failed: ${why}`);
      expect(body.message).toContain(`object default/${how}`);
      good(await server.client.delete(at('v1beta1', how)));
      expect(good(await server.client.get(at('v1'))).items).toHaveLength(how === 'hang' ? 3 : 4);
    },
  );
});

it('a module that cannot be used ends the start with a sentence', async () => {
  const nothing = join(folder, 'nothing.mjs');
  await writeFile(nothing, 'export const other = 1;');
  await expect(startTestServer({ conversion: `crontabs.example.com=${nothing}` })).rejects.toThrow(
    `--conversion crontabs.example.com=${nothing}: the module exports neither convert`,
  );
  await expect(startTestServer({ conversion: 'crontabs' })).rejects.toThrow('must be a definition and a module');
});
