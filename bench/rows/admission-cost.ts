import { BenchError } from '../bench-error.ts';
import { ask } from '../target/ask.ts';
import type { Bench, Subject } from './bench.ts';
import { requests } from './config-maps.ts';
import type { Measured, Row, Work } from './row.ts';
import { measureThroughput } from './throughput.ts';

export const API = '/apis/admissionregistration.k8s.io/v1';

/** What is asked when objects are written: policies or webhooks. */
export interface AdmissionSteps {
  /** `policies` */
  readonly name: string;
  /** `admission policies` */
  readonly title: string;
  /** How many look at what is made, row by row. */
  readonly counts: readonly number[];
  /** How many are for something else. */
  readonly unmatched: number;
  /** Puts so many in force for a resource. */
  enforce(subject: Subject, count: number, what: GroupAndResource): Promise<void>;
  forget(subject: Subject): Promise<void>;
}
export type GroupAndResource = readonly [group: string, resource: string];

/** Makes an object that says what is asked. */
export async function writeStep(subject: Subject, resource: string, object: object): Promise<void> {
  const body = JSON.stringify({ apiVersion: 'admissionregistration.k8s.io/v1', ...object });
  const headers = { 'content-type': 'application/json' };
  const { status, body: answer } = await ask(subject.target, {
    method: 'POST',
    path: `${API}/${resource}`,
    headers,
    body,
  });
  if (status !== 201) throw new BenchError(`an object of ${resource} could not be made: ${answer}`);
}

export async function forgetSteps(subject: Subject, resources: readonly string[]): Promise<void> {
  for (const resource of resources) await ask(subject.target, { method: 'DELETE', path: `${API}/${resource}` });
}

let measures = 0;

async function measure(bench: Bench, subject: Subject, row: Row): Promise<Measured> {
  // The objects of earlier measurements are still there.
  const prefix = `m${++measures}-`;
  const request = {
    ...requests.create,
    body: String(requests.create.body).replace('"name":"bench-', `"name":"${prefix}`),
  };
  return measureThroughput(bench, subject, { ...row, clients: 16, request, before: 0, about: 'new' });
}

const cpuOf = ({ cpuMicroseconds = Number.NaN }: Measured): number => cpuMicroseconds;

/** What steps cost when an object is made, and what those cost that are for something else. */
export function admissionCost(steps: AdmissionSteps): Work {
  const rows = steps.counts.map(
    (count): Row => ({
      name: `create-${steps.name}-${count}`,
      title: count === 0 ? `create without ${steps.title}, 16 clients` : `… with ${count} that look at it`,
      unit: 'per s',
      better: 'more',
    }),
  );
  const unmatched: Row = {
    name: `${steps.name}-unmatched-cpu`,
    title: `… processor time with ${steps.unmatched} for other resources to without`,
    unit: 'ratio',
    better: 'less',
    aim: { of: 'value', limit: 1.03 },
  };
  return {
    rows: [...rows, unmatched],
    unable: ({ ownServer }) => (ownServer ? undefined : `${steps.title} would stay on a foreign server`),
    run: (bench) =>
      bench.withServer(async (subject) => {
        const results: { [row: string]: Measured } = {};
        // What comes first pays for a cold server: it is not counted.
        await measure(bench, subject, unmatched);
        for (const [at, count] of steps.counts.entries()) {
          await steps.enforce(subject, count, ['', 'configmaps']);
          results[rows[at]?.name ?? ''] = await measure(bench, subject, rows[at] as Row);
          await steps.forget(subject);
        }
        return { ...results, [unmatched.name]: await unmatchedShare(bench, subject, { steps, row: unmatched }) };
      }),
  };
}

const TURNS = 7;

interface Share {
  readonly steps: AdmissionSteps;
  readonly row: Row;
}

/** In turns, since the machine and the size of the store change while they are measured. */
async function unmatchedShare(bench: Bench, subject: Subject, { steps, row }: Share): Promise<Measured> {
  const shares: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const before = cpuOf(await measure(bench, subject, row));
    await steps.enforce(subject, steps.unmatched, ['apps', 'deployments']);
    const between = cpuOf(await measure(bench, subject, row));
    await steps.forget(subject);
    const after = cpuOf(await measure(bench, subject, row));
    shares.push((2 * between) / (before + after));
  }
  const value = shares.toSorted((a, b) => a - b)[1] ?? Number.NaN;
  return { value, slices: shares };
}
