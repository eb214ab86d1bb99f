import type { WorkQueue } from '#client';
import type { ResourceEventHandler } from '#in-process-client';

/** A loop that brings what is there towards what should be. Events only fill its queue; the queue does the work. */
export interface Controller extends ResourceEventHandler {
  readonly queue: WorkQueue;
  /** Kinds have come or gone. */
  catalogChanged?(): void;
  /** A client has asked for something in a namespace. */
  onRequest?(namespace: string): void;
  /** `settle` was called: work that was put off for other requests' sake is done now. */
  finishNow?(): void;
}
