import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseKubectls, KubectlRunner, type Ran } from '../support/kubectl.ts';
import { asList, largeManifest } from '../support/large-manifest.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

/** The oldest and the newest of those that there are. */
const kubectls = chooseKubectls().filter(({ version }) => ['1.27', '1.36'].includes(version.slice(0, 4)));
const strict = process.env.CI === 'true';

let server: TestServer;
let home: string;
beforeAll(async () => {
  server = await startTestServer({ controllers: '*' });
  home = await mkdtemp(join(tmpdir(), 'pinnace-kinds-'));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

it.skipIf(kubectls.length === 0 && !strict)('there is a kubectl to test with', () => {
  expect(kubectls).not.toEqual([]);
});

/** What each makes, by the command that makes it. Without spaces inside of words. */
const makers: readonly (readonly [command: string, made: string])[] = [
  ['deployment web --image=nginx --replicas=2 --port=80', 'deployment.apps/web'],
  ['job once --image=busybox -- date', 'job.batch/once'],
  ['cronjob tick --image=busybox --schedule=@hourly -- date', 'cronjob.batch/tick'],
  [
    'ingress way --class=nginx --rule=a.example/b*=web:80,tls=cert --default-backend=web:80',
    'ingress.networking.k8s.io/way',
  ],
  ['role reader --verb=get,list --resource=pods,deployments.apps', 'role.rbac.authorization.k8s.io/reader'],
  ['rolebinding readers --role=reader --user=ada', 'rolebinding.rbac.authorization.k8s.io/readers'],
  ['poddisruptionbudget kept --selector=app=web --min-available=50%', 'poddisruptionbudget.policy/kept'],
  ['service clusterip in --tcp=80:8080', 'service/in'],
  ['service nodeport nodes --tcp=80:8080', 'service/nodes'],
  ['service loadbalancer out --tcp=80:8080', 'service/out'],
  ['service externalname away --external-name=example.com', 'service/away'],
  ['quota limits --hard=pods=50,services=20', 'resourcequota/limits'],
  ['serviceaccount robot', 'serviceaccount/robot'],
];
const wideMakers: typeof makers = [
  ['clusterrole logs --verb=get --non-resource-url=/logs/*', 'clusterrole.rbac.authorization.k8s.io/logs'],
  ['clusterrole whole --aggregation-rule=part=whole', 'clusterrole.rbac.authorization.k8s.io/whole'],
  ['clusterrolebinding logs --clusterrole=logs --group=g', 'clusterrolebinding.rbac.authorization.k8s.io/logs'],
  ['priorityclass first --value=1000 --description=first', 'priorityclass.scheduling.k8s.io/first'],
];

for (const found of kubectls) {
  const minor = Number(found.version.split('.')[1]);
  describe(`kubectl ${found.version}`, () => {
    const namespace = `kinds-${minor}`;
    let kubectl: KubectlRunner;
    const words = (command: string): string[] => ['-n', namespace, ...command.split(' ')];
    const attempt = (command: string): Promise<Ran> => kubectl.try(words(command));
    const run = async (command: string, input?: string): Promise<string> => {
      const said = await kubectl.run(words(command), input);
      await server.running.settle();
      return said;
    };
    const anywhere = (command: string, input: string) => kubectl.run(command.split(' '), input);
    const field = (what: string, path: string) => run(`get ${what} -o jsonpath={${path}}`);
    beforeAll(async () => {
      kubectl = await KubectlRunner.open(found, server.running.kubeconfigPath);
      await kubectl.run(['create', 'namespace', namespace]);
      await server.running.settle();
    });
    afterAll(() => kubectl[Symbol.asyncDispose]());

    it('creates each kind by its own command', async () => {
      for (const [command, made] of [...makers, ...wideMakers]) {
        expect(await run(`create ${command}`)).toBe(`${made} created\n`);
      }
      for (const [, made] of wideMakers) await run(`delete ${made}`);
      expect(await run('get all --no-headers -o name')).toMatch(/pod\/web-[\s\S]+service\/in[\s\S]+job\.batch\/once/);
      expect(await run('get svc --no-headers -o wide')).toMatch(
        /^out +LoadBalancer +10\.\S+ +<pending> +80:3\d{4}\/TCP/m,
      );
      expect(await run('get pdb kept --no-headers')).toMatch(/^kept +50% +N\/A +0 /);
      expect(await run('get ingress way --no-headers')).toMatch(/^way +nginx +a\.example +80, 443 /);
    });

    it('sets parts of objects', async () => {
      expect(await run('set env deployment/web A=B')).toBe('deployment.apps/web env updated\n');
      await run('set resources deployment/web --limits=cpu=200m,memory=512Mi --requests=cpu=100m');
      await run('set serviceaccount deployment web robot');
      await run('set selector service in app=web');
      await run('set subject rolebinding readers --user=bob');
      expect(await field('deployment web', '.spec.template.spec.containers[0].resources.limits.cpu')).toBe('200m');
      expect(await field('service in', '.spec.selector')).toBe('{"app":"web"}');
      expect(await field('rolebinding readers', '.subjects[*].name')).toBe('ada bob');
    });

    it('gets both versions of one autoscaler', async () => {
      await run('autoscale deployment web --min=1 --max=3 --cpu-percent=80');
      const old = JSON.parse(await run('get horizontalpodautoscalers.v1.autoscaling web -o json'));
      const now = JSON.parse(await run('get horizontalpodautoscalers.v2.autoscaling web -o json'));
      expect(old).toMatchObject({ apiVersion: 'autoscaling/v1', spec: { targetCPUUtilizationPercentage: 80 } });
      const target = { type: 'Utilization', averageUtilization: 80 };
      expect(now).toMatchObject({ apiVersion: 'autoscaling/v2', spec: { metrics: [{ resource: { target } }] } });
      expect(old.metadata).toEqual(now.metadata);
      expect(await run('get hpa --no-headers')).toMatch(/^web +Deployment\/web +(cpu: )?<unknown>\/80% +1 +3 /);
    });

    it('patches inside of volumes and probes', async () => {
      const container = { name: 'nginx', livenessProbe: { httpGet: { path: '/a', port: 80 } } };
      const volumes = [{ name: 'all', emptyDir: { medium: 'Memory' } }];
      const patch = async (spec: object) =>
        kubectl.run([...words('patch deployment web -p'), JSON.stringify({ spec: { template: { spec } } })]);
      await patch({ containers: [container], volumes });
      const probe = { livenessProbe: { httpGet: { path: '/b' } } };
      await patch({
        containers: [{ name: 'nginx', ...probe }],
        volumes: [{ name: 'all', emptyDir: { sizeLimit: '1Gi' } }],
      });
      const spec = '.spec.template.spec';
      expect(await field('deployment web', `${spec}.containers[0].livenessProbe.httpGet.path`)).toBe('/b');
      expect(await field('deployment web', `${spec}.containers[0].livenessProbe.httpGet.port`)).toBe('80');
      expect(await field('deployment web', `${spec}.volumes[0].emptyDir`)).toBe(
        '{"medium":"Memory","sizeLimit":"1Gi"}',
      );
    });

    it('is told that there is no node', async () => {
      await run('run alone --image=i');
      const cannot: readonly [command: string, answer: RegExp][] = [
        ['exec alone -- ls', /pod alone does not have a host assigned/],
        ['attach alone', /pod alone does not have a host assigned/],
        ['port-forward alone 1:80', /pod is not running. Current status=Pending/],
        ['top pods', /Metrics API not available/],
        ['top nodes', /Metrics API not available/],
        ['drain nowhere', /nodes "nowhere" not found/],
      ];
      for (const [command, answer] of cannot) {
        const { code, err } = await attempt(command);
        expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(answer) });
      }
      expect(await attempt('logs alone')).toMatchObject({ code: 0, out: '', err: '' });
      await run('debug alone --image=busybox --target=alone');
      expect(await field('pod alone', '.spec.ephemeralContainers[0].image')).toBe('busybox');
      await run('debug alone --image=busybox --copy-to=again');
      expect(await field('pod again', '.status.phase')).toBe('Pending');
      await run('delete pod alone again');
    });

    it('drains a node that somebody pretends', async () => {
      const node = `pretended-${minor}`;
      await run('apply -f -', JSON.stringify({ apiVersion: 'v1', kind: 'Node', metadata: { name: node } }));
      await kubectl.run([...words('run held --image=i --overrides'), JSON.stringify({ spec: { nodeName: node } })]);
      expect((await attempt('logs held')).err).toContain('no preferred addresses found; known addresses: []');
      const draining = attempt(`drain ${node} --force --timeout=20s`);
      // The kubelet would do it, when it has stopped the containers.
      await run('wait --for=jsonpath={.metadata.deletionGracePeriodSeconds}=30 pod/held');
      await run('delete pod held --force --grace-period=0');
      const { code, out } = await draining;
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`node/${node} drained`) });
      await run(`delete node ${node}`);
    });

    it('tells events', async () => {
      const regarding = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace };
      const event = {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name: 'told' },
        involvedObject: regarding,
        ...{ type: 'Warning', reason: 'Tired', message: 'needs a rest', lastTimestamp: '2026-01-01T00:00:00Z' },
      };
      await run('create -f -', JSON.stringify(event));
      expect(await run('events --for deployment/web')).toMatch(/Warning +Tired +Deployment\/web +needs a rest/);
      expect(await run('get events --no-headers')).toMatch(/Warning +Tired +deployment\/web +needs a rest/);
    });

    it('applies what kustomize makes', async () => {
      const base = join(home, `base-${minor}`);
      await mkdir(base);
      const kustomization = {
        namePrefix: 'k-',
        labels: [{ pairs: { made: 'by-kustomize' } }],
        configMapGenerator: [{ name: 'settings', literals: ['a=b'] }],
      };
      await writeFile(join(base, 'kustomization.yaml'), JSON.stringify(kustomization));
      expect(await run(`apply -k ${base}`)).toMatch(/^configmap\/k-settings-\w+ created\n$/);
      expect(await run(`apply -k ${base}`)).toMatch(/unchanged\n$/);
      expect(await run('get configmaps -l made=by-kustomize -o name')).toMatch(/^configmap\/k-settings-\w+\n$/);
    });

    it('knows who it is, and what it may do', async () => {
      expect((await run('create token robot --duration=1h')).split('.')).toHaveLength(3);
      expect(await run('auth can-i --list')).toMatch(/^\*\.\* +\[\] +\[\] +\[\*\]$/m);
      if (minor >= 28) expect(await run('auth whoami')).toMatch(/^Groups +\[system:masters system:authenticated\]$/m);
    });

    it('shows and describes every kind there is', async () => {
      const { setup, rest } = largeManifest(1);
      await anywhere('apply -f -', asList(setup));
      await anywhere('apply -f -', asList(rest));
      const names = (await run('api-resources --verbs=list,get -o name')).trim().split('\n');
      const all = names.join(',');
      expect(names.length).toBeGreaterThan(50);
      expect((await run(`get ${all} -A -o wide`)).match(/^NAME(SPACE)? /gm)?.length).toBeGreaterThan(35);
      const { code, out, err } = await attempt(`describe ${all} -A`);
      expect({ code, err: err.replaceAll(/^Warning: .*\n/gm, '') }).toEqual({ code: 0, err: '' });
      expect(out.match(/^Name: /gm)?.length).toBeGreaterThan(300);
      await anywhere('delete --wait=false -f -', asList(rest));
      await anywhere('delete -f -', asList(setup));
    });

    it('explains every field of every kind', async () => {
      // Where two groups have a resource of one name, kubectl itself takes the first.
      const names = (await run('api-resources -o name')).trim().split('\n');
      const asked = names.filter((name, at) => name !== 'events.events.k8s.io' && (minor >= 36 || at % 8 === 0));
      for (const name of asked) {
        const said = await run(`explain ${name} --recursive`);
        expect(said).toMatch(/^KIND: +\w+\nVERSION: +\w+|^GROUP: +\S+\nKIND: +\w+\nVERSION: +\w+/);
        expect(said.match(/^ +\w+\t<.*>/gm)?.length ?? 0).toBeGreaterThan(2);
      }
      expect(await run('explain pods.spec.containers.livenessProbe.httpGet.port')).toMatch(/FIELD: port <\S+>/);
      expect(await run('explain hpa.spec --api-version=autoscaling/v1')).toContain('targetCPUUtilizationPercentage');
    });

    it('deletes it all with the namespace', async () => {
      await run(`delete namespace ${namespace}`);
      expect((await attempt(`get namespace ${namespace}`)).err).toContain('(NotFound)');
    });
  });
}
