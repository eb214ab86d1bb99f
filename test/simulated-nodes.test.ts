import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CoreV1 } from '#apis';
import { resourceRef } from '#client';
import type { KubeObject } from '#meta';
import { startPinnace, type TestEnvironment } from '#testkit';

type Pod = CoreV1['Pod'];
type Node = CoreV1['Node'];

const core = { group: '', version: 'v1', namespaced: true };
const pods = resourceRef<Pod>({ ...core, resource: 'pods', kind: 'Pod' });
const nodes = resourceRef<Node>({ ...core, resource: 'nodes', kind: 'Node', namespaced: false });
const deployments = resourceRef({ ...core, group: 'apps', resource: 'deployments', kind: 'Deployment' });

const deployment = (name: string, replicas: number): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'default' },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
  },
});

describe('simulated nodes', () => {
  let env: TestEnvironment;
  beforeAll(async () => {
    env = await startPinnace({ simulateNodes: 3 });
  });
  afterAll(() => env.dispose());

  it('register themselves', async () => {
    const { items } = await env.client.resource(nodes).list();
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['node-1', 'node-2', 'node-3']);
  });

  it('bring a deployment up', async () => {
    await env.client.resource(deployments).create(deployment('web', 4));
    await env.clock.advance('1s');
    const { status } = await env.client.resource(deployments).inNamespace('default').get('web');
    expect(status).toMatchObject({ availableReplicas: 4, readyReplicas: 4 });
    const { items } = await env.client.resource(pods).inNamespace('default').list();
    expect(items.map(({ status: { phase } = {} }) => phase)).toEqual(['Running', 'Running', 'Running', 'Running']);
  });
});
