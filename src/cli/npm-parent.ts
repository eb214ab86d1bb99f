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
  /**
   * How often the shell was woken. While it waits for us, nothing but a signal does that. Undefined too while it is awake:
   * right after it has started us it does not wait yet.
   */
  readonly wakes: number | undefined;
}

const LOOK_EVERY_MS = 250;
/** Who was not looked at for so long may have been frozen together with us, which wakes the shell too. */
const LONGEST_LOOK_MS = 5000;

/** No process has this number. */
const GONE = 0;

/** What was seen as early as possible: a signal that came before is told by nothing but an npm that is gone. */
interface FirstLook {
  readonly bornBelow: number;
  readonly atStart: ReturnType<typeof look> | undefined;
}

/** The file that Node runs loads this before anything else, and looks. What is joined for a faster start has a copy of it. */
const FIRST_LOOK = Symbol.for('pinnace: first look at npm');
const shared = globalThis as { [FIRST_LOOK]?: FirstLook };
const bornBelow = shared[FIRST_LOOK]?.bornBelow ?? process.ppid;
shared[FIRST_LOOK] ??= { bornBelow, atStart: isBelowNpm() ? look() : undefined };
const { atStart } = shared[FIRST_LOOK];
let isFollowed = false;

/** Under npm, sends this process a SIGTERM when npm or its shell got a signal or is gone. */
export function followNpm(): void {
  if (isFollowed || atStart === undefined) return;
  isFollowed = true;
  let { before, looked } = atStart;
  // After a stop and a continuation the shell is awake for a moment.
  process.on('SIGCONT', () => {
    looked = { ...looked, monotonic: Number.NEGATIVE_INFINITY };
  });
  const lookAgain = (): void => {
    const now = ancestors();
    const { monotonic, wall } = clocks();
    const wasAsleep = monotonic - looked.monotonic > LONGEST_LOOK_MS || wall - looked.wall > LONGEST_LOOK_MS;
    looked = { monotonic, wall };
    const isGone = now.shell !== before.shell || now.npm !== before.npm;
    const wasSignalled = isAnother(now.wakes, before.wakes) && !wasAsleep;
    before = { ...now, wakes: now.wakes ?? before.wakes };
    if (isGone || wasSignalled) process.kill(process.pid, 'SIGTERM');
  };
  // Not before whoever calls this catches the signal.
  setImmediate(lookAgain);
  setInterval(lookAgain, LOOK_EVERY_MS).unref();
}

/** One that was detached is meant to go on. */
function isBelowNpm(): boolean {
  return process.env.npm_execpath !== undefined && process.send === undefined;
}

function look(): { readonly before: Ancestors; readonly looked: ReturnType<typeof clocks> } {
  const now = ancestors();
  return { before: isOrphan() ? { ...now, shell: GONE } : now, looked: clocks() };
}

function isAnother(now: number | undefined, before: number | undefined): boolean {
  return now !== undefined && before !== undefined && now !== before;
}

function clocks(): { readonly monotonic: number; readonly wall: number } {
  return { monotonic: performance.now(), wall: Date.now() };
}

function ancestors(): Ancestors {
  const shell = process.ppid;
  const status = shell === bornBelow ? statusOf(shell) : undefined;
  // npm itself is our parent where the shell is not there any more; it wakes whenever it likes.
  const isShell = status?.get('Name') === 'sh' || status?.get('Name') === 'dash';
  const isWaiting = status?.get('State')?.startsWith('S') === true;
  return {
    shell,
    npm: isShell ? Number(status?.get('PPid')) : undefined,
    wakes: isShell && isWaiting ? Number(status?.get('voluntary_ctxt_switches')) : undefined,
  };
}

/**
 * Whether npm and its shell were gone before the first look: our parent is then whoever takes in orphans. It is of another
 * session, and we began none ourselves.
 */
function isOrphan(): boolean {
  const ours = statusOf(process.pid)?.get('NSsid');
  const theirs = statusOf(bornBelow)?.get('NSsid');
  return ours !== theirs && ours !== String(process.pid) && ours !== undefined && theirs !== undefined;
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
