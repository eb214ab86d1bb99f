import { readFileSync } from 'node:fs';

/**
 * npm and npx start programs through a shell, and pass signals on to that shell alone. Some shells put themselves in the
 * program's place; dash, which is /bin/sh on Debian and Ubuntu, stays. SIGTERM then ends npm and the shell, and the program
 * goes on without them; of SIGINT the shell takes note, and waits for the program, which was told nothing. So the program
 * looks after them.
 */
interface Ancestors {
  readonly shell: number;
  /** The shell's parent. Undefined where the system does not tell, as the next. */
  readonly npm: number | undefined;
  /** How often the shell was woken. While it waits for us, nothing but a signal does that. */
  readonly wakes: number | undefined;
}

const LOOK_EVERY_MS = 250;
/** Who was not looked at for so long may have been frozen together with us, which wakes the shell too. */
const LONGEST_LOOK_MS = 5000;

const bornBelow = process.ppid;
let isFollowed = false;

/** Under npm, sends this process a SIGTERM when npm or its shell got a signal or is gone. */
export function followNpm(): void {
  // One that was detached is meant to go on.
  if (isFollowed || process.env.npm_execpath === undefined || process.send !== undefined) return;
  isFollowed = true;
  let before = ancestors();
  let looked = clocks();
  // After a stop and a continuation the shell is awake for a moment.
  process.on('SIGCONT', () => {
    looked = { ...looked, monotonic: Number.NEGATIVE_INFINITY };
  });
  setInterval(() => {
    const now = ancestors();
    const { monotonic, wall } = clocks();
    const wasAsleep = monotonic - looked.monotonic > LONGEST_LOOK_MS || wall - looked.wall > LONGEST_LOOK_MS;
    looked = { monotonic, wall };
    const isGone = now.shell !== before.shell || now.npm !== before.npm;
    const wasSignalled = now.wakes !== before.wakes && !wasAsleep;
    before = now;
    if (isGone || wasSignalled) process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS).unref();
}

const clocks = (): { monotonic: number; wall: number } => ({ monotonic: performance.now(), wall: Date.now() });

function ancestors(): Ancestors {
  const shell = process.ppid;
  const status = shell === bornBelow ? statusOf(shell) : undefined;
  // npm itself is our parent where the shell is not there any more; it wakes whenever it likes.
  const isShell = status?.get('Name') === 'sh' || status?.get('Name') === 'dash';
  return {
    shell,
    npm: isShell ? Number(status?.get('PPid')) : undefined,
    wakes: isShell ? Number(status?.get('voluntary_ctxt_switches')) : undefined,
  };
}

/** What Linux tells of a process. */
function statusOf(pid: number): ReadonlyMap<string, string> | undefined {
  try {
    const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n');
    return new Map(lines.map((line) => line.split(':\t', 2) as [string, string]));
  } catch {
    return undefined;
  }
}
