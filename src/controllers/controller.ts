import type { ServedResource } from '#machinery';
import type { WatchItem } from '#registry';
import type { WorkQueue } from './work-queue.ts';

/** What happened to one object of a resource. */
export interface Change extends WatchItem {
  readonly served: ServedResource;
}

/**
 * A loop that brings what is there towards what should be. It learns of changes in order, one resource at a time, and
 * must take them in at once and without waiting; the work itself is done by its queue. All it remembers it can learn
 * again: of each resource it is told first what is there, and again from the beginning when changes were missed.
 */
export interface Controller {
  readonly queue: WorkQueue;
  wants(served: ServedResource): boolean;
  /** What is there follows, as ADDED; what is not among it has gone. */
  begins?(served: ServedResource): void;
  observe(change: Change): void;
  /**
   * Something happened to an object that cannot be read. As long as it is not DELETED it is there, and that is all that is
   * known: whoever decides by what is absent must not take it for absent.
   */
  cannotRead?(change: Change): void;
  /** All that was there has been told. */
  knowsAll?(served: ServedResource): void;
  /** The resource is not served any more, or its kind has changed. */
  ends?(served: ServedResource): void;
  /** Kinds have come or gone. */
  catalogChanged?(): void;
  /** A client has asked for something in a namespace. */
  asked?(namespace: string): void;
  /** Somebody waits: what is put off for others' sake is done now. */
  hasten?(): void;
}
