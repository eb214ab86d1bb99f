import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseKubectls, KubectlRunner, type Ran } from '../support/kubectl.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

/** The oldest and the newest of those that there are. */
const kubectls = chooseKubectls().filter(({ version }) => ['1.27', '1.36'].includes(version.slice(0, 4)));
const strict = process.env.CI === 'true';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ controllers: '*' });
});
afterAll(() => server[Symbol.asyncDispose]());

it.skipIf(kubectls.length === 0 && !strict)('there is a kubectl to test with', () => {
  expect(kubectls).not.toEqual([]);
});

interface PodList {
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

for (const found of kubectls) {
  describe(`kubectl ${found.version}`, () => {
    const namespace = `workloads-${found.version.replaceAll('.', '-')}`;
    let kubectl: KubectlRunner;
    const words = (command: string): string[] => ['-n', namespace, ...command.split(' ')];
    const attempt = (command: string): Promise<Ran> => kubectl.try(words(command));
    /** What it says, after the controllers have done what comes of it. */
    const run = async (command: string, input?: string): Promise<string> => {
      const said = await kubectl.run(words(command), input);
      await server.running.settle();
      return said;
    };
    const field = (what: string, path: string) => run(`get ${what} -o jsonpath={${path}}`);
    const patchStatus = (pod: string, status: object) =>
      server.client.ask('PATCH', `/api/v1/namespaces/${namespace}/pods/${pod}/status`, {
        body: { status },
        headers: { 'content-type': 'application/merge-patch+json' },
      });
    /** What a node would do. */
    const makeReady = async (selector: string): Promise<void> => {
      const path = `/api/v1/namespaces/${namespace}/pods`;
      const { items } = (await server.client.get(`${path}?labelSelector=${selector}`)).body as unknown as PodList;
      for (const { metadata } of items) {
        const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }];
        const status = { phase: 'Running', podIP: '10.1.2.3', podIPs: [{ ip: '10.1.2.3' }], conditions };
        await patchStatus(metadata.name, status);
      }
      await server.running.settle();
    };
    beforeAll(async () => {
      kubectl = await KubectlRunner.open(found, server.running.kubeconfigPath);
      await kubectl.run(['create', 'namespace', namespace]);
      await server.running.settle();
    });
    afterAll(() => kubectl[Symbol.asyncDispose]());

    it('creates a deployment, and its pods are there', async () => {
      expect(await run('create deployment web --image=one --replicas=2')).toBe('deployment.apps/web created\n');
      expect(await run('get deployment web --no-headers')).toMatch(/^web +0\/2 +2 +0 /);
      expect(await run('get rs -l app=web --no-headers')).toMatch(/^web-\w+ +2 +2 +0 /);
      expect(await run('get pods -l app=web --no-headers')).toMatch(/^(web-\w+-\w+ +0\/1 +Pending +0 +\S+\n){2}$/);
      expect(await run('get all')).toMatch(/pod\/web-[\s\S]*deployment\.apps\/web[\s\S]*replicaset\.apps\/web-/);
      expect(await run('describe deployment web')).toMatch(/NewReplicaSet: +web-\w+ \(2\/2 replicas created\)/);
    });

    it('tells how a rollout stands', async () => {
      expect((await attempt('rollout status deployment web --timeout=300ms')).out).toBe(
        'Waiting for deployment "web" rollout to finish: 0 of 2 updated replicas are available...\n',
      );
      await makeReady('app=web');
      expect(await run('rollout status deployment web')).toBe('deployment "web" successfully rolled out\n');
      await run('wait --for=condition=Available deployment/web --timeout=5s');
    });

    it('scales', async () => {
      expect(await run('scale deployment web --replicas=3')).toBe('deployment.apps/web scaled\n');
      expect(await field('pods', '.items[*].metadata.name')).toMatch(/^\S+ \S+ \S+$/);
      await run('scale deployment web --replicas=1 --current-replicas=3');
      expect(await field('deployment web', '.status.replicas')).toBe('1');
      await makeReady('app=web');
    });

    it('rolls out, back, and keeps the history', async () => {
      expect(await run('set image deployment/web one=two')).toBe('deployment.apps/web image updated\n');
      await makeReady('app=web');
      expect(await run('rollout status deployment web')).toContain('successfully rolled out');
      expect(await field('pods -l app=web', '.items[*].spec.containers[0].image')).toBe('two');
      expect(await run('rollout history deployment web')).toMatch(/REVISION +CHANGE-CAUSE\n1 +<none>\n2 +<none>\n/);
      expect(await run('rollout history deployment web --revision=1')).toMatch(/Image:\s+one/);
      expect(await run('rollout undo deployment web')).toContain('rolled back');
      expect(await field('deployment web', '.spec.template.spec.containers[0].image')).toBe('one');
      await makeReady('app=web');
      expect(await run('rollout history deployment web')).toMatch(/\n2 +<none>\n3 +<none>\n/);
      expect(await run('rollout undo deployment web --to-revision=2')).toContain('rolled back');
      await makeReady('app=web');
      expect(await field('pods -l app=web', '.items[*].spec.containers[0].image')).toBe('two');
    });

    it('pauses, resumes and restarts', async () => {
      await run('rollout pause deployment web');
      await run('set image deployment/web one=three');
      expect((await run('get rs -l app=web --no-headers')).trim().split('\n')).toHaveLength(2);
      await run('rollout resume deployment web');
      expect((await run('get rs -l app=web --no-headers')).trim().split('\n')).toHaveLength(3);
      await makeReady('app=web');
      expect(await run('rollout restart deployment web')).toBe('deployment.apps/web restarted\n');
      expect(await field('deployment web', '.metadata.annotations.deployment\\.kubernetes\\.io/revision')).toBe('6');
    });

    it('exposes, runs and autoscales', async () => {
      await run('scale deployment web --replicas=1');
      expect(await run('expose deployment web --port=80 --target-port=8080')).toBe('service/web exposed\n');
      await makeReady('app=web');
      expect(await field('endpoints web', '.subsets[0].ports[0].port')).toBe('8080');
      expect(
        await field('endpointslices -l kubernetes.io/service-name=web', '.items[0].endpoints[0].addresses[0]'),
      ).toBe('10.1.2.3');
      expect(await run('run alone --image=i --expose --port=80')).toContain('pod/alone created');
      expect(await field('endpoints alone', '.metadata.name')).toBe('alone');
      expect(await run('autoscale deployment web --min=1 --max=3 --cpu-percent=80')).toContain('autoscaled');
    });

    it('creates jobs, on schedule and at once', async () => {
      expect(await run('create job once --image=i -- true')).toBe('job.batch/once created\n');
      expect(await run('get jobs once --no-headers')).toMatch(/^once +(Running +)?0\/1 /);
      expect(await run('create cronjob tick --image=i --schedule=@yearly -- true')).toBe(
        'cronjob.batch/tick created\n',
      );
      expect(await run('create job now --from=cronjob/tick')).toBe('job.batch/now created\n');
      expect(await field('pods -l job-name=now', '.items[*].metadata.ownerReferences[0].name')).toBe('now');
      const [pod] = (await field('pods -l job-name=now', '.items[*].metadata.name')).split(' ');
      await patchStatus(pod as string, { phase: 'Succeeded' });
      await server.running.settle();
      await run('wait --for=condition=Complete job/now --timeout=5s');
      expect(await run('get jobs now --no-headers')).toMatch(/^now +(Complete +)?1\/1 /);
      await run('delete job once now');
      expect(await field('pods -l job-name', '.items')).toBe('[]');
    });

    it('runs a pod on each node, which can be tainted and cordoned', async () => {
      const node = `node-${found.version.replaceAll('.', '-')}`;
      await run('create -f -', JSON.stringify({ apiVersion: 'v1', kind: 'Node', metadata: { name: node } }));
      const template = { metadata: { labels: { app: 'agent' } }, spec: { containers: [{ name: 'c', image: 'one' }] } };
      const spec = { selector: { matchLabels: { app: 'agent' } }, template };
      await run(
        'create -f -',
        JSON.stringify({ apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'agent' }, spec }),
      );
      const desired = () => field('daemonset agent', '.status.desiredNumberScheduled');
      const before = Number(await desired());
      expect(before).toBeGreaterThan(0);
      expect(await run(`cordon ${node}`)).toContain('cordoned');
      expect(Number(await desired())).toBe(before);
      expect(await run(`taint nodes ${node} own=yes:NoExecute`)).toContain('tainted');
      expect(Number(await desired())).toBe(before - 1);
      expect(await run(`uncordon ${node}`)).toContain('uncordoned');
      await run('set image daemonset/agent c=two');
      expect(await run('rollout history daemonset agent')).toMatch(/\n1 +<none>\n2 +<none>\n/);
      await run('rollout undo daemonset agent');
      expect(await field('daemonset agent', '.spec.template.spec.containers[0].image')).toBe('one');
      await run(`delete node ${node}`);
      await run('delete daemonset agent');
    });

    it('keeps a stateful set with its history', async () => {
      const template = { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'c', image: 'one' }] } };
      const spec = { replicas: 2, selector: { matchLabels: { app: 'db' } }, serviceName: 'db', template };
      await run(
        'create -f -',
        JSON.stringify({ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'db' }, spec }),
      );
      for (let round = 0; round < 2; round++) await makeReady('app=db');
      expect(await field('pods -l app=db', '.items[*].metadata.name')).toBe('db-0 db-1');
      expect(await run('rollout status statefulset db')).toContain('2 new pods have been updated');
      await run('set image statefulset/db c=two');
      for (let round = 0; round < 2; round++) await makeReady('app=db');
      expect(await field('pods -l app=db', '.items[*].spec.containers[0].image')).toBe('two two');
      expect(await run('rollout history statefulset db')).toMatch(/\n1 +<none>\n2 +<none>\n/);
      await run('rollout undo statefulset db');
      expect(await field('statefulset db', '.spec.template.spec.containers[0].image')).toBe('one');
    });

    it('deletes it all with the namespace', async () => {
      await run(`delete namespace ${namespace}`);
      expect((await attempt(`get namespace ${namespace}`)).err).toContain('(NotFound)');
    });
  });
}
