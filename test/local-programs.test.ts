import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CoreV1 } from '#apis';
import { resourceRef } from '#client';
import { startPinnace, type TestEnvironment } from '#testkit';
import { holdPods, releasePods } from '../examples/local-programs/hold-policy.ts';
import { ProgramRunner } from '../examples/local-programs/program-runner.ts';

const pods = resourceRef<CoreV1['Pod']>({ group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true });
/** Answers with a file, at a port: both are named as they are in the pod. */
const serveFile = `const [file, port] = process.argv.slice(1);
require('http').createServer((_, r) => r.end(require('fs').readFileSync(file))).listen(Number(port), '127.0.0.1');`;

describe('programs behind simulated pods', () => {
  let env: TestEnvironment;
  let runner: ProgramRunner;
  beforeAll(async () => {
    env = await startPinnace({ simulateNodes: 1 });
    const programs = { greeter: { command: [process.execPath, '-e', serveFile] }, shell: { command: ['/bin/sh'] } };
    await holdPods(env.client, Object.keys(programs));
    runner = await new ProgramRunner({ client: env.client, programs, env: {}, log: () => undefined }).start();
  });
  afterAll(async () => {
    await runner.stop();
    await env.dispose();
  });

  it('end as they do, with the variables of the pod, and find what others left on the disk of the node', async () => {
    const script = 'if [ -r /data/$WHO ]; then exit 0; else touch /data/$WHO; exit 3; fi';
    const variables = [{ name: 'WHO', valueFrom: { fieldRef: { fieldPath: "metadata.labels['who']" } } }];
    const left = async (name: string): Promise<number | undefined> => {
      await env.apply({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name, namespace: 'default', labels: { who: 'me' } },
        spec: {
          restartPolicy: 'Never',
          volumes: [{ name: 'disk', hostPath: { path: '/tmp/shared' } }],
          containers: [
            {
              name: 'c',
              image: 'x.io/shell:1',
              command: ['sh', '-c', script],
              env: variables,
              volumeMounts: [{ name: 'disk', mountPath: '/data' }],
            },
          ],
        },
      });
      const exitCode = async (): Promise<number | undefined> => {
        await env.clock.advance('1s');
        const { status } = await env.client.resource(pods).inNamespace('default').get(name);
        return status?.containerStatuses?.[0]?.state?.terminated?.exitCode;
      };
      await expect.poll(exitCode, { timeout: 60_000 }).toBeDefined();
      return exitCode();
    };
    expect(await left('first')).toBe(3);
    expect(await left('second')).toBe(0);
  });

  it('answer where the pod should, with its files, and make it ready', async () => {
    const volumes = [{ name: 'text', configMap: { name: 'text' } }];
    const volumeMounts = [{ name: 'text', mountPath: '/etc/text' }];
    const readinessProbe = { httpGet: { port: 8080, path: '/' } };
    const args = ['/etc/text/greeting', '8080'];
    await env.apply(
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'text', namespace: 'default' },
        data: { greeting: 'hi' },
      },
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'p', namespace: 'default' },
        spec: { volumes, containers: [{ name: 'c', image: 'x.io/greeter:1', args, volumeMounts, readinessProbe }] },
      },
    );
    const held = await env.client.resource(pods).inNamespace('default').get('p');
    expect(held.metadata.annotations?.['pinnace.dev/ready']).toBe('false');
    const isReady = async (): Promise<boolean | undefined> => {
      await env.clock.advance('1s');
      const { status } = await env.client.resource(pods).inNamespace('default').get('p');
      return status?.containerStatuses?.[0]?.ready;
    };
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
    const answer = await env.fetch('/api/v1/namespaces/default/pods/p:8080/proxy/');
    expect(await answer.text()).toBe('hi');
    await releasePods(env.client);
  });
});
