/**
 * `pinnace/testing`: a server for tests, in the process of the test.
 *
 * @packageDocumentation
 */

export { ApiError, type KubeObject } from '#meta';
export {
  ConvergenceError,
  type ConvergeOptions,
  type EnvironmentClock,
  type FaultKind,
  type FaultOptions,
  type ForkOptions,
  type InjectedFault,
  type Kubeconfig,
  type Manifest,
  type PausedWatches,
  type PinnaceSettings,
  type RecordedRequest,
  type RecordedWrite,
  type RequestFilter,
  type Snapshot,
  stableObjects,
  startPinnace,
  TestEnvironment,
  type UserSession,
} from '#testkit';
