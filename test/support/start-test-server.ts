import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WeightLimits } from '#http';
import { type RunningServer, resolveOptions, startServer } from '#server';
import { houseWithClock } from '../../src/server/testing/house-with-clock.ts';
import { TestClient } from './client.ts';
import { TestClock } from './test-clock.ts';

/** A whole server in this process, with a client that is the administrator. */
export interface TestServer extends AsyncDisposable {
  readonly running: RunningServer;
  readonly url: string;
  readonly token: string;
  readonly ca: string;
  readonly client: TestClient;
  /** What requests see as the time. Compaction keeps real time. */
  readonly clock: TestClock;
}

export interface TestServerSettings {
  /** What is served in the main thread; usually all that is not large. */
  readonly limits?: WeightLimits;
  /** More flags of the server, asked for when it is started. */
  readonly flags?: () => Readonly<Record<string, string>>;
}

/**
 * Starts a server on a free port; objects are in memory unless `ephemeral` is 'false'. With a `data-dir` that is used
 * again the certificates are there already, which makes the start much faster. Flags are those of `pinnace serve`. No
 * controllers run unless they are asked for, so that nobody writes but the test; and where nobody makes service accounts,
 * pods need none.
 */
export async function startTestServer(
  given: Readonly<Record<string, string>> = {},
  { limits, flags: more }: TestServerSettings = {},
): Promise<TestServer> {
  const flags = { ...given, ...more?.() };
  const { controllers = '' } = flags;
  const disabled = /\*|serviceaccount/.test(controllers) ? '' : 'ServiceAccount';
  const all = new Map(
    Object.entries({
      ephemeral: 'true',
      port: '0',
      'shutdown-grace': '1s',
      controllers,
      'disable-admission-plugins': disabled,
      ...flags,
    }),
  );
  const { options } = await resolveOptions({ flags: all, environment: {} });
  const clock = new TestClock();
  const running = await startServer(options, houseWithClock(clock, limits));
  // The roles that every server has come after the start; from here on nobody writes but the test.
  await running.settle();
  const token = (await readFile(running.tokenPath, 'utf8')).trim();
  const ca = await readFile(join(running.dataDirectory, 'pki', 'ca.crt'), 'utf8');
  const client = new TestClient({ url: running.url, token, ca });
  return {
    running,
    url: running.url,
    token,
    ca,
    client,
    clock,
    async [Symbol.asyncDispose]() {
      client[Symbol.dispose]();
      await running.stop();
    },
  };
}
