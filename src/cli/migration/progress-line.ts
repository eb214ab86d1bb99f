import type { Terminal } from '../command.ts';

/** A line that says how far something is: one that changes on a terminal, a new one now and then otherwise. */
interface ProgressLine {
  show(text: string): void;
  /** The last words stay. */
  end(text?: string): void;
}

const TERMINAL_MS = 100;
const LINE_MS = 5000;

export function progressLine(out: Terminal['stderr']): ProgressLine {
  const isTerminal = out.isTTY === true;
  let last = performance.now() - (isTerminal ? TERMINAL_MS : 0);
  let shown = false;
  const write = (text: string): void => void out.write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`);
  return {
    show(text) {
      if (performance.now() - last < (isTerminal ? TERMINAL_MS : LINE_MS)) return;
      last = performance.now();
      shown = true;
      write(text);
    },
    end(text) {
      if (text !== undefined) out.write(isTerminal ? `\r\u001b[K${text}\n` : `${text}\n`);
      else if (isTerminal && shown) out.write('\r\u001b[K');
    },
  };
}

const BAR_WIDTH = 24;

/** `[######------] 50%` */
export function bar(done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const full = Math.round(share * BAR_WIDTH);
  return `[${'#'.repeat(full)}${'-'.repeat(BAR_WIDTH - full)}] ${Math.floor(share * 100)}%`;
}
