// Door of the room 'testkit': a server for other people's tests, in their process: forks, faults, time, and a record of
// what was asked and written.
export { AdjustableClock } from './adjustable-clock.ts';
export { ConvergenceError, type ConvergeOptions } from './converge.ts';
export { type ForkOptions, type Snapshot, TestEnvironment } from './environment.ts';
export type { EnvironmentClock } from './environment-clock.ts';
export type { FaultKind, FaultOptions, InjectedFault } from './faults.ts';
export type { Kubeconfig } from './kubeconfig.ts';
export type { Manifest } from './manifests.ts';
export type { RecordedRequest, RequestFilter } from './request-record.ts';
export type { UserSession } from './session.ts';
export { objectSerializer, stableObjects } from './stable-objects.ts';
export { type PinnaceSettings, startPinnace } from './start-pinnace.ts';
export {
  EnvironmentSuite,
  failureStory,
  type PinnaceFixtures,
  START_TIMEOUT_MS,
  type SuiteSettings,
  toConverge,
} from './suite.ts';
export type { PausedWatches } from './traffic.ts';
export type { RecordedWrite } from './write-record.ts';
