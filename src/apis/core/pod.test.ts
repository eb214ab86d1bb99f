import { describe, expect, it } from 'vitest';
import type { JsonObject, KubeObject } from '#meta';
import { tryOut } from '../../resource/testing/trial.ts';
import { bindPod } from './pod/binding.ts';
import { pods } from './pod.ts';
import type { Pod } from './v1/types.gen.ts';

const { write, read, cells, context, field } = tryOut(pods);

interface PodBody {
  readonly metadata?: object;
  readonly spec?: object;
  readonly status?: object;
}

const container = { name: 'c', image: 'busybox' };
const body = ({ metadata = {}, spec = {}, status }: PodBody = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', ...metadata },
  spec: { containers: [container], ...spec },
  ...(status === undefined ? {} : { status }),
});

const liveFrom = async (given: PodBody = {}): Promise<KubeObject> => {
  const { object } = await write(body(given));
  return { ...read(object), metadata: { ...(object.metadata as object), generation: 1 } } as KubeObject;
};
const inContainer = (more: object): PodBody => ({ spec: { containers: [{ ...container, ...more }] } });

describe('a new pod', () => {
  it('gets what was left out, and waits', async () => {
    const { object, faults, warnings } = await write(body());
    expect(faults).toEqual([]);
    expect(warnings).toEqual([]);
    expect(object).toMatchObject({
      spec: {
        containers: [
          {
            name: 'c',
            imagePullPolicy: 'Always',
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: 'File',
            resources: {},
          },
        ],
        dnsPolicy: 'ClusterFirst',
        enableServiceLinks: true,
        restartPolicy: 'Always',
        schedulerName: 'default-scheduler',
        securityContext: {},
        terminationGracePeriodSeconds: 30,
      },
      status: { phase: 'Pending', qosClass: 'BestEffort' },
    });
  });

  it('requests what it limits, and takes the ports of its host', async () => {
    const { object } = await write(
      body({
        spec: {
          hostNetwork: true,
          containers: [
            { ...container, ports: [{ containerPort: 80 }], resources: { limits: { cpu: '1', memory: '0.1' } } },
          ],
        },
      }),
    );
    expect(object).toMatchObject({
      spec: {
        containers: [
          {
            ports: [{ containerPort: 80, hostPort: 80, protocol: 'TCP' }],
            resources: { limits: { cpu: '1', memory: '100m' }, requests: { cpu: '1', memory: '100m' } },
          },
        ],
      },
      status: { qosClass: 'Guaranteed' },
    });
  });

  it('keeps the old name of its account in step', async () => {
    expect((await write(body({ spec: { serviceAccount: 'robot' } }))).object).toMatchObject({
      spec: { serviceAccountName: 'robot', serviceAccount: 'robot' },
    });
  });

  it('tells why nobody looks for a node', async () => {
    const { object } = await write(body({ spec: { schedulingGates: [{ name: 'example.com/a' }] } }));
    expect(object).toMatchObject({ status: { conditions: [{ type: 'PodScheduled', reason: 'SchedulingGated' }] } });
  });

  it.each([
    [{ spec: { containers: [] } }, ['spec.containers: Required value']],
    [{ spec: { containers: [{ name: 'c' }] } }, ['spec.containers[0].image: Required value']],
    [{ spec: { containers: [{ image: 'i' }] } }, ['spec.containers[0].name: Required value']],
    [
      { spec: { containers: [container, container], initContainers: [container] } },
      ['spec.containers[1].name: Duplicate value: "c"', 'spec.initContainers[0].name: Duplicate value: "c"'],
    ],
    [
      { spec: { restartPolicy: 'Maybe' } },
      ['spec.restartPolicy: Unsupported value: "Maybe": supported values: "Always", "OnFailure", "Never"'],
    ],
    [
      inContainer({ ports: [{ containerPort: 0 }, { containerPort: 65_536, protocol: 'ICMP' }] }),
      [
        'spec.containers[0].ports[0].containerPort: Required value',
        'spec.containers[0].ports[1].containerPort: Invalid value: 65536: must be between 1 and 65535, inclusive',
        'spec.containers[0].ports[1].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"',
      ],
    ],
    [
      inContainer({ volumeMounts: [{ name: 'nope', mountPath: '/x' }] }),
      ['spec.containers[0].volumeMounts[0].name: Not found: "nope"'],
    ],
    [
      { spec: { volumes: [{ name: 'v', emptyDir: {}, hostPath: { path: '/x' } }] } },
      ['spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type'],
    ],
    [
      inContainer({ resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } }),
      ['spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1'],
    ],
    [
      inContainer({ resources: { requests: { gpu: '1' } } }),
      [
        'spec.containers[0].resources.requests[gpu]: Invalid value: "gpu": must be a standard resource type or fully qualified',
        'spec.containers[0].resources.requests[gpu]: Invalid value: "gpu": must be a standard resource for containers',
      ],
    ],
    [
      inContainer({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'spec.nothing' } } }] }),
      [
        'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: "spec.nothing": error converting fieldPath: field label not supported: spec.nothing',
      ],
    ],
    [
      inContainer({ livenessProbe: {}, readinessProbe: { httpGet: { port: 80 }, tcpSocket: { port: 80 } } }),
      [
        'spec.containers[0].livenessProbe: Required value: must specify a handler type',
        'spec.containers[0].readinessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type',
      ],
    ],
    [
      { spec: { dnsPolicy: 'None' } },
      ['spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None'],
    ],
    [
      { spec: { tolerations: [{ operator: 'Exists', value: 'x' }] } },
      ['spec.tolerations[0].operator: Invalid value: "x": value must be empty when `operator` is \'Exists\''],
    ],
    [
      {
        spec: {
          affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } } },
        },
      },
      [
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Required value: must have at least one node selector term',
      ],
    ],
    [
      { spec: { ephemeralContainers: [{ name: 'e', image: 'i' }] } },
      ['spec.ephemeralContainers: Forbidden: cannot be set on create'],
    ],
    [
      {
        spec: {
          topologySpreadConstraints: [
            { maxSkew: 0, topologyKey: 'zone', whenUnsatisfiable: 'Perhaps', labelSelector: {} },
          ],
        },
      },
      [
        'spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero',
        'spec.topologySpreadConstraints[0].whenUnsatisfiable: Unsupported value: "Perhaps": supported values: "DoNotSchedule", "ScheduleAnyway"',
      ],
    ],
    [
      inContainer({ securityContext: { privileged: true } }),
      ['spec.containers[0].securityContext.privileged: Forbidden: disallowed by cluster policy'],
    ],
    [
      {
        spec: {
          os: { name: 'windows' },
          securityContext: { runAsUser: 1, seLinuxOptions: {}, sysctls: [], supplementalGroups: [] },
          hostPID: true,
          hostIPC: false,
          shareProcessNamespace: false,
        },
      },
      [
        'spec.securityContext.seLinuxOptions: Forbidden: cannot be set for a windows pod',
        'spec.hostPID: Forbidden: cannot be set for a windows pod',
        'spec.shareProcessNamespace: Forbidden: cannot be set for a windows pod',
        'spec.securityContext.runAsUser: Forbidden: cannot be set for a windows pod',
        'spec.securityContext.supplementalGroups: Forbidden: cannot be set for a windows pod',
      ],
    ],
  ])('is refused: %j', async (given, faults) => {
    expect((await write(body(given))).faults).toEqual(faults);
  });

  it.each([
    [
      {
        spec: {
          affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone' }] } },
        },
      },
      'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector: a null labelSelector results in matching no pod',
    ],
    [
      { spec: { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } } },
      'spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
    ],
    [
      inContainer({
        env: [
          { name: 'A', value: '1' },
          { name: 'A', value: '2' },
        ],
      }),
      'spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply',
    ],
    [
      inContainer({ ports: [{ containerPort: 80 }, { containerPort: 80 }] }),
      'spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]',
    ],
  ])('comes with advice: %j', async (given, warning) => {
    expect((await write(body(given))).warnings).toEqual([warning]);
  });
});

