import type { FieldPair } from '../field-pair.ts';
import type { SchemaView } from '../schema-view.ts';

/** How server-side apply merges lists and maps. */
export function checkTopology({ old, next, path, report }: FieldPair): void {
  const [before, after] = old.type === 'array' ? [listWords(old), listWords(next)] : [old.mapType, next.mapType];
  if (before === after) return;
  const what = old.type === 'array' ? 'list' : 'map';
  const message = `the ${what} was ${before} and is ${after}`;
  // Owners of a part become owners of the whole: appliers may see conflicts, but no value is lost.
  if (after === 'atomic') report.note({ rule: 'topology-changed', path, message, doubt: 'undecided' });
  else report.note({ rule: 'topology-changed', path, message, effect: 'tightens' });
}

function listWords({ listType, listMapKeys }: SchemaView): string {
  return listType === 'map' ? `map with the keys ${listMapKeys.join(', ')}` : listType;
}
