import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { MigrationOptions } from '#migration';

type Place = NonNullable<MigrationOptions['from']>;

interface Kept extends Place {
  /** Of the version of new writes when it was begun. */
  readonly storageHash: string;
  /** Versions whose entries of managedFields go, or ''. */
  readonly pruning: string;
}

interface CheckpointOf {
  readonly server: string;
  readonly resource: string;
  readonly storageHash: string;
  readonly pruning: string;
}

/** Where a migration of a resource of a cluster stopped, in a small file, so that the next run goes on from there. */
export class Checkpoint {
  readonly #file: string;
  readonly #of: CheckpointOf;

  constructor(of: CheckpointOf, environment: NodeJS.ProcessEnv) {
    this.#of = of;
    const state = environment.XDG_STATE_HOME || join(environment.HOME ?? homedir(), '.local', 'state');
    const mark = createHash('sha256').update(`${of.server}\n${of.resource}`).digest('hex').slice(0, 16);
    this.#file = join(state, 'pinnace', 'migrations', `${of.resource}-${mark}.json`);
  }

  /** Undefined where there is nothing to go on from, or new writes lie in another version since. */
  read(): Place | undefined {
    if (!existsSync(this.#file)) return undefined;
    try {
      const { storageHash, pruning, ...place } = JSON.parse(readFileSync(this.#file, 'utf8')) as Kept;
      return storageHash === this.#of.storageHash && pruning === this.#of.pruning ? place : undefined;
    } catch {
      // Half a file is as good as none: the migration begins anew.
      return undefined;
    }
  }

  write(place: Place): void {
    const { storageHash, pruning } = this.#of;
    mkdirSync(join(this.#file, '..'), { recursive: true });
    const next = `${this.#file}.new`;
    writeFileSync(next, JSON.stringify({ ...place, storageHash, pruning } satisfies Kept));
    renameSync(next, this.#file);
  }

  remove(): void {
    rmSync(this.#file, { force: true });
  }
}