describe('a pod that is there', () => {
  const change = async (given: PodBody, from: PodBody = {}) => write(body(given), { live: await liveFrom(from) });

  it('may get another image and a shorter deadline', async () => {
    const { faults } = await change({
      spec: { containers: [{ ...container, image: 'other' }], activeDeadlineSeconds: 5 },
    });
    expect(faults).toEqual([]);
  });

  it('keeps its containers', async () => {
    const { faults } = await change({ spec: { containers: [container, { name: 'd', image: 'i' }] } });
    expect(faults).toEqual(['spec.containers: Forbidden: pod updates may not add or remove containers']);
  });

  it('keeps nearly all else', async () => {
    const { faults } = await change(inContainer({ env: [{ name: 'A', value: 'b' }] }));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(
      'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`',
    );
  });

  it('tolerates more but not less', async () => {
    const tolerations = [{ key: 'a', operator: 'Exists' }];
    expect((await change({ spec: { tolerations } })).faults).toEqual([]);
    expect((await change({}, { spec: { tolerations } })).faults).toEqual([
      'spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds',
    ]);
  });

  it('loses gates and gains none', async () => {
    const gates = (...names: string[]) => ({ spec: { schedulingGates: names.map((name) => ({ name })) } });
    expect((await change(gates('x.io/b'), gates('x.io/a', 'x.io/b'))).faults).toEqual([]);
    expect((await change(gates('x.io/a', 'x.io/c'), gates('x.io/a'))).faults).toEqual([
      "spec.schedulingGates[1].name: Forbidden: only deletion is allowed, but found new scheduling gate 'x.io/c'",
    ]);
  });

  it('may be told nodes only while it is held back', async () => {
    const spec = { nodeSelector: { disk: 'ssd' } };
    const schedulingGates = [{ name: 'x.io/a' }];
    expect((await change({ spec: { ...spec, schedulingGates } }, { spec: { schedulingGates } })).faults).toEqual([]);
    expect((await change({ spec })).faults).toHaveLength(1);
  });
});

