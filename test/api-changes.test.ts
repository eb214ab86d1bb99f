import { afterEach, describe, expect, it } from 'vitest';
import { exampleDefinition } from '#compat';
import type { Params } from './support/client.ts';
import { runCommand } from './support/command.ts';
import { define, definitionsPath, until } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';
import { good } from './verb-suite/subject.ts';

const text = { type: 'string', description: 'A text.' };
const before = exampleDefinition({ spec: { color: text, size: text } });
const broken = exampleDefinition({ spec: { size: text } });
const grown = exampleDefinition({ spec: { color: text, size: text, width: text } });
const path = `${definitionsPath}/widgets.example.com`;
const recordPath = '/pinnace/definition-changes/widgets.example.com';

let server: TestServer;
afterEach(() => server[Symbol.asyncDispose]());
async function begin(mode?: string): Promise<void> {
  server = await startTestServer(mode === undefined ? {} : { 'api-changes': mode });
  await define(server.client, before);
}
const patch = (body: object, query: Params = {}) =>
  server.client.ask('PATCH', path, { body, query, headers: { 'content-type': 'application/merge-patch+json' } });
const change = (to: object, query: Params = {}) => patch({ spec: (to as { spec: object }).spec }, query);
const history = () => runCommand(server, ['crd', 'history', 'widgets.example.com']);

describe('a server with --api-changes', () => {
  it('off says nothing, and keeps a record all the same', async () => {
    await begin();
    expect(await history()).toMatchObject({
      code: 1,
      err: expect.stringContaining('nothing is on record about widgets.example.com'),
    });
    const answer = await change(broken);
    expect(good(answer).metadata.name).toBe('widgets.example.com');
    expect(answer.headers.warning).toBeUndefined();
    expect((await history()).out).toContain('error  v1 field-removed: spec.color: the field is gone');
  });
  it('warn answers with a warning for each finding, and keeps a record', async () => {
    await begin('warn');
    expect((await change(grown)).headers.warning).toBeUndefined();
    const answer = await change(broken);
    expect(answer.status).toBe(200);
    expect(String(answer.headers.warning)).toContain('v1 field-removed: spec.color: the field is gone');
    const { out, code } = await history();
    expect(code).toBe(0);
    expect(out).toMatch(
      /^\S+ {2}\S+ {2}generation 2: versions\[v1\]\.schema\n\S+ {2}\S+ {2}generation 3: versions\[v1\]\.schema\n {2}error {2}v1 field-removed: spec\.color: the field is gone\n/,
    );
  });
  it('warn says nothing of writes that change no spec, and records no dry run', async () => {
    await begin('warn');
    good(await patch({ metadata: { labels: { a: 'b' } } }));
    good(await change(broken, { dryRun: 'All' }));
    expect((await server.client.get(recordPath)).status).toBe(404);
  });
  it('deny refuses what breaks clients, with every reason, and lets the rest pass', async () => {
    await begin('deny');
    const { status, body } = await change(
      exampleDefinition({ spec: { deep: { type: 'integer', description: 'Deep.' } } }),
    );
    expect(status).toBe(403);
    expect(body.message).toContain(
      'the change breaks clients: v1 field-removed: spec.color: the field is gone; v1 field-removed: spec.size: the field is gone',
    );
    expect((await server.client.get(recordPath)).status).toBe(404);
    expect((await change(grown)).status).toBe(200);
  });
  it('records no write that is refused, whoever refuses it', async () => {
    await begin();
    const { status } = await patch({ metadata: { resourceVersion: '1' }, spec: (broken as { spec: object }).spec });
    expect(status).toBe(409);
    expect((await change({ spec: { scope: 'Nowhere' } })).status).toBe(422);
    expect((await server.client.get(recordPath)).status).toBe(404);
  });
  it('tells when a definition went and came again', async () => {
    await begin();
    good(await server.client.delete(path));
    await until(async () => ((await server.client.get(path)).status === 404 ? true : undefined), 'the end');
    await define(server.client, before);
    expect((await server.client.get(recordPath)).body.changes).toMatchObject([
      { changed: ['deleted'] },
      { changed: ['created'], findings: [] },
    ]);
  });
  it('records a change that is made in another thread', async () => {
    server = await startTestServer({}, { limits: { bytes: 100, values: 10, protobufBytes: 100, unseenBytes: 10 } });
    await define(server.client, before);
    good(await change(broken));
    await expect
      .poll(async () => (await server.client.get(recordPath)).body.changes)
      .toMatchObject([{ changed: ['versions[v1].schema'], findings: [{ rule: 'field-removed' }] }]);
  });
  it('shows the record to nobody without a right to it, and in no list of paths', async () => {
    await begin();
    await change(broken);
    expect((await server.client.get(recordPath)).body.changes).toMatchObject([
      { steps: [], schemas: [{ version: 'v1', before: { properties: {} }, after: { properties: {} } }] },
    ]);
    expect((await server.client.get('/pinnace/breaking-changes')).body.changes).toMatchObject([
      { definition: 'widgets.example.com', findings: [{ severity: 'error', rule: 'field-removed' }] },
    ]);
    expect((await server.client.get('/pinnace/breaking-changes', {}, { 'impersonate-user': 'alice' })).status).toBe(
      403,
    );
    expect((await server.client.get('/pinnace/definition-changes/')).status).toBe(404);
    expect(JSON.stringify((await server.client.get('/')).body)).not.toContain('pinnace');
    expect((await server.client.get(recordPath, {}, { 'impersonate-user': 'alice' })).status).toBe(403);
  });
});
