import { crc32 } from 'node:zlib';
import { HEAD_SIZE } from './record.ts';
import type { TableRecord } from './record-table.ts';

/** Records that lie close together in a segment, to be read at once. */
export interface Run {
  readonly segment: number;
  readonly at: number;
  end: number;
  readonly records: TableRecord[];
}

/** What is read at once: so much that the reading costs little, so little that looking at it takes no long turn. */
const RUN_BYTES = 128 * 1024;
/** A longer gap costs more to read than the next record costs alone. */
const LONGEST_GAP = 16 * 1024;

/** Room for the bytes of a run, which is used again for the next one. */
export class RunRoom {
  #bytes: Buffer | undefined;

  of(size: number): Buffer {
    if (size > RUN_BYTES) return Buffer.allocUnsafe(size);
    this.#bytes ??= Buffer.allocUnsafe(RUN_BYTES);
    return this.#bytes.subarray(0, size);
  }
}

export function* runsOf(records: Iterable<TableRecord>): Generator<Run> {
  let run: Run | undefined;
  for (const record of records) {
    const { segment, at } = record;
    const end = at + HEAD_SIZE + record.keySize + record.valueSize;
    if (run !== undefined && run.segment === segment && isNear(run, at) && end - run.at <= RUN_BYTES) {
      run.end = end;
      run.records.push(record);
      continue;
    }
    if (run !== undefined) yield run;
    run = { segment, at, end, records: [record] };
  }
  if (run !== undefined) yield run;
}

function isNear({ end }: Run, at: number): boolean {
  return at >= end && at - end <= LONGEST_GAP;
}

/** The value of one of the records of a run, whose bytes these are; undefined when it is not what was written. */
export function valueIn(bytes: Buffer, run: Run, record: TableRecord): Buffer | undefined {
  const at = record.at - run.at + HEAD_SIZE + record.keySize;
  const value = bytes.subarray(at, at + record.valueSize);
  return crc32(value) === record.valueCheck ? value : undefined;
}

/** The order in which records lie on disk. */
export function byPlace(a: TableRecord, b: TableRecord): number {
  return a.segment - b.segment || a.at - b.at;
}
