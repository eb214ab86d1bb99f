const SLAB = 32 * 1024;
const LARGE = SLAB / 4;

let slab = Buffer.allocUnsafeSlow(SLAB);
let used = 0;

/**
 * Room for bytes that are sent at once and then forgotten. A kept piece keeps its whole slab in memory, so nothing that stays
 * may lie here. Node's own pool for this is a quarter as large, and making a new one is what costs.
 */
export function briefBytes(size: number): Buffer {
  if (size > LARGE) return Buffer.allocUnsafe(size);
  if (used + size > SLAB) {
    slab = Buffer.allocUnsafeSlow(SLAB);
    used = 0;
  }
  used += size;
  return slab.subarray(used - size, used);
}
