import type { WorkQueue } from '#client';
import type { ResourceEventHandler } from '#in-process-client';

/** A loop that brings what is there towards what should be. Events only fill its queue; the queue does the work. */
export interface Controller extends ResourceEventHandler {
  readonly queue: WorkQueue;
  /** Kinds have come or gone. */
  catalogChanged?(): void;
  /** A client has asked for something in a namespace. */
  onRequest?(namespace: string): void;
  /** Somebody waits for the controllers: do now what was put off for the sake of others. */
  finishNow?(): void;
}
