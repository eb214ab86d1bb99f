import type { KubeObject } from '#meta';
import { annotationOf } from './objects.ts';

/** Of the objects that one of the annotations marks as the default, the newest; of equally new ones the first by name. */
export function newestDefault(objects: readonly KubeObject[], annotations: readonly string[]): KubeObject | undefined {
  const marked = objects.filter((object) => annotations.some((key) => annotationOf(object, key) === 'true'));
  return marked.sort((a, b) => compare(b, a, 'creationTimestamp') || compare(a, b, 'name'))[0];
}

function compare(a: KubeObject, b: KubeObject, field: 'creationTimestamp' | 'name'): number {
  const [first, second] = [a.metadata[field] ?? '', b.metadata[field] ?? ''];
  return first < second ? -1 : first > second ? 1 : 0;
}