describe('the status of a pod', () => {
  const patch = async (status: object, before?: object) => {
    const live = await liveFrom();
    if (before !== undefined) live.status = { ...(live.status as object), ...before };
    return write(body({ spec: { nodeName: 'ignored' }, status }), { live, subresource: 'status' });
  };

  it('keeps the address and the list of addresses in step, and the spec as it was', async () => {
    const { object, faults } = await patch({ phase: 'Running', podIP: '10.9.0.4' });
    expect(faults).toEqual([]);
    expect(object).toMatchObject({
      status: { podIP: '10.9.0.4', podIPs: [{ ip: '10.9.0.4' }], qosClass: 'BestEffort' },
    });
    expect(object).not.toMatchObject({ spec: { nodeName: 'ignored' } });
  });

  it('is refused with addresses that are none', async () => {
    expect((await patch({ podIP: '10.9.0.400' })).faults).toEqual([
      'status.podIPs[0]: Invalid value: "10.9.0.400": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    ]);
  });

  it('brings no ephemeral container back to life', async () => {
    const ended = [{ name: 'e', state: { terminated: { exitCode: 0 } } }];
    const { faults } = await patch(
      { ephemeralContainerStatuses: [{ name: 'e', state: { running: {} } }] },
      { ephemeralContainerStatuses: ended },
    );
    expect(faults).toEqual([
      'status.ephemeralContainerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state',
    ]);
  });
});

describe('containers for debugging', () => {
  const add = async (ephemeralContainers: object[]) =>
    write(body({ spec: { ephemeralContainers } }), { live: await liveFrom(), subresource: 'ephemeralcontainers' });

  it('are added with defaults', async () => {
    const { object, faults } = await add([{ name: 'dbg', image: 'busybox', targetContainerName: 'c' }]);
    expect(faults).toEqual([]);
    expect(object).toMatchObject({ spec: { ephemeralContainers: [{ name: 'dbg', imagePullPolicy: 'Always' }] } });
  });

  it('have a name of their own and serve nobody', async () => {
    expect((await add([{ name: 'c', image: 'i' }])).faults).toEqual([
      'spec.ephemeralContainers[0].name: Duplicate value: "c"',
    ]);
    expect((await add([{ name: 'd', image: 'i', ports: [{ containerPort: 80 }] }])).faults).toEqual([
      'spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral Container',
    ]);
  });
});

describe('resizing a pod', () => {
  const amounts = (cpu: string, limit: string) =>
    inContainer({ resources: { requests: { cpu }, limits: { cpu: limit } } });
  const resize = async (given: PodBody) =>
    write(body(given), { live: await liveFrom(amounts('100m', '200m')), subresource: 'resize' });

  it('changes resources and nothing else', async () => {
    const { object, faults } = await resize({
      spec: { ...amounts('150m', '300m').spec, nodeName: 'ignored' },
    });
    expect(faults).toEqual([]);
    expect(object).toMatchObject({ spec: { containers: [{ resources: { requests: { cpu: '150m' } } }] } });
    expect(object).not.toMatchObject({ spec: { nodeName: 'ignored' } });
  });

  it('takes none away', async () => {
    expect((await resize(inContainer({ resources: { requests: { memory: '1Gi' } } }))).faults).toEqual([
      'spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed',
      'spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed',
    ]);
  });
});

describe('deleting a pod', () => {
  const begin = (pod: Pod, gracePeriodSeconds?: number): boolean | undefined =>
    pods.strategy.beginDelete?.(pod, context, {
      dryRun: [],
      ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    });

  it('gives one on a node its time, which can only get shorter', async () => {
    const pod = (await liveFrom({ spec: { nodeName: 'n' } })) as Pod;
    expect(begin(pod)).toBe(true);
    expect(pod.metadata).toMatchObject({
      deletionTimestamp: '2024-01-01T00:00:30Z',
      deletionGracePeriodSeconds: 30,
      generation: 2,
    });
    expect(begin(pod, 60)).toBe(true);
    expect(begin(pod, 0)).toBe(false);
    expect(pod.metadata).toMatchObject({ deletionTimestamp: '2024-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 });
  });

  it('takes back no more than the time that is left', async () => {
    const pod = (await liveFrom({ spec: { nodeName: 'n' } })) as Pod;
    begin(pod, 30);
    pod.metadata.deletionTimestamp = '2024-01-01T00:00:10Z';
    expect(begin(pod, 5)).toBe(true);
    expect(pod.metadata).toMatchObject({ deletionTimestamp: '2024-01-01T00:00:00Z', deletionGracePeriodSeconds: 1 });
  });

  it('lets one go at once that runs nowhere', async () => {
    expect(begin((await liveFrom()) as Pod)).toBe(false);
  });
});

describe('the table of pods', () => {
  const running = { name: 'c', ready: true, restartCount: 0, state: { running: {} } };

  it.each([
    ['0/1', 'Pending', '0', { status: { phase: 'Pending' } }],
    ['1/1', 'Running', '0', { status: { phase: 'Running', containerStatuses: [running] } }],
    [
      '0/1',
      'CrashLoopBackOff',
      '3 (5m ago)',
      {
        status: {
          phase: 'Running',
          containerStatuses: [
            {
              name: 'c',
              restartCount: 3,
              state: { waiting: { reason: 'CrashLoopBackOff' } },
              lastState: { terminated: { exitCode: 1, finishedAt: '2024-01-01T00:05:00Z' } },
            },
          ],
        },
      },
    ],
    [
      '0/1',
      'Init:0/1',
      '0',
      {
        spec: { initContainers: [{ name: 'i', image: 'x' }] },
        status: { phase: 'Pending', initContainerStatuses: [{ name: 'i', state: { running: {} } }] },
      },
    ],
    [
      '0/1',
      'Terminating',
      '0',
      { metadata: { deletionTimestamp: '2024-01-01T00:00:00Z' }, status: { phase: 'Running' } },
    ],
    [
      '0/1',
      'Completed',
      '0',
      {
        status: {
          phase: 'Succeeded',
          containerStatuses: [{ name: 'c', state: { terminated: { exitCode: 0, reason: 'Completed' } } }],
        },
      },
    ],
  ])('shows %s %s %s', (ready, status, restarts, given) => {
    expect(cells(body(given)).slice(1, 4)).toEqual([ready, status, restarts]);
  });
});

describe('binding a pod', () => {
  const bind = (pod: Pod, target: JsonObject, name = 'p'): Promise<void> =>
    bindPod(
      { apiVersion: 'v1', kind: 'Binding', metadata: { name, labels: { zone: 'z' } }, target },
      {
        name: 'p',
        now: context.now,
        require: () => undefined,
        edit: async (change) => {
          change(pod);
          return '1';
        },
      },
    );

  it('puts it on a node, once', async () => {
    const pod = (await liveFrom()) as Pod;
    await bind(pod, { kind: 'Node', name: 'n' });
    expect(pod).toMatchObject({
      metadata: { labels: { zone: 'z' } },
      spec: { nodeName: 'n' },
      status: { conditions: [{ type: 'PodScheduled', status: 'True', lastTransitionTime: context.now }] },
    });
    await expect(bind(pod, { name: 'm' })).rejects.toThrow(
      'Operation cannot be fulfilled on pods/binding "p": pod p is already assigned to node "n"',
    );
  });

  it('waits until nothing holds it back', async () => {
    const pod = (await liveFrom({ spec: { schedulingGates: [{ name: 'x.io/a' }] } })) as Pod;
    await expect(bind(pod, { name: 'n' })).rejects.toThrow('pod p has non-empty .spec.schedulingGates');
  });

  it.each([
    [{}, 'target.name: Required value'],
    [{ kind: 'Minion', name: 'x' }, 'target.kind: Unsupported value: "Minion": supported values: "Node", "<empty>"'],
  ])('needs a node: %j', async (target, message) => {
    const pod = (await liveFrom()) as Pod;
    await expect(bind(pod, target)).rejects.toThrow(message);
  });

  it('takes any name for one', async () => {
    const pod = (await liveFrom()) as Pod;
    await bind(pod, { name: 'A b' });
    expect(pod.spec?.nodeName).toBe('A b');
  });

  it('is about the pod that it names', async () => {
    const pod = (await liveFrom()) as Pod;
    const wrong = 'name in URL does not match name in Binding object';
    await expect(bind(pod, { name: 'n' }, 'other')).rejects.toThrow(wrong);
    expect(pod.spec?.nodeName).toBeUndefined();
  });
});

it('pods are found by node and phase', () => {
  const pod = body({ spec: { nodeName: 'n' }, status: { phase: 'Running' } });
  expect(field('spec.nodeName', pod)).toBe('n');
  expect(field('status.phase', pod)).toBe('Running');
});
