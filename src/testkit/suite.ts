import type { ConvergeOptions } from './converge.ts';
import { ConvergenceError } from './converge.ts';
import type { TestEnvironment } from './environment.ts';
import { type PinnaceSettings, startPinnace } from './start-pinnace.ts';

/** What tests get that are made by `pinnaceTest`. */
export interface PinnaceFixtures {
  /** A fork of the suite's environment, for this test alone. */
  readonly env: TestEnvironment;
}

export interface SuiteSettings extends PinnaceSettings {
  /** Brings the suite's environment into the state that each test begins with. */
  prepare?(env: TestEnvironment): Promise<void>;
}

/** A start takes less than a second; a machine may be busy. */
export const START_TIMEOUT_MS = 60_000;

/** One warm environment for many tests: started with the first of them, forked for each. */
export class EnvironmentSuite {
  readonly #settings: SuiteSettings;
  #base: Promise<TestEnvironment> | undefined;

  constructor(settings: SuiteSettings) {
    this.#settings = settings;
  }

  /** The start, so that no test is charged with it. */
  async start(): Promise<void> {
    await this.#started();
  }

  async fork(): Promise<TestEnvironment> {
    return (await this.#started()).fork({ listen: this.#settings.listen ?? false });
  }

  /** Runs a test with a fork. When it fails, `tell` gets the story of the fork. */
  async run(test: (fixtures: PinnaceFixtures) => unknown, tell: (story: string) => void): Promise<void> {
    const env = await this.fork();
    try {
      await test({ env });
    } catch (error) {
      tell(await failureStory(env));
      throw error;
    } finally {
      await env.dispose();
    }
  }

  /** Whoever wants a fork after that gets one of another start. */
  async dispose(): Promise<void> {
    const base = this.#base;
    this.#base = undefined;
    await (await base)?.dispose();
  }

  #started(): Promise<TestEnvironment> {
    this.#base ??= this.#start();
    return this.#base;
  }

  async #start(): Promise<TestEnvironment> {
    const { prepare, ...settings } = this.#settings;
    const base = await startPinnace({ ...settings, listen: false });
    await prepare?.(base);
    return base;
  }
}

/** What a failed test shows of its environment. */
export async function failureStory(env: TestEnvironment): Promise<string> {
  const story = await env.story();
  return story === '' ? 'Nothing was asked of the server.' : `What happened at the server:\n${story}`;
}

/** The matcher `toConverge` of vitest and jest. */
export async function toConverge(
  env: TestEnvironment,
  options?: ConvergeOptions,
): Promise<{ readonly pass: boolean; message(): string }> {
  try {
    await env.converge(options);
    return { pass: true, message: () => 'everybody has stopped writing, and should not have' };
  } catch (error) {
    if (!(error instanceof ConvergenceError)) throw error;
    return { pass: false, message: () => error.message };
  }
}
