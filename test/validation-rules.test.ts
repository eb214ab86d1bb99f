import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '#cli';
import { parseYaml } from '#machinery';
import { define } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const guide = readFileSync(new URL('../docs/guide/validation-rules.md', import.meta.url), 'utf8');
const blocks = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);

const folder = mkdtempSync(join(tmpdir(), 'pinnace-rules-'));
const files = new Map(blocks('yaml').map((text) => [/^# (\S+)/.exec(text)?.[1] ?? '', text]));
for (const [name, text] of files) writeFileSync(join(folder, name), text);
const fileObject = (name: string): { spec: object } =>
  parseYaml(Buffer.from(files.get(name) ?? ''), { duplicates: false }).value as unknown as { spec: object };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({});
  await define(server.client, fileObject('definition.yaml'));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** The words of a command as a shell would read them. */
function words(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => {
    if (quoted !== undefined) return quoted;
    return files.has(plain) ? join(folder, plain) : plain;
  });
}

async function said(command: string): Promise<string> {
  let output = '';
  const stream = {
    isTTY: false,
    write(text: string) {
      output += text;
      return true;
    },
  };
  await runCommandLine(words(command).slice(1), { environment: {}, stdout: stream, stderr: stream } as never);
  return output;
}

const pools = '/apis/example.com/v1/namespaces/default/pools';
const pool = (name: string, spec: object) => ({
  apiVersion: 'example.com/v1',
  kind: 'Pool',
  metadata: { name },
  spec: { min: 1, max: 2, names: [], ...spec },
});
const causesOf = (body: { details?: { causes?: { field: string; message: string }[] } }): string[] =>
  (body.details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);

describe('the guide to rules', () => {
  it.each(blocks('console').map((text) => [text.split('\n')[0] ?? '', text]))('is right: %s', async (first, text) => {
    expect(await said(first.slice(2))).toBe(text.slice(first.length + 1));
  });

  it('tells what the server answers', async () => {
    const [, ...expected] = blocks('text')[0]?.trim().split('\n') ?? [];
    const { status, body } = await server.client.post(pools, fileObject('pool.yaml'));
    expect(status).toBe(422);
    expect(causesOf(body as never)).toEqual(expected);
  });
});

describe('rules of a custom resource', () => {
  it('hold for create, update, patch, apply and status', async () => {
    const made = await server.client.post(pools, pool('all', { region: 'north' }));
    expect(made.status).toBe(201);
    const patch = (path: string, type: string, body: object) =>
      server.client.ask('PATCH', path, { body, headers: { 'content-type': `application/${type}` } });
    const moved = ['spec.region: Forbidden: region cannot be changed'];
    const south = pool('all', { region: 'south' });
    const patched = await patch(`${pools}/all`, 'merge-patch+json', { spec: { region: 'south' } });
    expect(causesOf(patched.body as never)).toEqual(moved);
    const replaced = await server.client.put(`${pools}/all`, { ...(made.body as object), spec: south.spec });
    expect(causesOf(replaced.body as never)).toEqual(moved);
    const applied = await patch(`${pools}/all?fieldManager=me&force=true`, 'apply-patch+yaml', south);
    expect(causesOf(applied.body as never)).toEqual(moved);
    const status = await patch(`${pools}/all/status`, 'merge-patch+json', { status: {} });
    expect(status.status).toBe(200);
  });

  it('tell which part was false beside the answer', async () => {
    const { headers } = await server.client.post(pools, pool('why', { min: 3, names: ['pool-a', 'é\n'] }));
    expect(Buffer.from(String(headers['pinnace-hint']), 'latin1').toString()).toBe(
      'spec.min: self.min <= self.max is false: self.min is 3, self.max is 2; spec: n.startsWith("pool-") is false for item 1: n is "é\\n"',
    );
  });
  it('tell nothing of what was there before', async () => {
    await server.client.post(pools, pool('secret', { region: 'north' }));
    const { status, headers } = await server.client.put(`${pools}/secret`, pool('secret', { region: 'south' }));
    expect([status, headers['pinnace-hint']]).toEqual([422, undefined]);
  });
});
