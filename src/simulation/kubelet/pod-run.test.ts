import { describe, expect, it } from 'vitest';
import type { CoreV1 } from '#apis';
import { formatTime, instantOf } from '#meta';
import { type Pod, PodRun } from './pod-run.ts';

type Container = CoreV1['Container'];

const DELAY_MS = 200;

interface PodParts {
  readonly spec?: Partial<NonNullable<Pod['spec']>>;
  readonly fate?: { readonly [name: string]: string };
}

const podOf = ({ spec = {}, fate = {} }: PodParts): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'p',
    namespace: 'default',
    uid: 'u',
    generation: 1,
    annotations: Object.fromEntries(Object.entries(fate).map(([name, value]) => [`pinnace.dev/${name}`, value])),
  },
  spec: { containers: [{ name: 'web', image: 'nginx' }], restartPolicy: 'Always', nodeName: 'node-1', ...spec },
});

/** A pod whose time is ours. */
class Story {
  readonly pod: Pod;
  readonly events: string[] = [];
  isGone = false;
  #nowMs = 1_000_000;
  readonly #run: PodRun;

  constructor(parts: PodParts) {
    this.pod = podOf(parts);
    const images = new Set<string>();
    this.#run = new PodRun({
      address: '172.18.0.2',
      delayMs: DELAY_MS,
      podAddress: () => '10.244.0.2',
      isNewImage: (image) => !images.has(image) && images.add(image) !== undefined,
    });
  }

  /** Lets time pass, and all happen that is due. */
  pass(ms: number): this {
    const end = this.#nowMs + ms;
    for (let rounds = 0; rounds < 100; rounds++) {
      const before = JSON.stringify(this.pod.status);
      const step = this.#run.step(this.pod, { now: formatTime(instantOf(this.#nowMs)), nowMs: this.#nowMs });
      this.pod.status = step.status;
      this.isGone ||= step.isGone;
      this.events.push(...step.events.map(({ reason }) => reason));
      if (JSON.stringify(step.status) !== before) continue;
      if (step.againMs === undefined || this.#nowMs + step.againMs > end) break;
      this.#nowMs += step.againMs;
    }
    this.#nowMs = end;
    return this;
  }

  delete(seconds: number): this {
    this.pod.metadata.deletionTimestamp = formatTime(instantOf(this.#nowMs + seconds * 1000));
    this.pod.metadata.deletionGracePeriodSeconds = seconds;
    return this;
  }

  get phase(): string | undefined {
    return this.pod.status?.phase;
  }
  get state(): CoreV1['ContainerState'] | undefined {
    return this.pod.status?.containerStatuses?.[0]?.state;
  }
  condition(type: string): CoreV1['PodCondition'] | undefined {
    return this.pod.status?.conditions?.find((condition) => condition.type === type);
  }
}

const init = (name: string, more: Partial<Container> = {}): Container => ({ name, image: name, ...more });

describe('a pod on a simulated node', () => {
  it('is created, then runs and is ready', () => {
    const story = new Story({}).pass(0);
    expect(story.phase).toBe('Pending');
    expect(story.state).toEqual({ waiting: { reason: 'ContainerCreating' } });
    expect(story.condition('Ready')).toMatchObject({ status: 'False', reason: 'ContainersNotReady' });
    story.pass(DELAY_MS);
    expect(story.phase).toBe('Running');
    expect(story.condition('Ready')?.status).toBe('True');
    expect(story.pod.status).toMatchObject({ podIP: '10.244.0.2', hostIP: '172.18.0.2' });
    expect(story.events).toEqual(['Pulling', 'Pulled', 'Created', 'Started']);
    expect(story.pass(3_600_000).phase).toBe('Running');
  });

  it('runs init containers one after the other, and sidecars beside the others', () => {
    const initContainers = [init('first'), init('side', { restartPolicy: 'Always' }), init('second')];
    const story = new Story({ spec: { initContainers } }).pass(DELAY_MS);
    const names = (): string[] =>
      (story.pod.status?.initContainerStatuses ?? []).flatMap(({ name = '', state }) => (state?.running ? [name] : []));
    expect(names()).toEqual(['first']);
    expect(story.condition('Initialized')).toMatchObject({
      status: 'False',
      message: 'containers with incomplete status: [first side second]',
    });
    story.pass(DELAY_MS);
    expect(names()).toEqual(['side', 'second']);
    expect(story.phase).toBe('Pending');
    story.pass(DELAY_MS);
    expect(names()).toEqual(['side']);
    expect(story.condition('Ready')?.status).toBe('True');
  });

  it('ends by itself when it is not to be restarted, and takes its sidecars along', () => {
    const initContainers = [init('side', { restartPolicy: 'Always' })];
    const story = new Story({ spec: { restartPolicy: 'Never', initContainers } }).pass(3 * DELAY_MS);
    expect(story.phase).toBe('Succeeded');
    expect(story.pod.status?.initContainerStatuses?.[0]?.state?.terminated?.exitCode).toBe(0);
    expect(story.condition('Ready')).toMatchObject({ status: 'False', reason: 'PodCompleted' });
  });

  it('fails with the exit code that it is given, after the time that it is given', () => {
    const story = new Story({ spec: { restartPolicy: 'Never' }, fate: { 'exit-code': '3', duration: '5s' } });
    expect(story.pass(5000).phase).toBe('Running');
    expect(story.pass(DELAY_MS).phase).toBe('Failed');
    expect(story.state?.terminated).toMatchObject({ exitCode: 3, reason: 'Error' });
  });

  it('fails with an init container that fails', () => {
    const spec = { restartPolicy: 'Never', initContainers: [init('first')] };
    const story = new Story({ spec, fate: { 'exit-code.first': '1' } }).pass(10 * DELAY_MS);
    expect(story.phase).toBe('Failed');
    expect(story.state?.waiting?.reason).toBe('PodInitializing');
  });

  it('crashes again and again, with growing waits', () => {
    const story = new Story({ fate: { 'crash-loop': 'true' } }).pass(3 * DELAY_MS);
    expect(story.state?.waiting).toMatchObject({
      reason: 'CrashLoopBackOff',
      message: 'back-off 10s restarting failed container=web pod=p_default(u)',
    });
    expect(story.phase).toBe('Running');
    expect(story.events).toContain('BackOff');
    story.pass(10_000 + DELAY_MS);
    expect(story.state?.waiting?.message).toContain('back-off 20s');
    expect(story.pod.status?.containerStatuses?.[0]).toMatchObject({ restartCount: 2, ready: false });
  });

  it('waits for an image that cannot be pulled, until it can', () => {
    const story = new Story({ fate: { 'image-pull': 'fail' } }).pass(DELAY_MS);
    expect(story.state?.waiting?.reason).toBe('ImagePullBackOff');
    expect(story.phase).toBe('Pending');
    expect(story.events).toEqual(['Pulling', 'Failed', 'Failed', 'BackOff']);
    story.pod.metadata.annotations = {};
    expect(story.pass(10_000).phase).toBe('Running');
  });

  it('leaves the message of a script that writes one', () => {
    const messageOf = (script: string, more: Partial<Container> = {}): string | undefined => {
      const containers = [{ name: 'web', image: 'busybox', command: ['sh', '-c', script], ...more }];
      return new Story({ spec: { containers, restartPolicy: 'Never' } }).pass(1000).state?.terminated?.message;
    };
    expect(messageOf('echo -n DONE > /dev/termination-log')).toBe('DONE');
    expect(messageOf('echo DONE > /else', { terminationMessagePath: '/else' })).toBe('DONE\n');
    expect(messageOf('echo DONE; exit 1')).toBeUndefined();
    const terminationMessagePolicy = 'FallbackToLogsOnError';
    expect(messageOf('/bin/echo -n DONE; /bin/false', { terminationMessagePolicy })).toBe('DONE');
    expect(messageOf('/bin/echo -n DONE; /bin/true', { terminationMessagePolicy })).toBeUndefined();
  });

  it('waits for ever for an image whose name says that it is not there', () => {
    for (const image of ['web:404', 'foo:non-existent', 'invalid.example.com/web:1', 'registry.invalid:5000/web']) {
      const story = new Story({ spec: { containers: [{ name: 'web', image }] } }).pass(1000);
      expect([image, story.pod.status?.phase]).toEqual([image, 'Pending']);
      expect(story.events).toContain('BackOff');
    }
    expect(new Story({ spec: { containers: [{ name: 'web', image: 'a.io/404' }] } }).pass(1000).pod.status?.phase).toBe(
      'Running',
    );
  });

  it('is ready when its probe first asks, and never when that is a command that fails', () => {
    const readyAfter = (readinessProbe: Container['readinessProbe'], ms: number): boolean | undefined => {
      const containers = [{ name: 'web', image: 'nginx', ...(readinessProbe && { readinessProbe }) }];
      return new Story({ spec: { containers } }).pass(ms).pod.status?.containerStatuses?.[0]?.ready;
    };
    const late = { httpGet: { port: 80 }, initialDelaySeconds: 30 };
    expect([readyAfter(late, 30_000), readyAfter(late, 30_300)]).toEqual([false, true]);
    expect(readyAfter({ exec: { command: ['/bin/false'] } }, 3_600_000)).toBe(false);
    expect(readyAfter({ exec: { command: ['cat', '/tmp/healthy'] } }, 1000)).toBe(true);
  });

  it('runs without being ready when it is told so, or when a gate is closed', () => {
    const story = new Story({ fate: { ready: 'false' } }).pass(DELAY_MS);
    expect(story.phase).toBe('Running');
    expect(story.condition('Ready')?.status).toBe('False');
    const gated = new Story({ spec: { readinessGates: [{ conditionType: 'open' }] } }).pass(DELAY_MS);
    expect(gated.condition('Ready')).toMatchObject({ status: 'False', reason: 'ReadinessGatesNotReady' });
    expect(gated.condition('ContainersReady')?.status).toBe('True');
    gated.pod.status?.conditions?.push({ type: 'open', status: 'True' });
    expect(gated.pass(0).condition('Ready')?.status).toBe('True');
  });

  it('is given time to end, at most the grace', () => {
    const story = new Story({}).pass(DELAY_MS).delete(30).pass(0);
    expect(story.isGone).toBe(false);
    expect(story.events.at(-1)).toBe('Killing');
    story.pass(DELAY_MS);
    expect(story.isGone).toBe(true);
    expect(story.phase).toBe('Failed');
    const slow = new Story({ fate: { 'stop-duration': '1m' } }).pass(DELAY_MS).delete(2).pass(1999);
    expect(slow.isGone).toBe(false);
    expect(slow.pass(1).state?.terminated?.exitCode).toBe(137);
  });

  it('waits for a change when its containers cannot be made as they are', () => {
    const env = [{ name: 'AT', valueFrom: { fieldRef: { fieldPath: "metadata.annotations['pinnace.dev/at']" } } }];
    const volumeMounts = [{ name: 'v', mountPath: '/v', subPathExpr: '$(AT)/log' }];
    const containers = [{ name: 'web', image: 'nginx', env, volumeMounts }];
    const story = new Story({ spec: { containers } }).pass(60_000);
    expect(story.phase).toBe('Pending');
    expect(story.state?.waiting?.reason).toBe('CreateContainerConfigError');
    expect(story.events).toEqual(['Failed']);
    Object.assign(story.pod.metadata.annotations ?? {}, { 'pinnace.dev/at': 'app' });
    expect(story.pass(0).phase).toBe('Running');
  });

  it('fails when it has run for too long', () => {
    const story = new Story({ spec: { activeDeadlineSeconds: 60 } }).pass(60_000);
    expect(story.pod.status).toMatchObject({ phase: 'Failed', reason: 'DeadlineExceeded' });
  });
});
