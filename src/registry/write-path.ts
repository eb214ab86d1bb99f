import type { Operation } from '#admission';
import type { DeleteOptions, GroupVersionResource, KubeObject } from '#meta';
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
  wanted(): Form | Promise<Form>;
  /**
   * 2. Records the owners of its fields. Before admission, or fields that admission adds would be owned by the client.
   */
  track?(object: Form): void | Promise<void>;
  /** 3. and 5. What admission sees, first to mutate and then to validate. Mutation may replace the object. */
  shows(object: Form): AdmittedObjects;
  /** 4. Sets what the server sets, and applies the rules of the kind. Throws if the object is invalid. */
  prepare?(object: Form): void | Promise<void>;
}

/** The way of every write. The caller decides what to do with the result: store, keep, remove or answer it. */
export async function pass<Form extends KubeObject>(access: Access, path: WritePath<Form>): Promise<Form> {
  return settle(access, path, await arrive(access, path));
}

/** The first half: up to mutating admission. */
export async function arrive<Form extends KubeObject>(access: Access, path: WritePath<Form>): Promise<Form> {
  const wanted = path.wanted();
  const object = wanted instanceof Promise ? await wanted : wanted;
  const tracking = path.track?.(object);
  if (tracking !== undefined) await tracking;
  const admitted = await mutate(access, admittance(path, object));
  return admitted === null ? object : (admitted as Form);
}

/** The second half, after which the object may be stored. New objects repeat it when a generated name was taken. */
export async function settle<Form extends KubeObject>(
  access: Access,
  path: WritePath<Form>,
  object: Form,
): Promise<Form> {
  const preparing = path.prepare?.(object);
  if (preparing !== undefined) await preparing;
  const checking = check(access, admittance(path, object));
  if (checking !== undefined) await checking;
  return object;
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
