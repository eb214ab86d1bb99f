import type { Revision } from '../../engine.ts';
import type { BuriedRemovals } from './buried-removals.ts';
import type { RecordTable } from './record-table.ts';
import { type Rewriting, rewrite, UnreadableSegment } from './rewrite.ts';
import { obsoleteBytes, type Segment, sizeOfPlaced } from './segments.ts';
import { type JournalSizes, segmentSize } from './sizes.ts';

interface ReclaimOptions extends Rewriting {
  readonly table: RecordTable;
  readonly buried: BuriedRemovals;
  readonly sizes: JournalSizes;
  readonly compacted: () => Revision;
}

/** Rewrites segments as long as that gives back much room for little work. */
export async function reclaim(options: ReclaimOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    options.buried.dropNeedless();
    const run = chooseRun(options);
    if (run.length === 0) return;
    try {
      await reclaimRun(options, run);
    } catch (error) {
      if (!(error instanceof UnreadableSegment)) throw error;
      error.segment.stuck = true;
    }
  }
}

const LONGEST_RUN = 64;
const MANY_SMALL = 8;

/** Neighbours that together hold no more than one segment should, and of them those with the most obsolete bytes. */
function chooseRun(options: ReclaimOptions): readonly Segment[] {
  const { segments, sizes, buried } = options;
  const { finished } = segments;
  const largest = segmentSize(sizes, segments.kept);
  let best: readonly Segment[] = [];
  let bestRatio = -1;
  for (let from = 0; from < finished.length; from++) {
    const run = runFrom(finished, from, largest);
    const kept = sum(run, (segment) => segment.kept);
    const obsolete = sum(run, obsoleteBytes);
    const ratio = obsolete / (kept + 1);
    if ((obsolete > kept || run.length >= MANY_SMALL) && ratio > bestRatio) [best, bestRatio] = [run, ratio];
  }
  if (best.length > 0 || buried.bytes <= Math.max(sizes.smallestSegment, segments.kept / 4)) return best;
  return blocking(options, finished);
}

function runFrom(finished: readonly Segment[], from: number, largest: number): readonly Segment[] {
  const run: Segment[] = [];
  let kept = 0;
  for (const segment of finished.slice(from, from + LONGEST_RUN)) {
    if (segment.stuck || (run.length > 0 && kept + segment.kept > largest)) break;
    run.push(segment);
    kept += segment.kept;
  }
  return run;
}

/** The oldest segment because of which removals have to be kept. */
function blocking({ compacted }: ReclaimOptions, finished: readonly Segment[]): readonly Segment[] {
  const first = finished.find(
    (segment) => !segment.stuck && obsoleteBytes(segment) > 0 && segment.cleanedTo < compacted(),
  );
  return first === undefined ? [] : [first];
}

async function reclaimRun(options: ReclaimOptions, run: readonly Segment[]): Promise<void> {
  const { table, buried, segments, disk } = options;
  const cleanedTo = options.compacted();
  const ids = new Set(run.map(({ id }) => id));
  const records = [...table.in(ids), ...buried.in(ids)].sort((a, b) => a.revision - b.revision);
  const { segment: written, places } = await rewrite(options, run, records);
  // Without waiting in between: from here on reads go to the new file.
  const segment = segments.replace(run, written);
  segment.cleanedTo = cleanedTo;
  for (const [i, record] of records.entries()) {
    const { revision } = record;
    const to = { segment: segment.id, at: places[i] as number };
    table.move(revision, to);
    buried.move(revision, to);
    // What became obsolete meanwhile is in the file all the same.
    if (buried.has(revision) || table.get(revision) !== undefined) segment.kept += sizeOfPlaced(record);
  }
  for (const { file, name } of run) {
    await file.close();
    await disk.remove(name);
  }
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
