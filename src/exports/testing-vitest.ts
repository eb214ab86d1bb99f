/**
 * `pinnace/testing/vitest`: an environment for each test of vitest.
 *
 * @packageDocumentation
 */

import { afterAll, test as baseTest, beforeAll, expect, type TestAPI } from 'vitest';
import {
  type ConvergeOptions,
  EnvironmentSuite,
  failureStory,
  objectSerializer,
  type PinnaceFixtures,
  START_TIMEOUT_MS,
  type SuiteSettings,
  toConverge,
} from '#testkit';

export type { PinnaceFixtures, SuiteSettings };

declare module 'vitest' {
  interface Matchers<T> {
    /** Nobody writes any more, be it the server's controllers or programs under test. */
    toConverge(options?: ConvergeOptions): Promise<T extends never ? never : void>;
  }
}

expect.extend({ toConverge });
expect.addSnapshotSerializer(objectSerializer);

/**
 * `test`, with an environment for each test. Of one that fails it is shown what happened at the server.
 *
 *     const test = pinnaceTest({ crds: ['config/crd'] });
 *     test('a site gets its pages', async ({ env }) => { … });
 */
export function pinnaceTest(settings: SuiteSettings = {}): TestAPI<PinnaceFixtures> {
  const suite = new EnvironmentSuite(settings);
  beforeAll(() => suite.start(), START_TIMEOUT_MS);
  afterAll(() => suite.dispose());
  return baseTest.extend<PinnaceFixtures>({
    env: async ({ task }, use) => {
      const env = await suite.fork();
      await use(env);
      // biome-ignore lint/suspicious/noConsole: what a test writes there is shown with it
      if (task.result?.state === 'fail') console.error(await failureStory(env));
      await env.dispose();
    },
  });
}
