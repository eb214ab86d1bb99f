/**
 * `pinnace/testing/jest`: an environment for each test of jest.
 *
 * @packageDocumentation
 */

import {
  type ConvergeOptions,
  EnvironmentSuite,
  objectSerializer,
  type PinnaceFixtures,
  START_TIMEOUT_MS,
  type SuiteSettings,
  toConverge,
} from '#testkit';

export type { PinnaceFixtures, SuiteSettings };

declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: declared with the same parameters as jest's own
    interface Matchers<R, T = {}> {
      /** Nobody writes any more, be it the server's controllers or programs under test. */
      toConverge(options?: ConvergeOptions): Promise<R>;
    }
  }
}

type Body = (fixtures: PinnaceFixtures) => unknown;
type Define = (name: string, body: Body, timeoutMs?: number) => void;

/** `test` of jest, whose functions get an environment. */
export interface PinnaceTest extends Define {
  readonly only: Define;
  readonly skip: Define;
}

type JestDefine = (name: string, body: () => Promise<void>, timeoutMs?: number) => void;

/** What jest puts where every module finds it. */
interface JestGlobals {
  readonly test: JestDefine & { readonly only: JestDefine; readonly skip: JestDefine };
  readonly expect: {
    extend(matchers: object): void;
    addSnapshotSerializer(serializer: object): void;
    getState(): { readonly suppressedErrors?: readonly Error[] };
  };
  beforeAll(work: () => Promise<void>, timeoutMs: number): void;
  afterAll(work: () => Promise<void>): void;
}

/**
 * `test`, with an environment for each test. Of one that fails it is shown what happened at the server.
 *
 *     const test = pinnaceTest({ crds: ['config/crd'] });
 *     test('a site gets its pages', async ({ env }) => { … });
 */
export function pinnaceTest(settings: SuiteSettings = {}): PinnaceTest {
  const { test, expect, beforeAll, afterAll } = globalThis as unknown as JestGlobals;
  expect.extend({ toConverge });
  expect.addSnapshotSerializer(objectSerializer);
  const suite = new EnvironmentSuite(settings);
  beforeAll(() => suite.start(), START_TIMEOUT_MS);
  afterAll(() => suite.dispose());
  // biome-ignore lint/suspicious/noConsole: what a test writes there is shown with it
  const tell = (story: string): void => console.error(story);
  const defining =
    (define: JestDefine): Define =>
    (name, body, timeoutMs) =>
      define(name, () => suite.run((fixtures) => whole(body, fixtures), tell), timeoutMs);
  /** A snapshot that does not fit fails the test when it is over, and throws nothing: its story is told all the same. */
  const whole = async (body: Body, fixtures: PinnaceFixtures): Promise<void> => {
    await body(fixtures);
    for (const error of expect.getState().suppressedErrors ?? []) throw error;
  };
  return Object.assign(defining(test), { only: defining(test.only), skip: defining(test.skip) });
}
