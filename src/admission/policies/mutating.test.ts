import { describe, expect, it } from 'vitest';
import { ApiError, type KubeObject } from '#meta';
import { AdmissionChain } from '../chain.ts';
import { resources } from '../objects.ts';
import type { AdmissionPlugin } from '../plugin.ts';
import { requestFor, stored } from '../testing/admission-requests.ts';
import { binding, policy, policyParts } from '../testing/stored-policies.ts';
import { mutatingAdmissionPolicy } from './mutating.ts';

const apply = (expression: string) => ({ patchType: 'ApplyConfiguration', applyConfiguration: { expression } });
const patch = (...operations: string[]) => ({
  patchType: 'JSONPatch',
  jsonPatch: { expression: `[${operations.map((operation) => `JSONPatch{${operation}}`).join(', ')}]` },
});
const label = (name: string, value: string) =>
  apply(`Object{metadata: Object.metadata{labels: {"${name}": ${value}}}}`);

const mutating = (name: string, mutations: readonly object[], more: object = {}) =>
  policy(name, { reinvocationPolicy: 'Never', mutations, ...more });

/** A gadget, as far as its rules let it be one. */
const gadget = (): KubeObject => ({
  apiVersion: 'small.example.com/v1',
  kind: 'Gadget',
  metadata: { name: 'g', namespace: 'ns', labels: { app: 'x' } },
});

async function mutated(policies: readonly object[], others: readonly AdmissionPlugin[] = []) {
  const names = policies.map((one) => (one as { metadata: { name: string } }).metadata.name);
  const plugin = mutatingAdmissionPolicy(
    policyParts({
      stored: [stored(resources.namespaces, 'ns')],
      configuration: {
        mutatingadmissionpolicies: policies,
        mutatingadmissionpolicybindings: names.map((name) => binding(name)),
      },
    }),
  );
  const request = requestFor({ object: gadget() });
  await new AdmissionChain([...others, plugin]).mutate(request);
  return request.object as KubeObject;
}

async function refused(policies: readonly object[]): Promise<ApiError['status']> {
  const outcome = await mutated(policies).catch((error: unknown) => error);
  if (outcome instanceof ApiError) return outcome.status;
  throw new Error('it was not refused', { cause: outcome });
}

describe('A mutating policy', () => {
  it('lays a configuration over the object', async () => {
    const { metadata } = await mutated([mutating('a', [label('b', 'object.metadata.name')])]);
    expect(metadata.labels).toEqual({ app: 'x', b: 'g' });
  });

  it('patches the object, and each of its mutations sees what the one before made', async () => {
    const { metadata } = await mutated([
      mutating('a', [
        patch('op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("a/b"), value: "1"'),
        label('c', 'object.metadata.labels["a/b"]'),
        patch('op: "test", path: "/metadata/name", value: "h"', 'op: "remove", path: "/metadata/labels"'),
      ]),
    ]);
    expect(metadata.labels).toEqual({ app: 'x', 'a/b': '1', c: '1' });
  });

  it.each([
    [apply('Object{nowhere: 1}'), 'error applying patch: failed to convert patch object to typed object: .nowhere: '],
    [
      apply('Object{metadata: Object.spec{}}'),
      'type mismatch: unexpected type name "Object.spec", expected "Object.metadata", which matches field name path',
    ],
    [
      patch('op: "remove", path: "/spec/a"'),
      'JSON Patch: remove operation does not apply: doc is missing path: "/spec/a"',
    ],
    [apply('Object{metadata: object.nowhere}'), "expression 'Object{metadata: object.nowhere}' resulted in error: "],
  ])('that cannot do %j refuses', async (mutation, why) => {
    const status = await refused([mutating('a', [mutation])]);
    expect(status).toMatchObject({ code: 403, reason: 'Invalid', details: { kind: 'pods', name: 'g' } });
    expect(status.message).toContain(`policy 'a' with binding 'a-binding' denied request: ${why}`);
    expect(status.details?.causes).toEqual([{ message: status.message }]);
  });

  it('goes on where failures are ignored, and tells all of them where not', async () => {
    const bad = [patch('op: "remove", path: "/spec/a"')];
    const ignored = await mutated([
      mutating('a', bad, { failurePolicy: 'Ignore' }),
      mutating('b', [label('b', '"1"')]),
    ]);
    expect(ignored.metadata.labels).toEqual({ app: 'x', b: '1' });
    const { message, details } = await refused([mutating('a', bad), mutating('b', bad)]);
    expect(details?.causes).toHaveLength(2);
    expect(message).toBe(details?.causes?.[0]?.message);
  });

  it('is asked once more if it wishes it, whoever changed the object', async () => {
    const count = 'string(object.metadata.labels.size())';
    const [never, again] = ['Never', 'IfNeeded'].map((reinvocationPolicy) => ({ reinvocationPolicy }));
    const grow = [patch(`op: "add", path: "/metadata/labels/n" + ${count}, value: "1"`)];
    expect((await mutated([mutating('a', grow, never)])).metadata.labels).toEqual({ app: 'x', n1: '1' });
    expect((await mutated([mutating('a', grow, again)])).metadata.labels).toEqual({ app: 'x', n1: '1', n2: '1' });
  });

  it('is not asked where its conditions do not hold', async () => {
    const matchConditions = [{ name: 'no', expression: 'object.metadata.name == "h"' }];
    const { metadata } = await mutated([mutating('a', [label('b', '"1"')], { matchConditions })]);
    expect(metadata.labels).toEqual({ app: 'x' });
  });
});
