/** A job has no more indexes; a larger range in a status is ignored. */
const MOST = 1_000_000;

/** A set of indexes as jobs write it: `1,3-5,7`. What cannot be read is passed over. */
export function parseIndexes(text: string | undefined, completions: number): Set<number> {
  const found = new Set<number>();
  for (const part of text ? text.split(',') : []) {
    const match = /^([0-9]{1,9})(?:-([0-9]{1,9}))?$/.exec(part);
    if (match === null) continue;
    const last = Math.min(completions - 1, Number(match[2] ?? match[1]));
    for (let index = Number(match[1]); index <= last && found.size < MOST; index++) found.add(index);
  }
  return found;
}

export function formatIndexes(indexes: ReadonlySet<number>): string {
  const parts: string[] = [];
  let first: number | undefined;
  for (const index of [...indexes].sort((a, b) => a - b)) {
    first ??= index;
    if (indexes.has(index + 1)) continue;
    parts.push(first === index ? `${index}` : `${first}-${index}`);
    first = undefined;
  }
  return parts.join(',');
}
