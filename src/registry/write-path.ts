import type { Operation } from '#admission';
import type { DeleteOptions, GroupVersionResource, KubeObject } from '#meta';
import type { Access } from './access.ts';
import type { Admittance, AdmittedObjects } from './admission-request.ts';
import { check, mutate } from './admit.ts';

/** What happens to a wanted object, given the live one, in this order. A write leaves out what it does not have. */
export interface WritePath<Form extends KubeObject> {
  readonly operation: Operation;
  /** '' where it is not made yet. */
  nameOf(object: Form): string;
  /** What was asked, where the object is of another resource (a review of a part). */
  readonly resource?: GroupVersionResource;
  /** Where the operation has more of them than a write. */
  readonly options?: DeleteOptions;
  /** 1. What is wanted: decoded and defaulted. */
  wanted(): Form | Promise<Form>;
  /** 2. Who owns which of its fields. Before admission, or what admission adds would be the client's. */
  track?(object: Form): void | Promise<void>;
  /** 3. and 5. What admission is shown, to change it and to have the last word. It may put another object in its place. */
  shows(object: Form): AdmittedObjects;
  /** 4. What the server says of it, and the rules of its kind. Throws what is invalid. */
  prepare?(object: Form): void | Promise<void>;
}

/** The way of every write. What comes of it, its outcome, is the caller's: it is put, kept, removed or answered. */
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

/** The second half, after which the object is what may be stored. New objects go it again when their name was taken. */
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
