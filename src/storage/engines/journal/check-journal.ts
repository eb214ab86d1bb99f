import { DamagedRecord, type Revision } from '../../engine.ts';
import { LogEngine } from '../log-engine.ts';
import type { Disk } from './disk.ts';
import { closeAll } from './found-segments.ts';
import type { JournalLog } from './journal-log.ts';
import { type JournalParts, type JournalSettings, logOver, withDirectory } from './open-journal.ts';
import { HEAD_SIZE, writeRecord } from './record.ts';
import { type LostRange, type Recovered, recover } from './recovery.ts';

/** The damage in a store that no process uses. */
export interface JournalCheck extends AsyncDisposable {
  readonly objects: number;
  readonly damaged: readonly DamagedRecord[];
  /** Ranges of files whose records cannot be told any more. A server does not start with them. */
  readonly lost: readonly LostRange[];
  /** What is left of a damaged object. */
  bytesOf(damaged: DamagedRecord): Uint8Array;
  /** Removes the damaged objects. */
  remove(): Promise<void>;
}

interface CheckSettings extends JournalSettings {
  /** Gives up the lost ranges for good: objects in them go back to an older state. */
  readonly giveUpLost?: boolean;
}

/** Looks at everything. Throws a `StorageFailure` when not even that is possible. */
export function checkJournal(settings: CheckSettings): Promise<JournalCheck> {
  return withDirectory(settings, (parts) => checkLog(parts, settings));
}

export async function checkLog(
  parts: Omit<JournalParts, 'ids'>,
  { giveUpLost }: Pick<CheckSettings, 'giveUpLost'>,
): Promise<JournalCheck> {
  let recovered = await recover(parts.disk, await parts.disk.list());
  const { lost } = recovered;
  if (lost.length > 0 && giveUpLost) recovered = await fillGaps(parts.disk, recovered);
  return inspected(await logOver(parts, recovered), lost);
}

function inspected(log: JournalLog, lost: readonly LostRange[]): JournalCheck {
  const engine = new LogEngine(log);
  const damaged: DamagedRecord[] = [];
  let objects = 0;
  for (const { revision, removed } of log.heads('')) {
    if (removed) continue;
    objects++;
    const value = log.record(revision)?.value;
    if (value instanceof DamagedRecord) damaged.push(value);
  }
  return {
    objects,
    damaged,
    lost,
    bytesOf: ({ revision }) => log.bytesOf(revision),
    async remove() {
      for (const { key, revision } of damaged) await engine.commit(key, null, revision);
    },
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}

/**
 * Fills each unreadable range with an empty record. The counter continues behind all revisions that may have been used
 * there.
 */
async function fillGaps(disk: Disk, { lost, state, segments }: Recovered): Promise<Recovered> {
  let { revision } = state;
  for (const { file, from, to } of lost) {
    revision += Math.ceil((to - from) / HEAD_SIZE);
    const target = segments.all.find(({ name }) => name === file);
    await target?.file.write(filler(Math.max(to - from, HEAD_SIZE), { revision, compacted: state.compacted }), from);
  }
  await closeAll(segments.all);
  return recover(disk, await disk.list());
}

function filler(size: number, { revision, compacted }: { revision: Revision; compacted: Revision }): Buffer {
  const bytes = Buffer.alloc(size);
  const value = new Uint8Array(size - HEAD_SIZE);
  writeRecord(bytes, 0, { kind: 'state', last: true, key: '', revision, previous: compacted, expires: 0, value });
  return bytes;
}
