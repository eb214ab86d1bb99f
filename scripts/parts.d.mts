import type { ChildProcess } from 'node:child_process';

export class Parts {
  constructor(say: (line: string) => void);
  add<Running extends { readonly child: ChildProcess }>(name: string, log: string, start: () => Running): Running;
  up(work: Promise<unknown>): Promise<void>;
  get none(): Promise<void>;
  stop(isFirst: (name: string) => boolean): Promise<void>;
}
