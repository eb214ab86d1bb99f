import type { KubeObject } from '../../../api/types.ts';
import type { Marks } from './joined-table.tsx';
import { leafMap, sameValue } from './leaves.ts';
import type { VersionColumn } from './read-versions.ts';

/** Marks what would be another value than it is now. */
export function changeMarks(before: readonly VersionColumn[], after: readonly KubeObject[]): Marks {
  const marks = new Map<string, { readonly text: string; readonly tone: 'changed' | 'added' }>();
  for (const [at, { version, object }] of before.entries()) {
    const there = leafMap(object as KubeObject);
    for (const [key, leaf] of leafMap(after[at] as KubeObject)) {
      const was = there.get(key);
      if (was === undefined) marks.set(`${version} ${key}`, { text: 'new', tone: 'added' });
      else if (!sameValue(was.value, leaf.value)) {
        marks.set(`${version} ${key}`, { text: `was ${JSON.stringify(was.value)}`, tone: 'changed' });
      }
    }
  }
  return marks;
}
