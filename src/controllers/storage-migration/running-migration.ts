import type { Migration, MigrationProgress } from '#migration';

/** A migration that runs in this server, or ran last for its resource. */
export interface RunningMigration extends MigrationProgress {
  /** Of the StorageVersionMigration. */
  readonly name: string;
  readonly group: string;
  readonly resource: string;
  readonly failures: Migration['failures'];
}

/** What the condition says while it runs. */
export function runningMessage({ done, total, failed, perSecond, secondsLeft, waitsFor }: MigrationProgress): string {
  const left = secondsLeft === undefined ? '' : `, ${Math.ceil(secondsLeft)} s left`;
  const counts = `${done} of ${total} objects, ${Math.round(perSecond)}/s${left}, ${failed} failed`;
  return `The migration is running: ${counts}${waitsFor === undefined ? '' : `; waits: ${waitsFor}`}`;
}

const SHOWN_FAILURES = 10;

/** What the condition says when objects failed: the first reason as Kubernetes has it, then the objects. */
export function failedMessage({ failed, failures }: Pick<RunningMigration, 'failed' | 'failures'>): string {
  const shown = failures.slice(0, SHOWN_FAILURES).map(({ namespace, name, reason }) => {
    return `${namespace === undefined ? '' : `${namespace}/`}${name}: ${reason}`;
  });
  const more = failed > shown.length ? `; and ${failed - shown.length} more` : '';
  const count = failed === 1 ? '1 object' : `${failed} objects`;
  return `migration encountered unhandled error: ${failures[0]?.reason ?? ''} (${count} failed: ${shown.join('; ')}${more})`;
}
