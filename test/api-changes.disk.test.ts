import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exampleDefinition } from '#compat';
import { define, definitionsPath } from './support/definitions.ts';
import { startTestServer } from './support/start-test-server.ts';
import { good } from './verb-suite/subject.ts';

const text = { type: 'string', description: 'A text.' };
const recordPath = '/pinnace/definition-changes/widgets.example.com';
const merge = { 'content-type': 'application/merge-patch+json' };

it('a server that is started again remembers what became of definitions, longer than it keeps old revisions', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'pinnace-changes-'));
  const flags = { 'data-dir': join(directory, 'data'), ephemeral: 'false', history: '1s' };
  try {
    const first = await startTestServer(flags);
    await define(first.client, exampleDefinition({ spec: { color: text } }));
    const body = { spec: exampleDefinition({ spec: { size: text } }).spec };
    good(await first.client.ask('PATCH', `${definitionsPath}/widgets.example.com`, { body, headers: merge }));
    await first[Symbol.asyncDispose]();
    await using second = await startTestServer(flags);
    expect((await second.client.get(recordPath)).body.changes).toMatchObject([
      { generation: 2, changed: ['versions[v1].schema'], findings: [{ rule: 'field-renamed', severity: 'error' }] },
    ]);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
