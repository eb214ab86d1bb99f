import { describe, expect, it } from 'vitest';
import { AdmissionChain } from './chain.ts';
import { resources } from './objects.ts';
import type { AdmissionPlugin, AdmissionRequest } from './plugin.ts';
import { pod, requestFor } from './testing/admission-requests.ts';

const configMap: Partial<AdmissionRequest> = { resource: { group: '', version: 'v1', resource: 'configmaps' } };

function recorder() {
  const asked: string[] = [];
  const plugin = (name: string, concerns?: AdmissionPlugin['concerns']): AdmissionPlugin => ({
    name,
    ...(concerns === undefined ? {} : { concerns }),
    mutate: async () => {
      asked.push(`${name} mutates`);
    },
    check: async () => {
      asked.push(`${name} checks`);
    },
  });
  return { asked, plugin };
}

async function askedAbout(request: Partial<AdmissionRequest>): Promise<string[]> {
  const { asked, plugin } = recorder();
  const chain = new AdmissionChain([
    plugin('pods', [{ resource: resources.pods, operations: ['CREATE'] }]),
    plugin('all'),
    plugin('parts', [{ resource: resources.pods, subresources: ['', 'status'], operations: ['CREATE', 'UPDATE'] }]),
  ]);
  await chain.mutate(requestFor({ object: pod(), ...request }));
  await chain.check(requestFor({ object: pod(), ...request }));
  return asked;
}

describe('A chain', () => {
  it('asks those whom a request concerns, in their order', async () => {
    expect(await askedAbout({})).toEqual([
      'pods mutates',
      'all mutates',
      'parts mutates',
      'pods checks',
      'all checks',
      'parts checks',
    ]);
  });
  it.each<[string, Partial<AdmissionRequest>]>([
    ['another resource', configMap],
    ['another operation', { operation: 'DELETE' }],
    ['another part', { subresource: 'log' }],
    ['the same name in another group', { resource: { group: 'x.io', version: 'v1', resource: 'pods' } }],
  ])('asks only those that are asked about everything: %s', async (_, request) => {
    expect(await askedAbout(request)).toEqual(['all mutates', 'all checks']);
  });
  it('asks about a part only those that named it', async () => {
    expect(await askedAbout({ operation: 'UPDATE', subresource: 'status' })).toEqual([
      'all mutates',
      'parts mutates',
      'all checks',
      'parts checks',
    ]);
  });
  it('stops at the first refusal', async () => {
    const { asked, plugin } = recorder();
    const refusing: AdmissionPlugin = {
      name: 'no',
      mutate: async () => {
        throw new Error('no');
      },
    };
    const chain = new AdmissionChain([plugin('a'), refusing, plugin('b')]);
    await expect(chain.mutate(requestFor({}))).rejects.toThrow('no');
    expect(asked).toEqual(['a mutates']);
  });
});
