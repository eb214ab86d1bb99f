import type { KubeObject, ObjectMeta } from '#meta';

const notWithStatus = [
  'labels',
  'annotations',
  'finalizers',
  'ownerReferences',
] as const satisfies (keyof ObjectMeta)[];

/** Some kinds take a status alone: labels and the like that come with it are left as they were. */
export function keepMetadata({ metadata }: KubeObject, live: KubeObject): void {
  for (const part of notWithStatus) {
    if (live.metadata[part] === undefined) delete metadata[part];
    else Object.assign(metadata, { [part]: structuredClone(live.metadata[part]) });
  }
}
