const MIB = 1024 * 1024;

/** How a journal divides its room. Tests use small ones. */
export interface JournalSizes {
  /** A segment has at least and at most so many bytes; in between, about a sixteenth of all that is kept. */
  readonly smallestSegment: number;
  readonly largestSegment: number;
  /** Room that only deletions may use. */
  readonly reserve: number;
  /** So many zeros are written ahead at a time. */
  readonly step: number;
}

export const usualSizes: JournalSizes = {
  smallestSegment: MIB,
  largestSegment: 16 * MIB,
  reserve: MIB / 2,
  step: MIB,
};

export function segmentSize({ smallestSegment, largestSegment }: JournalSizes, kept: number): number {
  let size = smallestSegment;
  while (size < largestSegment && size < kept / 16) size *= 2;
  return size;
}
