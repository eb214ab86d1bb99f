import type { Operation } from '#admission';
import { type DeleteOptions, type GroupVersionResource, type KubeObject, type MaybePromise, whenReady } from '#meta';
import type { Access } from './access.ts';
import type { Admittance, AdmittedObjects } from './admission-request.ts';
import { check, mutate } from './admit.ts';

/** What happens to a wanted object, given the live one, in this order. A write leaves out what it does not have. */
export interface WritePath<Form extends KubeObject> {
  readonly operation: Operation;
  /** '' for a name that is not generated yet. */
  nameOf(object: Form): string;
  /** What was asked, where the object is of another resource (a review of a part). */
  readonly resource?: GroupVersionResource;
  /** Where the operation has more of them than a write. */
  readonly options?: DeleteOptions;
  /** 1. What is wanted: decoded and defaulted. */
  wanted(): MaybePromise<Form>;
  /**
   * 2. Records the owners of its fields. Before admission, or fields that admission adds would be owned by the client.
   */
  track?(object: Form): MaybePromise<void>;
  /** 3. and 5. What admission sees, first to mutate and then to validate. Mutation may replace the object. */
  shows(object: Form): AdmittedObjects;
  /** 4. Sets what the server sets, and applies the rules of the kind. Throws if the object is invalid. */
  prepare?(object: Form): MaybePromise<void>;
}

/**
 * The way of every write. The caller decides what to do with the result: store, keep, remove or answer it. A promise only where
 * something takes a while, as most writes wait for nothing but the disk.
 */
export function pass<Form extends KubeObject>(access: Access, path: WritePath<Form>): MaybePromise<Form> {
  return whenReady(arrive(access, path), (object) => settle(access, path, object));
}

/** The first half: up to mutating admission. */
export function arrive<Form extends KubeObject>(access: Access, path: WritePath<Form>): MaybePromise<Form> {
  return whenReady(path.wanted(), (object) =>
    whenReady(path.track?.(object), () =>
      whenReady(mutate(access, admittance(path, object)), (admitted) => (admitted as Form | null) ?? object),
    ),
  );
}

/** The second half, after which the object may be stored. New objects repeat it when a generated name was taken. */
export function settle<Form extends KubeObject>(
  access: Access,
  path: WritePath<Form>,
  object: Form,
): MaybePromise<Form> {
  return whenReady(path.prepare?.(object), () => whenReady(check(access, admittance(path, object)), () => object));
}

function admittance<Form extends KubeObject>(path: WritePath<Form>, object: Form): Admittance {
  const { operation, resource, options } = path;
  return {
    operation,
    name: path.nameOf(object),
    objects: path.shows(object),
    ...(resource !== undefined && { resource }),
    ...(options !== undefined && { options }),
  };
}
