/**
 * How many bits the code of each byte has (RFC 7541, appendix B). The code is canonical: codes of one length are
 * consecutive numbers, in the order of the bytes, so lengths are all there is to know.
 */
const lengths = [
  '13 23 28 28 28 28 28 28 28 24 30 28 28 30 28 28 28 28 28 28 28 28 30 28 28 28 28 28 28 28 28 28',
  '6 10 10 12 13 6 8 11 10 10 8 11 8 6 6 6 5 5 5 6 6 6 6 6 6 6 7 8 15 6 12 10',
  '13 6 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 8 7 8 13 19 13 14 6',
  '15 5 6 5 6 5 6 6 6 5 7 7 6 6 6 5 6 7 6 5 5 6 7 7 7 7 7 15 11 14 13 28',
  '20 22 20 20 22 22 22 23 22 23 23 23 23 23 24 23 24 24 22 23 24 23 23 23 23 21 22 23 22 23 23 24',
  '22 21 20 22 22 23 23 21 23 22 22 24 21 22 23 23 21 21 22 21 23 22 23 23 20 22 22 22 23 22 22 23',
  '26 26 20 19 22 23 22 25 26 26 26 27 27 26 24 25 19 21 26 27 27 26 27 24 21 21 26 26 28 27 27 27',
  '20 24 20 21 22 21 21 23 22 22 25 25 24 24 26 23 26 27 26 26 27 27 27 27 27 28 27 27 27 27 27 26',
].flatMap((row) => row.split(' ').map(Number));

/** What follows a bit: a byte that is complete, or the next branch. */
type Branch = [Branch | number | undefined, Branch | number | undefined];

const root: Branch = grownTree();

function grownTree(): Branch {
  const tree: Branch = [undefined, undefined];
  const byLength = [...lengths.entries()].sort(([, a], [, b]) => a - b);
  let code = 0;
  let before = 0;
  for (const [byte, length] of byLength) {
    code *= 2 ** (length - before);
    before = length;
    addLeaf(tree, { byte, code, length });
    code++;
  }
  return tree;
}

function addLeaf(tree: Branch, { byte, code, length }: { byte: number; code: number; length: number }): void {
  let branch = tree;
  for (let left = length - 1; left > 0; left--) {
    const bit = (code >>> left) & 1;
    branch[bit] ??= [undefined, undefined];
    branch = branch[bit] as Branch;
  }
  branch[code & 1] = byte;
}

/** Undefined where the bytes are no such code. What fills the last byte is the beginning of a code of ones alone. */
export function huffmanDecoded(bytes: Uint8Array): string | undefined {
  let text = '';
  let branch = root;
  let depth = 0;
  let isFiller = true;
  for (const byte of bytes) {
    for (let shift = 7; shift >= 0; shift--) {
      const bit = (byte >>> shift) & 1;
      const next = branch[bit];
      if (next === undefined) return undefined;
      isFiller = isFiller && bit === 1;
      depth++;
      if (typeof next !== 'number') {
        branch = next;
        continue;
      }
      text += String.fromCharCode(next);
      [branch, depth, isFiller] = [root, 0, true];
    }
  }
  return isFiller && depth < 8 ? text : undefined;
}
