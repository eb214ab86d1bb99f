import type { ServedResource } from '#machinery';
import type { WatchItem } from '#registry';

/** What happened to one object of a resource. */
export interface ResourceEvent extends WatchItem {
  readonly served: ServedResource;
}

/**
 * Whom an informer tells. Events of one resource come in order, and must be taken in at once and without waiting. All that
 * is remembered can be learned again: of each resource the handler is told first what is there, and again from the
 * beginning when events were missed.
 */
export interface ResourceEventHandler {
  wants(served: ServedResource): boolean;
  /** What is there follows, as ADDED events; what is not among them is gone. */
  onListStart?(served: ServedResource): void;
  onEvent(event: ResourceEvent): void;
  /**
   * An event of an object that cannot be read. Unless it is DELETED the object is there, and nothing else is known of it:
   * a handler that decides by what is absent must not take it for absent.
   */
  onUnreadable?(event: ResourceEvent): void;
  /** All that was there has been told. */
  onSynced?(served: ServedResource): void;
  /** The resource is not served any more, or its kind has changed. */
  onRemoved?(served: ServedResource): void;
}
