import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#meta';
import { tryOut } from '../../../resource/testing/trial.ts';
import { pods } from '../pod.ts';
import type { Pod } from '../v1/types.gen.ts';
import { nodeRequests } from './node-requests.ts';

const { write, read } = tryOut(pods);

async function podWith(spec: object = {}): Promise<Pod> {
  const containers = [{ name: 'c', image: 'busybox' }];
  const { object } = await write({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p' },
    spec: { containers, ...spec },
  });
  return read(object) as Pod;
}

describe('what only a node can do', () => {
  const nodes: Readonly<Record<string, KubeObject>> = {
    made: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'made' } },
  };
  const ask = async (part: string, pod: Pod, query: Record<string, string> = {}): Promise<unknown> =>
    nodeRequests
      .find(({ name }) => name === part)
      ?.connection?.open(pod, {
        name: 'p',
        find: async (_, name) => nodes[name] ?? null,
        query: new Map(Object.entries(query).map(([name, value]) => [name, [value]])),
      });

  it.each(['exec', 'attach', 'portforward'])('%s tells that there is no node', async (part) => {
    const pod = await podWith();
    await expect(ask(part, pod)).rejects.toThrow('pod p does not have a host assigned');
  });

  it('the log of a pod that never ran is empty', async () => {
    const pod = await podWith();
    await expect(ask('log', pod)).resolves.toBeUndefined();
    await expect(ask('log', pod, { container: 'nope' })).rejects.toThrow('container nope is not valid for pod p');
  });

  it.each([
    [{ tailLines: '-1' }, 'tailLines: Invalid value: -1'],
    [{ sinceSeconds: '0' }, 'sinceSeconds: Invalid value: 0: must be greater than 0'],
    [
      { sinceSeconds: '1', sinceTime: '2024-01-01T00:00:00Z' },
      'PodLogOptions "p" is invalid: []: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
    ],
    [{ stream: 'All' }, 'stream: Forbidden: may not be specified'],
    [{ sinceTime: '2024-01-01' }, 'parsing time "2024-01-01" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"'],
  ])('no log can be had with %j', (query, message) => {
    const log = nodeRequests.find(({ name }) => name === 'log')?.connection;
    const asked = new Map(Object.entries(query).map(([name, value]) => [name, [value]]));
    expect(() => log?.check?.({ name: 'p', query: asked })).toThrow(message);
  });

  it.each(['log', 'exec', 'attach'])('%s wants to know which of several containers is meant', async (part) => {
    const containers = ['a', 'b'].map((name) => ({ name, image: 'i' }));
    const pod = await podWith({ containers, initContainers: [{ name: 'i', image: 'i' }] });
    const message = 'a container name must be specified for pod p, choose one of: [i a b]';
    await expect(ask(part, pod)).rejects.toThrow(message);
  });

  it('nothing comes from a node that somebody made, as it has no address', async () => {
    const pod = await podWith({ nodeName: 'made' });
    const message = 'no preferred addresses found; known addresses: []';
    for (const part of ['log', 'exec', 'portforward']) await expect(ask(part, pod)).rejects.toThrow(message);
  });
  it('nothing comes from a node that is not there', async () => {
    const pod = await podWith({ nodeName: 'gone' });
    for (const part of ['log', 'exec']) await expect(ask(part, pod)).rejects.toThrow('pods "gone" not found');
  });
});
