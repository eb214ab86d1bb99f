import { setTimeout } from 'node:timers/promises';
import { ask } from '../target/ask.ts';
import { API, admissionCost, forgetSteps, type GroupAndResource, writeStep } from './admission-cost.ts';
import type { Subject } from './bench.ts';

function policy(name: string, [group, resource]: GroupAndResource) {
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

const AGAIN_MS = 20;

/** A controller checks the types of each policy once, after it was made: that is no cost of the requests that are measured. */
async function typesChecked(subject: Subject): Promise<void> {
  const path = `${API}/validatingadmissionpolicies`;
  for (;;) {
    const { body } = await ask(subject.target, { method: 'GET', path });
    const { items } = JSON.parse(String(body)) as { items: { status?: { observedGeneration?: number } }[] };
    if (items.every(({ status }) => status?.observedGeneration !== undefined)) return;
    await setTimeout(AGAIN_MS);
  }
}

export const policyRows = admissionCost({
  name: 'policies',
  title: 'admission policies',
  counts: [0, 1, 50],
  unmatched: 50,
  async enforce(subject, count, what) {
    for (let at = 0; at < count; at++) {
      const name = `bench-${at}`;
      await writeStep(subject, 'validatingadmissionpolicies', policy(name, what));
      const spec = { policyName: name, validationActions: ['Deny'] };
      const kind = 'ValidatingAdmissionPolicyBinding';
      await writeStep(subject, 'validatingadmissionpolicybindings', { kind, metadata: { name }, spec });
    }
    await typesChecked(subject);
  },
  forget: (subject) => forgetSteps(subject, ['validatingadmissionpolicybindings', 'validatingadmissionpolicies']),
});
