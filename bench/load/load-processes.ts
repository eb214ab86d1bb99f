import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { BenchError } from '../bench-error.ts';
import type { Job, JobAnswer, JobResult, RequestJob, RequestResult, WatchJob, WatchResult } from './job.ts';

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));

/** The processes that make the load, apart from the one that reports and from the server. */
export class LoadProcesses implements Disposable {
  readonly #children: readonly ChildProcess[];

  constructor(count: number) {
    const options = { serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] } as const;
    this.#children = Array.from({ length: count }, () => fork(WORKER, { ...options, stdio: [...options.stdio] }));
  }

  /** Clients and objects are divided among the processes, the answers joined slice by slice. */
  async requests(job: RequestJob): Promise<RequestResult> {
    const used = this.#children.slice(0, job.clients);
    const parts = await Promise.all(
      used.map((child, index) => ask<RequestResult>(child, share(job, { index, of: used.length }))),
    );
    return {
      answers: parts.reduce((sum, { answers }) => sum + answers, 0),
      slices: (parts[0] as RequestResult).slices.map((first, i) => ({
        milliseconds: first.milliseconds,
        latencies: joined(parts.map(({ slices }) => slices[i]?.latencies ?? new Float64Array())),
      })),
    };
  }
  /** Writers and watchers share one clock, so they are in one process. */
  watch(job: WatchJob): Promise<WatchResult> {
    return ask(this.#children[0] as ChildProcess, job);
  }
  [Symbol.dispose](): void {
    for (const child of this.#children) child.kill('SIGKILL');
  }
}

function share(job: RequestJob, { index, of }: { readonly index: number; readonly of: number }): RequestJob {
  const { first, step, count, atEnd } = job.objects;
  const part = (whole: number): number => Math.floor(whole / of) + (index < whole % of ? 1 : 0);
  const objects = { first: first + step * index, step: step * of, count: part(count), atEnd };
  return { ...job, clients: part(job.clients), objects };
}

async function ask<R extends JobResult>(child: ChildProcess, job: Job): Promise<R> {
  const stop = new AbortController();
  const { signal } = stop;
  const gone = once(child, 'exit', { signal }).then(() => ({ error: 'a load process ended' }));
  const reply = once(child, 'message', { signal }).then(([message]) => message as JobAnswer);
  gone.catch(() => {});
  reply.catch(() => {});
  child.send(job);
  try {
    const answer = await Promise.race([reply, gone]);
    if ('error' in answer) throw new BenchError(answer.error);
    return answer.result as R;
  } finally {
    stop.abort();
  }
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
