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

/** No code goes this way. */
const NOWHERE = 0xffff;
/** No byte is complete. */
const NONE = -1;

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

/**
 * The tree, walked by four bits at a time: no code is shorter, so at most one byte becomes complete. A state is the number of a
 * branch; what comes behind it is `state * 16 + bits`.
 */
const { nextStates, completedBytes, endStates } = walkedTree();

function walkedTree() {
  const branches: Branch[] = [root];
  const numbers = new Map<Branch, number>([[root, 0]]);
  for (const branch of branches) {
    for (const next of branch) {
      if (!Array.isArray(next)) continue;
      numbers.set(next, branches.length);
      branches.push(next);
    }
  }
  const nextStates = new Uint16Array(branches.length * 16).fill(NOWHERE);
  const completedBytes = new Int16Array(branches.length * 16).fill(NONE);
  for (const [state, branch] of branches.entries()) {
    for (let bits = 0; bits < 16; bits++) {
      const { to, byte } = walk(branch, bits);
      if (to !== undefined) nextStates[state * 16 + bits] = numbers.get(to) as number;
      if (byte !== undefined) completedBytes[state * 16 + bits] = byte;
    }
  }
  return { nextStates, completedBytes, endStates: fillerStates(numbers) };
}

function walk(from: Branch, bits: number): { to?: Branch; byte?: number } {
  let branch = from;
  let byte: number | undefined;
  for (let shift = 3; shift >= 0; shift--) {
    const next = branch[(bits >>> shift) & 1];
    if (next === undefined) return {};
    if (typeof next === 'number') byte = next;
    branch = typeof next === 'number' ? root : next;
  }
  return { to: branch, ...(byte !== undefined && { byte }) };
}

/** What fills the last byte is the beginning of a code of ones alone, and shorter than a byte. */
function fillerStates(numbers: ReadonlyMap<Branch, number>): ReadonlySet<number> {
  const states = new Set<number>();
  let branch = root;
  for (let depth = 0; depth < 8; depth++) {
    states.add(numbers.get(branch) as number);
    branch = branch[1] as Branch;
  }
  return states;
}

/** Undefined where the bytes are no such code. */
export function huffmanDecoded(bytes: Uint8Array): string | undefined {
  // The shortest code has five bits.
  const text = Buffer.allocUnsafe(Math.floor((bytes.length * 8) / 5));
  let length = 0;
  let state = 0;
  for (let half = 0; half < 2 * bytes.length; half++) {
    const byte = bytes[half >>> 1] as number;
    const place = state * 16 + ((half & 1) === 0 ? byte >>> 4 : byte & 0xf);
    state = nextStates[place] as number;
    if (state === NOWHERE) return undefined;
    const completed = completedBytes[place] as number;
    if (completed !== NONE) text[length++] = completed;
  }
  return endStates.has(state) ? text.toString('latin1', 0, length) : undefined;
}
