/**
 * `pinnace/testing/node`: an environment for each test of `node:test`.
 *
 * @packageDocumentation
 */

import * as runner from 'node:test';
import { EnvironmentSuite, type PinnaceFixtures, type SuiteSettings, stableObjects } from '#testkit';

export type { PinnaceFixtures, SuiteSettings };

interface Snapshots {
  setDefaultSnapshotSerializers(serializers: readonly ((value: unknown) => string)[]): void;
}
/** Node 20 has none. */
const { snapshot: snapshots } = runner as { readonly snapshot?: Snapshots };

/** Gets an environment, and the context of `node:test`. */
type Body = (fixtures: PinnaceFixtures & { readonly t: runner.TestContext }) => unknown;
type Define = (name: string, body: Body) => Promise<void>;

/** `test` of Node, whose functions get an environment. */
export interface PinnaceTest extends Define {
  readonly only: Define;
  readonly skip: Define;
  readonly todo: Define;
}

/** Line by line: a diagnostic is one line. */
function tell(t: runner.TestContext, story: string): void {
  for (const line of story.split('\n')) t.diagnostic(line);
}

/**
 * `test`, with an environment for each test. Of one that fails it is shown what happened at the server.
 *
 *     const test = pinnaceTest({ crds: ['config/crd'] });
 *     test('a site gets its pages', async ({ env }) => { … });
 */
export function pinnaceTest(settings: SuiteSettings = {}): PinnaceTest {
  snapshots?.setDefaultSnapshotSerializers([(value) => JSON.stringify(stableObjects(value), null, 2)]);
  const suite = new EnvironmentSuite(settings);
  runner.after(() => suite.dispose());
  const defining =
    (mode: { readonly [mode in 'only' | 'skip' | 'todo']?: boolean }): Define =>
    (name, body) =>
      runner.test(name, mode, (t) =>
        suite.run(
          ({ env }) => body({ env, t }),
          (story) => tell(t, story),
        ),
      );
  return Object.assign(defining({}), {
    only: defining({ only: true }),
    skip: defining({ skip: true }),
    todo: defining({ todo: true }),
  });
}
