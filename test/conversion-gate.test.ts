import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveConversion } from '#webhook-sdk';
import { runCommand } from './support/command.ts';
import { conditionOf, define, definitionsPath, redefine, until } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';
import type { Wire } from './support/wire.ts';
import { good } from './verb-suite/subject.ts';

const text = { type: 'string', description: 'A text.' };
const version = (name: string, spec: object) => ({
  name,
  served: true,
  storage: name === 'v1beta1',
  schema: {
    openAPIV3Schema: {
      type: 'object',
      description: 'A thing.',
      properties: { spec: { type: 'object', description: 'What is wanted.', properties: spec } },
    },
  },
});
const definition = (
  plural: string,
  [old, next]: readonly [object, object],
  conversion: object = { strategy: 'None' },
) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.example.com` },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural, singular: plural.slice(0, -1), kind: `K${plural}` },
    versions: [version('v1beta1', old), version('v1', next)],
    conversion,
  },
});
const policiesPath = '/apis/conversion.pinnace.dev/v1/conversionpolicies';
const policy = (name: string, rules: object[]) => ({
  apiVersion: 'conversion.pinnace.dev/v1',
  kind: 'ConversionPolicy',
  metadata: { name },
  spec: { definition: `${name}.example.com`, conversions: [{ from: 'v1beta1', to: 'v1', rules }] },
});

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gate-'));
  // Forgets what is not called `a`.
  const forget = '({ spec = {} }) => ({ spec: { a: spec.a } })';
  const source = `const f = ${forget}; export const convert = { v1beta1: { v1: f }, v1: { v1beta1: f } };`;
  await writeFile(join(folder, 'convert.mjs'), source);
  server = await startTestServer({ 'api-changes': 'deny', conversion: `modules.example.com=${folder}/convert.mjs` });
  expect((await runCommand(server, ['conversion', 'install'])).code).toBe(0);
  await until(async () => ((await server.client.get(policiesPath)).status === 200 ? true : undefined), 'the kind');
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});
const roundTrips = (name: string, status: string) =>
  until(async () => {
    const live = (await server.client.get(`${definitionsPath}/${name}`)).body as Wire;
    const condition = conditionOf(live, 'ConversionRoundTrips');
    return condition?.status === status ? condition : undefined;
  }, `ConversionRoundTrips ${status} of ${name}`);

describe('what a conversion loses', () => {
  it('by a module is said in the status of the definition, with the smallest object, and refuses a change', async () => {
    await define(server.client, definition('modules', [{ a: text }, { a: text }]));
    expect(await roundTrips('modules.example.com', 'True')).toMatchObject({ reason: 'NothingLost' });
    const { body } = await server.client.ask('PATCH', `${definitionsPath}/modules.example.com`, {
      body: {
        spec: definition('modules', [
          { a: text, b: text },
          { a: text, b: text },
        ]).spec,
      },
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    expect(body.message).toContain(
      'the conversion would lose spec.b from v1beta1 to v1 and back, of {"spec":{"b":"a"}',
    );
  });

  it('by a webhook is found in the background, also of stored objects', async () => {
    const forget = ({ spec = {} }: { spec?: { a?: string } }) => ({ spec: { a: spec.a?.slice(0, 3) } });
    const kind = { group: 'example.com', kind: 'Khooks' };
    const convert = { v1beta1: { v1: forget }, v1: { v1beta1: forget } };
    await using webhook = await serveConversion({ kind, versions: ['v1beta1', 'v1'], convert: convert as never });
    await define(server.client, definition('hooks', [{ a: text }, { a: text }], webhook.conversion));
    expect(await roundTrips('hooks.example.com', 'True')).toMatchObject({ reason: 'NothingLost' });
    const object = { apiVersion: 'example.com/v1beta1', kind: kind.kind, metadata: { name: 'x' }, spec: { a: 'long' } };
    good(await server.client.post('/apis/example.com/v1beta1/namespaces/default/hooks', object), 201);
    await redefine(server.client, 'hooks.example.com', (spec) => {
      (spec.names as unknown as { shortNames: string[] }).shortNames = ['h'];
    });
    const { message } = await roundTrips('hooks.example.com', 'False');
    expect(message).toContain('spec.a from v1beta1 to v1 and back');
    expect(message).toContain('"a":"long"');
  });

  it('by rules refuses the policy, unless it declares the loss; a field that rules forget refuses the definition', async () => {
    await define(
      server.client,
      definition('rules', [
        { a: text, note: text },
        { b: text, note: text },
      ]),
    );
    // There is no such field: what is put there is dropped.
    const lossy = [{ rename: { from: 'spec.a', to: 'spec.bb' } }, { preserve: { path: 'spec.b', in: 'v1' } }];
    const refused = await server.client.post(policiesPath, policy('rules', lossy));
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain('the rules lose spec.a from v1beta1 to v1 and back');
    const rules = [{ rename: { from: 'spec.a', to: 'spec.b' } }, { preserve: { path: 'spec.more', in: 'v1' } }];
    good(await server.client.post(policiesPath, policy('rules', rules)), 201);
    const patch = (versions: readonly [object, object]) =>
      server.client.ask('PATCH', `${definitionsPath}/rules.example.com`, {
        body: { spec: definition('rules', versions).spec },
        headers: { 'content-type': 'application/merge-patch+json' },
      });
    const forgotten = await patch([
      { a: text, note: text },
      { b: text, note: text, c: text },
    ]);
    expect(forgotten.body.message).toContain('the ConversionPolicy would not be whole any more: spec.c of v1');
    good(
      await patch([
        { a: text, note: text, c: text },
        { b: text, note: text, c: text, more: text },
      ]),
    );
    // The record of changes judges by the rules too: what only one version has is kept by them.
    const history = (await runCommand(server, ['crd', 'history', 'rules.example.com'])).out;
    expect(history).toContain('generation 2');
    expect(history).not.toMatch(/round-trip-loses|versions-disagree/);
  });
});

it('pinnace crd check finds what cannot be converted, and what the schema no longer takes', async () => {
  const kind = { group: 'example.com', kind: 'Kchecks' };
  const refuse = (object: { spec?: { a?: string } }) => {
    if (object.spec?.a === 'odd') throw new Error('odd things stay');
    return object;
  };
  const convert = { v1beta1: { v1: refuse }, v1: { v1beta1: refuse } };
  await using webhook = await serveConversion({ kind, versions: ['v1beta1', 'v1'], convert: convert as never });
  await define(
    server.client,
    definition('checks', [{ a: text }, { a: { ...text, maxLength: 3 } }], webhook.conversion),
  );
  const path = '/apis/example.com/v1beta1/namespaces/default/checks';
  const object = (name: string, a: string) => ({
    apiVersion: 'example.com/v1beta1',
    kind: kind.kind,
    metadata: { name },
    spec: { a },
  });
  for (const [name, a] of [
    ['good', 'a'],
    ['odd', 'odd'],
    ['long', 'abcdef'],
  ] as const)
    good(await server.client.post(path, object(name, a)), 201);
  const nothing = await runCommand(server, ['crd', 'check', 'nothing.example.com']);
  expect(nothing.err).toContain('there is no definition nothing.example.com');
  const lines = async () => (await runCommand(server, ['crd', 'check', 'checks.example.com'])).out.trim().split('\n');
  expect(await lines()).toEqual([
    'default/long  v1  is not valid: spec.a: Too long: may not be more than 3 bytes',
    expect.stringMatching(/^default\/odd {2}v1 {2}cannot be converted: .*odd things stay/),
  ]);
  const { code, out } = await runCommand(server, ['crd', 'check', 'checks.example.com', '-o', 'json']);
  expect(code).toBe(1);
  expect(JSON.parse(out.split('\n')[1] as string)).toMatchObject({ object: 'default/odd', problem: 'NotConverted' });
});
