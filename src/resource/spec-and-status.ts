import type { KubeObject } from '#meta';

/** A write of the object leaves its status alone. */
export function keepStatus(object: KubeObject, live: KubeObject): void {
  keep(object, live, 'status');
}

/** A write of the status leaves the rest alone. */
export function keepSpec(object: KubeObject, live: KubeObject): void {
  keep(object, live, 'spec');
}

const notWithStatus = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const;

/** Some kinds do not even take labels and the like from a write of the status. */
export function keepMetadata({ metadata }: KubeObject, live: KubeObject): void {
  for (const name of notWithStatus) {
    if (live.metadata[name] === undefined) delete metadata[name];
    else Object.assign(metadata, { [name]: structuredClone(live.metadata[name]) });
  }
}

/** A write of the status of such a kind changes nothing else. */
export function keepAllButStatus(object: KubeObject, live: KubeObject): void {
  keepSpec(object, live);
  keepMetadata(object, live);
}

/** A client that creates an object cannot set its status. */
export function dropStatus(object: KubeObject): void {
  delete object.status;
}

function keep(object: KubeObject, live: KubeObject, part: 'spec' | 'status'): void {
  const value = live[part];
  if (value === undefined) delete object[part];
  else object[part] = structuredClone(value);
}
