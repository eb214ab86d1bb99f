import type { ChangedEntry } from './list-watch.ts';

/** What happened to one object of a resource. `R` names the resource, `E` is what the source gives of an object. */
export interface ResourceEvent<R, E> extends ChangedEntry<E> {
  readonly served: R;
}

/**
 * Whom shared informers tell. Events of one resource come in order, and must be taken in at once and without waiting. All
 * that is remembered can be learned again: of each resource the handler is told first what is there, and again from the
 * beginning when events were missed.
 */
export interface ResourceEventHandler<R, E> {
  wants(served: R): boolean;
  /** What is there follows, as ADDED events; what is not among them is gone. */
  onListStart?(served: R): void;
  onEvent(event: ResourceEvent<R, E>): void;
  /**
   * An event of an object that cannot be read. Unless it is DELETED the object is there, and nothing else is known of it:
   * a handler that decides by what is absent must not take it for absent.
   */
  onUnreadable?(event: ResourceEvent<R, E>): void;
  /** All that was there has been told. */
  onSynced?(served: R): void;
  /** The resource is not served any more, or its kind has changed. */
  onRemoved?(served: R): void;
}
