import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { startTestServer, type TestServer, type TestServerSettings } from './support/start-test-server.ts';
import { deletion } from './verb-suite/deletion.ts';
import { lists } from './verb-suite/lists.ts';
import { paging } from './verb-suite/paging.ts';
import { patches } from './verb-suite/patches.ts';
import { refusals } from './verb-suite/refusals.ts';
import { representations } from './verb-suite/representations.ts';
import { Stage, type VerbSubject } from './verb-suite/subject.ts';
import { watchBeginnings } from './verb-suite/watch-beginnings.ts';
import { watches } from './verb-suite/watches.ts';
import { writes } from './verb-suite/writes.ts';

export type { VerbSubject } from './verb-suite/subject.ts';

/**
 * What every resource can do and every client may rely on, built-in or custom. Each test has a namespace of its own, or,
 * for what belongs to none, a server of its own: whole collections and revisions can be looked at.
 */
export function verbSuite(subject: VerbSubject, settings: TestServerSettings = {}): void {
  describe(`${subject.resource}${subject.group && `.${subject.group}`}`, () => {
    let folder: string;
    let server: TestServer | undefined;
    let stage: Stage;
    let count = 0;
    const stop = async (): Promise<void> => {
      await server?.[Symbol.asyncDispose]();
      server = undefined;
    };
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'pinnace-verbs-'));
    });
    afterAll(async () => {
      await stop();
      await rm(folder, { recursive: true });
    });
    beforeEach(async () => {
      if (server === undefined) {
        server = await startTestServer({ 'data-dir': folder }, settings);
        await subject.setUp?.(server.client);
      }
      stage = await Stage.open(server, subject, `test-${++count}`);
    });
    afterEach(() => (subject.namespaced ? server?.client.endWatches() : stop()));

    const parts = { writes, patches, deletion, lists, paging, watchBeginnings, watches, representations, refusals };
    for (const part of Object.values(parts)) part(subject, () => stage);
  });
}
