// Where the threads begin that convert with a module of the operator's. One job at a time.
import { parentPort, workerData } from 'node:worker_threads';
import { encodeJson, parseJson } from '#machinery';
import type { Json, JsonObject } from '#meta';
import { loadConversion } from './load-conversion.ts';
import { BEGUN, type ConversionJob, type ConversionThreadStart, type FromConversionThread, INDEX } from './messages.ts';

const { module, definition, progress } = workerData as ConversionThreadStart;
const counters = new Int32Array(progress);
const tell = (message: FromConversionThread): void => parentPort?.postMessage(message);
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function begin(): Promise<void> {
  const convert = await loadConversion(module, definition);
  parentPort?.on('message', (job: ConversionJob) => void run(job, convert));
  tell({ type: 'ready' });
}

async function run({ objects, to }: ConversionJob, convert: Awaited<ReturnType<typeof loadConversion>>): Promise<void> {
  const { value } = parseJson(Buffer.from(objects), { duplicates: false });
  const made: string[] = [];
  for (const [index, object] of (value as readonly Json[]).entries()) {
    Atomics.store(counters, INDEX, index);
    Atomics.add(counters, BEGUN, 1);
    try {
      made.push(encodeJson(await convert(object as JsonObject, to)));
    } catch (error) {
      return tell({ type: 'failed', index, message: textOf(error) });
    }
  }
  return tell({ type: 'converted', objects: `[${made.join(',')}]` });
}

begin().catch((error: unknown) => tell({ type: 'unusable', message: textOf(error) }));
