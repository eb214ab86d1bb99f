import type { Json } from '#meta';
import { itemElement } from './list-items.ts';
import { merge } from './merge.ts';
import { formatElement } from './path-element.ts';
import type { ListShape } from './schema.ts';
import { mismatch } from './type-error.ts';

interface Lists {
  readonly live: readonly Json[];
  readonly applied: readonly Json[];
  readonly depth: number;
}

/** Merges the items of the same name. */
export function mergeItems({ live, applied, depth }: Lists, list: ListShape): Json[] {
  const liveNames = live.map((item) => itemElement(list, item).text);
  const twins = liveTwins(liveNames, live);
  const appliedItems = namedOnce(list, applied);
  return arrange(liveNames, appliedItems).map(({ name, at }) => {
    const item = name === undefined ? undefined : appliedItems.get(name);
    if (name === undefined || item === undefined) return live[at] as Json;
    return merge({ live: twins.get(name), applied: item, type: list.items, depth });
  });
}

function namedOnce(list: ListShape, items: readonly Json[]): Map<string, Json> {
  const named = new Map<string, Json>();
  for (const item of items) {
    const element = itemElement(list, item);
    if (named.has(element.text)) throw mismatch(`duplicate entries for key ${formatElement(element)}`);
    named.set(element.text, item);
  }
  return named;
}

/** Several live items of one name are replaced as a whole, as if there had been null. */
function liveTwins(names: readonly string[], items: readonly Json[]): Map<string, Json> {
  const twins = new Map<string, Json>();
  for (const [at, name] of names.entries()) twins.set(name, twins.has(name) ? null : (items[at] as Json));
  return twins;
}

/** The live item at a position, or the applied item of a name. */
interface Arranged {
  readonly at: number;
  readonly name?: string;
}

/**
 * The applied items are in the applied order. Live items that are not applied come as soon as the applied order lets
 * them: of live `a b c d`, applying `d x b` gives `a c d x b`, and applying `b x d` gives `a b c x d`.
 */
function arrange(live: readonly string[], applied: ReadonlyMap<string, Json>): Arranged[] {
  const names = [...applied.keys()];
  const shared = nextShared(names, new Set(live));
  const arranged: Arranged[] = [];
  let [at, next] = [0, 0];
  while (at < live.length || next < names.length) {
    const old = live[at];
    const wanted = names[next];
    if (old !== undefined && !applied.has(old)) {
      arranged.push({ at: at++ });
    } else if (old !== undefined && old !== wanted && (wanted === undefined || (shared[next] ?? old) !== old)) {
      // Its place is another one, before or after.
      at++;
    } else {
      arranged.push({ at: -1, name: wanted as string });
      // A new item goes before the live one; where no live one is to come, the live one was a second of its name.
      if (old === wanted || shared[next] === undefined) at++;
      next++;
    }
  }
  return arranged;
}

/** For each applied item, the first from there on that is also live. */
function nextShared(applied: readonly string[], live: ReadonlySet<string>): (string | undefined)[] {
  const shared: (string | undefined)[] = [];
  for (let at = applied.length - 1; at >= 0; at--) {
    const name = applied[at] as string;
    shared[at] = live.has(name) ? name : shared[at + 1];
  }
  return shared;
}
