/** What a writer does to its key, step by step: four values, then a removal, and again. */
export const isRemoval = (step: number): boolean => step % 5 === 4;

/** About a kilobyte that tells where it comes from, to its last byte. */
export function valueAt(key: string, step: number): Uint8Array {
  return new TextEncoder().encode(`${key}#${step};`.repeat(60));
}

/** Where the writer notes what it was promised: key, step and revision. */
export const promisesFile = (directory: string): string => `${directory}.promises`;
