import type { LogWrite, NewLogRecord } from '../revision-log.ts';
import { type NewRecord, type PlacedHead, sizeOfRecord, writeRecord } from './record.ts';

interface Batch {
  readonly bytes: Buffer;
  /** Placed as if the batch began at 0. */
  readonly heads: readonly PlacedHead[];
}

const nothing = new Uint8Array();

/** What is written together: the records, or, when there are none, the state. */
export function encodeBatch({ puts, state }: LogWrite): Batch {
  const records: NewRecord[] = puts.map((put, i) => newRecord(put, i === puts.length - 1));
  if (records.length === 0) {
    const { revision, compacted: previous } = state;
    records.push({ kind: 'state', last: true, key: '', revision, previous, expires: 0, value: nothing });
  }
  const bytes = Buffer.allocUnsafeSlow(records.reduce((sum, record) => sum + sizeOfRecord(record), 0));
  const heads: PlacedHead[] = [];
  for (const record of records) heads.push(writeRecord(bytes, heads.at(-1)?.end ?? 0, record));
  return { bytes, heads };
}

function newRecord({ key, revision, previous, value, expires }: NewLogRecord, last: boolean): NewRecord {
  return {
    kind: value === null ? 'removal' : 'value',
    last,
    key,
    revision,
    previous,
    expires: expires === undefined ? 0 : Math.ceil(expires / 1000),
    value: value ?? nothing,
  };
}
