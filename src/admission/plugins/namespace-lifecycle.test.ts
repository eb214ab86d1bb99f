import { describe, expect, it } from 'vitest';
import { resources } from '../objects.ts';
import { lookupIn, pod, refusal, requestFor, stored } from '../testing/admission-requests.ts';
import { namespaceLifecycle } from './namespace-lifecycle.ts';

const terminating = stored(resources.namespaces, 'ns', { status: { phase: 'Terminating' } });
const plugin = namespaceLifecycle(lookupIn([terminating]));

describe('A namespace on its way out', () => {
  it('takes nothing new, whatever its name will be', async () => {
    const why = 'unable to create new content in namespace ns because it is being terminated';
    const named = requestFor({ object: pod() });
    expect(await refusal(plugin, named)).toBe(`pods "p" is forbidden: ${why}`);
    const generated = requestFor({ object: pod({}, { name: '', generateName: 'gen-' }), name: '' });
    expect(await refusal(plugin, generated)).toBe(`pods "gen-" is forbidden: ${why}`);
    const binding = requestFor({ object: pod(), subresource: 'binding' });
    expect(await refusal(plugin, binding)).toBe(`pods "p" is forbidden: ${why}`);
  });
  it('lets be changed, deleted and reached what it has', async () => {
    for (const operation of ['UPDATE', 'DELETE', 'CONNECT'] as const) {
      expect(await refusal(plugin, requestFor({ operation, name: 'p', oldObject: pod() }))).toBeUndefined();
    }
  });
});

describe('A namespace that is not there', () => {
  const nowhere = namespaceLifecycle(lookupIn([]));
  it('takes nothing', async () => {
    expect(await refusal(nowhere, requestFor({ object: pod() }))).toBe('namespaces "ns" not found');
  });
  it('can be asked about', async () => {
    const resource = { group: 'authorization.k8s.io', version: 'v1', resource: 'localsubjectaccessreviews' };
    expect(await refusal(nowhere, requestFor({ resource }))).toBeUndefined();
  });
});

describe('The namespaces that everything relies on', () => {
  it.each(['default', 'kube-system', 'kube-public'])('%s stays', async (name) => {
    const request = requestFor({
      operation: 'DELETE',
      kind: { group: '', version: 'v1', kind: 'Namespace' },
      resource: { ...resources.namespaces, version: 'v1' },
      namespace: '',
      name,
    });
    expect(await refusal(plugin, request)).toBe(`namespaces "${name}" is forbidden: this namespace may not be deleted`);
    expect(await refusal(plugin, { ...request, name: 'ns' })).toBeUndefined();
  });
});
