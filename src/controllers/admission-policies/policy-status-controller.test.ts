import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KubeObject } from '#meta';
import { systemClockLike } from '../../client/testing/clock.ts';
import { TestCluster } from '../testing/test-cluster.ts';

let cluster: TestCluster;
beforeEach(async () => {
  cluster = await TestCluster.open({ clock: systemClockLike() });
});
afterEach(() => cluster[Symbol.asyncDispose]());

interface Status {
  observedGeneration?: number;
  typeChecking?: { expressionWarnings?: { fieldRef: string; warning: string }[] };
}

async function statusOf(spec: object): Promise<{ status: Status; managers: readonly (string | undefined)[] }> {
  const { settle } = cluster.start(['validatingadmissionpolicy-status']);
  const rule = {
    operations: ['*'],
    apiGroups: ['apps'],
    apiVersions: ['v1'],
    resources: ['deployments', 'deployments/*'],
  };
  await cluster.create(
    'validatingadmissionpolicies/p',
    {},
    { spec: { matchConstraints: { resourceRules: [rule] }, ...spec } },
  );
  await settle();
  const { status, metadata } = (await cluster.get('validatingadmissionpolicies/p')) as KubeObject & { status: Status };
  return { status, managers: (metadata.managedFields ?? []).map(({ manager }) => manager) };
}

describe('The status of a policy', () => {
  it('tells that its expressions fit the kinds that it is for', async () => {
    const validations = [
      { expression: 'object.spec.replicas > 1', messageExpression: 'string(object.spec.replicas)' },
      { expression: 'object.spec.template.spec.containers.all(c, c.image != "")' },
      { expression: 'object.metadata.creationTimestamp > timestamp("2020-01-01T00:00:00Z")' },
    ];
    const { status, managers } = await statusOf({ validations });
    expect(status).toEqual({ observedGeneration: 1, typeChecking: {} });
    expect(managers).toContain('validatingadmissionpolicy-status');
  });

  it('tells of each expression what does not fit', async () => {
    const variables = [{ name: 'replicas', expression: 'object.spec.replicas' }];
    const validations = [
      { expression: 'object.spec.nowhere == 1' },
      { expression: 'variables.replicas == 1', messageExpression: 'variables.replicas + "x"' },
    ];
    const { status } = await statusOf({ variables, validations });
    expect(status.typeChecking?.expressionWarnings).toEqual([
      {
        fieldRef: 'spec.validations[0].expression',
        warning:
          "apps/v1, Kind=Deployment: ERROR: <input>:1:12: undefined field 'nowhere'\n | object.spec.nowhere == 1\n | ...........^\n",
      },
      {
        fieldRef: 'spec.validations[1].messageExpression',
        warning: expect.stringContaining("found no matching overload for '_+_' applied to '(int, string)'"),
      },
    ]);
  });

  it('says nothing where every resource is meant', async () => {
    const rule = { operations: ['*'], apiGroups: ['*'], apiVersions: ['v1'], resources: ['pods'] };
    const validations = [{ expression: 'object.spec.nowhere == 1' }];
    const { status } = await statusOf({ matchConstraints: { resourceRules: [rule] }, validations });
    expect(status).toEqual({ observedGeneration: 1, typeChecking: {} });
  });
});
