import { admissionCost, forgetSteps, type GroupAndResource, writeStep } from './admission-cost.ts';

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
  },
  forget: (subject) => forgetSteps(subject, ['validatingadmissionpolicybindings', 'validatingadmissionpolicies']),
});
