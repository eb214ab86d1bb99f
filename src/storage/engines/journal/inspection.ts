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

export function* runsOf(records: Iterable<TableRecord>): Generator<Run> {
  let run: Run | undefined;
  for (const record of records) {
    const { segment, at } = record;
    const end = at + HEAD_SIZE + record.keySize + record.valueSize;
    if (run !== undefined && run.segment === segment && at >= run.end && end - run.at <= RUN_BYTES) {
      run.end = end;
      run.records.push(record);
      continue;
    }
    if (run !== undefined) yield run;
    run = { segment, at, end, records: [record] };
  }
  if (run !== undefined) yield run;
}

/** Whether the bytes of a run hold what was written for one of its records. */
export function isWhole(bytes: Buffer, run: Run, record: TableRecord): boolean {
  const at = record.at - run.at + HEAD_SIZE + record.keySize;
  return crc32(bytes.subarray(at, at + record.valueSize)) === record.valueCheck;
}
