import { BenchError } from '../bench-error.ts';
import { ask } from '../target/ask.ts';
import type { Bench, Subject } from './bench.ts';
import { requests } from './config-maps.ts';
import type { Measured, Row, Work } from './row.ts';
import { measureThroughput } from './throughput.ts';

const API = '/apis/admissionregistration.k8s.io/v1';
const counts = [0, 1, 50] as const;

const rows = counts.map(
  (count): Row => ({
    name: `create-policies-${count}`,
    title: count === 0 ? 'create without admission policies, 16 clients' : `… with ${count} that look at it`,
    unit: 'per s',
    better: 'more',
  }),
);
const unmatched: Row = {
  name: 'policies-unmatched-cpu',
  title: '… processor time with 50 policies for other resources to without',
  unit: 'ratio',
  better: 'less',
  aim: { of: 'value', limit: 1.03 },
};

function policy(name: string, [group, resource]: readonly [string, string]) {
  const rule = { operations: ['CREATE', 'UPDATE'], apiGroups: [group], apiVersions: ['v1'], resources: [resource] };
  const validations = [
    {
      expression:
        "object.metadata.name.size() < 64 && (!has(object.data) || object.data.all(key, key.matches('^[a-z]+$')))",
    },
  ];
  return {
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    spec: { matchConstraints: { resourceRules: [rule] }, validations },
  };
}

async function write(subject: Subject, resource: string, object: object): Promise<void> {
  const body = JSON.stringify({ apiVersion: 'admissionregistration.k8s.io/v1', ...object });
  const headers = { 'content-type': 'application/json' };
  const { status, body: answer } = await ask(subject.target, {
    method: 'POST',
    path: `${API}/${resource}`,
    headers,
    body,
  });
  if (status !== 201) throw new BenchError(`a policy could not be made: ${answer}`);
}

async function enforce(subject: Subject, count: number, what: readonly [string, string]): Promise<void> {
  for (let at = 0; at < count; at++) {
    const name = `bench-${at}`;
    await write(subject, 'validatingadmissionpolicies', policy(name, what));
    const spec = { policyName: name, validationActions: ['Deny'] };
    const kind = 'ValidatingAdmissionPolicyBinding';
    await write(subject, 'validatingadmissionpolicybindings', { kind, metadata: { name }, spec });
  }
}

async function forget(subject: Subject): Promise<void> {
  for (const resource of ['validatingadmissionpolicybindings', 'validatingadmissionpolicies']) {
    await ask(subject.target, { method: 'DELETE', path: `${API}/${resource}` });
  }
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

/** What policies cost when an object is made, and what those cost that are for something else. */
export const policyRows: Work = {
  rows: [...rows, unmatched],
  unable: ({ ownServer }) => (ownServer ? undefined : 'policies would stay on a foreign server'),
  run: (bench) =>
    bench.withServer(async (subject) => {
      const results: { [row: string]: Measured } = {};
      // What comes first pays for a cold server: it is not counted.
      await measure(bench, subject, unmatched);
      for (const [at, count] of counts.entries()) {
        await enforce(subject, count, ['', 'configmaps']);
        results[rows[at]?.name ?? ''] = await measure(bench, subject, rows[at] as Row);
        await forget(subject);
      }
      // In turns, since the machine and the size of the store change while they are measured.
      const shares: number[] = [];
      for (let turn = 0; turn < 3; turn++) {
        const before = cpuOf(await measure(bench, subject, unmatched));
        await enforce(subject, 50, ['apps', 'deployments']);
        const between = cpuOf(await measure(bench, subject, unmatched));
        await forget(subject);
        const after = cpuOf(await measure(bench, subject, unmatched));
        shares.push((2 * between) / (before + after));
      }
      const value = shares.toSorted((a, b) => a - b)[1] ?? Number.NaN;
      return { ...results, [unmatched.name]: { value, slices: shares } };
    }),
};
