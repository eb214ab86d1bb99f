import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#meta';
import { AdmissionChain } from './chain.ts';
import type { AdmissionPlugin, AdmissionRequest, DynamicPlugin, MutatingStep } from './plugin.ts';
import { pod, requestFor } from './testing/admission-requests.ts';

type Labels = { readonly [key: string]: string };

/** A step that adds labels to what is wanted, by putting another object in its place, and notes that it was asked. */
function labeller(asked: string[], id: string, labels: Labels, reinvocation: MutatingStep['reinvocation'] = 'Never') {
  return {
    id,
    reinvocation,
    async mutate(request: AdmissionRequest) {
      asked.push(id);
      const object = structuredClone(await request.objectIn('v1')) as KubeObject;
      if (Object.keys(labels).length > 0) object.metadata.labels = { ...object.metadata.labels, ...labels };
      return { version: 'v1', object };
    },
  } satisfies MutatingStep;
}

const dynamic = (name: string, steps: () => readonly MutatingStep[]): DynamicPlugin => ({
  name,
  looksAt: 'steps',
  mutating: steps,
});

async function mutated(plugins: readonly AdmissionPlugin[]): Promise<KubeObject | null> {
  const request = requestFor({ object: pod() });
  await new AdmissionChain(plugins).mutate(request);
  return request.object;
}

describe('steps that come and go', () => {
  it('are asked for each request anew, in the place of their plugin', async () => {
    const asked: string[] = [];
    const plain = (name: string): AdmissionPlugin => ({ name, mutate: async () => void asked.push(name) });
    let steps: readonly MutatingStep[] = [];
    const chain = new AdmissionChain([plain('before'), dynamic('steps', () => steps), plain('after')]);
    await chain.mutate(requestFor({ object: pod() }));
    steps = [labeller(asked, 'one', {}), labeller(asked, 'two', {})];
    await chain.mutate(requestFor({ object: pod() }));
    steps = [];
    await chain.mutate(requestFor({ object: pod() }));
    expect(asked).toEqual(['before', 'after', 'before', 'one', 'two', 'after', 'before', 'after']);
  });

  it('see what those before them made of the object', async () => {
    const asked: string[] = [];
    const steps = [labeller(asked, 'one', { a: '1' }), labeller(asked, 'two', { b: '2' })];
    const object = await mutated([dynamic('steps', () => steps)]);
    expect(object?.metadata.labels).toEqual({ a: '1', b: '2' });
  });

  it('are asked once more if they wish it and the object changed after them', async () => {
    const asked: string[] = [];
    const steps = [
      labeller(asked, 'first', {}, 'IfNeeded'),
      labeller(asked, 'never', {}),
      labeller(asked, 'changes', { a: '1' }, 'IfNeeded'),
      labeller(asked, 'last', {}, 'IfNeeded'),
    ];
    await mutated([dynamic('steps', () => steps)]);
    expect(asked).toEqual(['first', 'never', 'changes', 'last', 'first']);
  });

  it('make plugins that are compiled in go round again too, and are asked again about what those change', async () => {
    const asked: string[] = [];
    let round = 0;
    const compiledIn: AdmissionPlugin = {
      name: 'compiled in',
      async mutate({ object }) {
        asked.push(`round ${++round}`);
        if (round === 2 && object !== null) object.metadata.annotations = { again: 'yes' };
      },
    };
    const steps = [labeller(asked, 'changes', { a: '1' }, 'IfNeeded'), labeller(asked, 'last', {}, 'IfNeeded')];
    const object = await mutated([compiledIn, dynamic('steps', () => steps)]);
    expect(asked).toEqual(['round 1', 'changes', 'last', 'round 2', 'changes', 'last']);
    expect(object?.metadata).toMatchObject({ labels: { a: '1' }, annotations: { again: 'yes' } });
  });

  it('are asked no third time, however often they change it', async () => {
    const asked: string[] = [];
    let count = 0;
    const restless: MutatingStep = {
      id: 'restless',
      reinvocation: 'IfNeeded',
      mutate: async (request) => labeller(asked, 'restless', { count: `${++count}` }).mutate(request),
    };
    const steps = [restless, { ...restless, id: 'other' }];
    await mutated([dynamic('steps', () => steps)]);
    expect(asked).toHaveLength(4);
  });

  it('are asked once where nothing is to be changed', async () => {
    const asked: string[] = [];
    const steps = [labeller(asked, 'one', {}, 'IfNeeded'), labeller(asked, 'two', {}, 'IfNeeded')];
    expect(await mutated([dynamic('steps', () => steps)])).toEqual(pod());
    expect(asked).toEqual(['one', 'two']);
  });

  it('are told of the first refusal in their order, though all look at once', async () => {
    const refuse = (id: string, after: Promise<unknown>) => ({
      id,
      check: async () => {
        await after;
        throw new Error(id);
      },
    });
    const checking = () => [
      refuse('slow', new Promise((done) => setImmediate(done))),
      refuse('quick', Promise.resolve()),
    ];
    const chain = new AdmissionChain([{ name: 'steps', looksAt: 'steps', checking }]);
    await expect(chain.check(requestFor({ object: pod() }))).rejects.toThrow('slow');
  });
});
