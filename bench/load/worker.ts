// A load process: does one job after the other until its parent is gone.
import type { Job, JobAnswer } from './job.ts';
import { runRequests } from './run-requests.ts';
import { runWatch } from './run-watch.ts';

process.on('message', (job: Job) => void answer(job));
process.on('disconnect', () => process.exit());

async function answer(job: Job): Promise<void> {
  let reply: JobAnswer;
  try {
    reply = { result: job.kind === 'requests' ? await runRequests(job) : await runWatch(job) };
  } catch (error) {
    reply = { error: (error as Error).message };
  }
  process.send?.(reply);
}
