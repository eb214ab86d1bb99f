import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { horizontalPodAutoscalers } from './horizontal-pod-autoscaler.ts';

const { read, write, cells } = tryOut(horizontalPodAutoscalers);
const target = { kind: 'Deployment', name: 'web', apiVersion: 'apps/v1' };
const autoscaler = (spec: object, status?: object) => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'h' },
  spec: { scaleTargetRef: target, maxReplicas: 3, ...spec },
  ...(status === undefined ? {} : { status }),
});
const measuring = (...metrics: object[]) => autoscaler({ metrics });
const cpu = (values: object) => ({ type: 'Resource', resource: { name: 'cpu', target: values } });
const behaving = (scaleDown: object) => autoscaler({ behavior: { scaleDown } });

describe('a HorizontalPodAutoscaler', () => {
  it('aims for a load of 80 % unless it says otherwise', async () => {
    const { object } = await write(autoscaler({}));
    expect(object.spec).toMatchObject({
      minReplicas: 1,
      metrics: [cpu({ type: 'Utilization', averageUtilization: 80 })],
    });
  });

  it('completes each direction of its behavior', async () => {
    const { object } = await write(behaving({ selectPolicy: 'Disabled' }));
    expect(object.spec).toMatchObject({
      behavior: {
        scaleUp: {
          stabilizationWindowSeconds: 0,
          selectPolicy: 'Max',
          policies: [
            { type: 'Pods', value: 4, periodSeconds: 15 },
            { type: 'Percent', value: 100, periodSeconds: 15 },
          ],
        },
        scaleDown: { selectPolicy: 'Disabled', policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] },
      },
    });
  });

  const types = '"ContainerResource", "External", "Object", "Pods", "Resource"';
  it.each([
    [
      'fewer at most than at least',
      autoscaler({ minReplicas: 5 }),
      ['spec.maxReplicas: Invalid value: 3: must be greater than or equal to `minReplicas`'],
    ],
    [
      'none at most',
      autoscaler({ maxReplicas: 0 }),
      [
        'spec.maxReplicas: Required value: must be set and greater than 0',
        'spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`',
      ],
    ],
    [
      'none at least',
      autoscaler({ minReplicas: 0 }),
      [
        'spec.minReplicas: Invalid value: 0: must be greater than or equal to 1',
        'spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas',
      ],
    ],
    [
      'an empty target',
      autoscaler({ scaleTargetRef: {} }),
      [
        'spec.scaleTargetRef.kind: Required value',
        'spec.scaleTargetRef.name: Required value',
        'spec.scaleTargetRef.apiVersion: Invalid value: "": apiVersion must specify API group',
      ],
    ],
    [
      'a target of the core group',
      autoscaler({ scaleTargetRef: { kind: 'ReplicationController', name: 'r', apiVersion: 'v1' } }),
      [],
    ],
    [
      'a target of a strange version',
      autoscaler({ scaleTargetRef: { ...target, apiVersion: 'a/b/c' } }),
      ['spec.scaleTargetRef.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c'],
    ],
    [
      'a strange metric',
      measuring({ type: 'Weather' }),
      [
        `spec.metrics[0].type: Unsupported value: "Weather": supported values: ${types}`,
        `spec.metrics[0].type: Unsupported value: "Weather": supported values: ${types}`,
      ],
    ],
    [
      'a metric of another type',
      measuring({ ...cpu({ type: 'Utilization', averageUtilization: 1 }), type: 'Pods' }),
      ['spec.metrics[0].pods: Required value: must populate information for the given metric source'],
    ],
    [
      'two metrics in one',
      measuring({ ...cpu({ type: 'Utilization', averageUtilization: 1 }), pods: {} }),
      [
        'spec.metrics[0].pods.metric.name: Required value: must specify a metric name',
        'spec.metrics[0].pods.target.type: Required value: must specify a metric target type',
        'spec.metrics[0].pods.target.type: Invalid value: "": must be either Utilization, Value, or AverageValue',
        'spec.metrics[0].pods.target.averageValue: Required value: must specify a positive target averageValue',
        'spec.metrics[0].pods: Forbidden: must populate the given metric source only',
      ],
    ],
    [
      'two values to aim for',
      measuring(cpu({ type: 'Utilization', averageUtilization: 5, averageValue: '1' })),
      [
        'spec.metrics[0].resource.target.averageValue: Forbidden: may not set both a target raw value and a target utilization',
      ],
    ],
    [
      'values that are not positive',
      measuring(cpu({ type: 'AverageValue', averageValue: '0' })),
      ['spec.metrics[0].resource.target.averageValue: Invalid value: "0": must be positive'],
    ],
    [
      'a container without a name',
      measuring({
        type: 'ContainerResource',
        containerResource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 5 } },
      }),
      ['spec.metrics[0].containerResource.container: Required value: must specify a container'],
    ],
    [
      'an external metric without a value',
      measuring({ type: 'External', external: { metric: { name: 'q' }, target: { type: 'Value' } } }),
      [
        'spec.metrics[0].external.target.averageValue: Required value: must set either a target value for metric or a per-pod target',
      ],
    ],
    [
      'too long a window',
      behaving({ stabilizationWindowSeconds: 3601 }),
      ['spec.behavior.scaleDown.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600'],
    ],
    [
      'a strange policy',
      behaving({ selectPolicy: 'Any', policies: [{ type: 'Half', value: 0, periodSeconds: 5000 }] }),
      [
        'spec.behavior.scaleDown.selectPolicy: Unsupported value: "Any": supported values: "Disabled", "Max", "Min"',
        'spec.behavior.scaleDown.policies[0].type: Unsupported value: "Half": supported values: "Percent", "Pods"',
        'spec.behavior.scaleDown.policies[0].value: Invalid value: 0: must be greater than zero',
        'spec.behavior.scaleDown.policies[0].periodSeconds: Invalid value: 5000: must be less than or equal to 1800',
      ],
    ],
    [
      'policies that are none, which is not the same as not to speak of them',
      behaving({ policies: [] }),
      ['spec.behavior.scaleDown.policies: Required value: must specify at least one Policy'],
    ],
    [
      'a negative tolerance',
      behaving({ tolerance: '-1' }),
      ['spec.behavior.scaleDown.tolerance: Invalid value: "-1": must be greater than or equal to 0'],
    ],
  ])('with %s', async (_, body, faults) => {
    expect((await write(body)).faults).toEqual(faults);
  });

  it('keeps a target whose version was never good', async () => {
    const body = autoscaler({ scaleTargetRef: { ...target, apiVersion: 'v1' } });
    expect((await write(body)).faults).toHaveLength(1);
    expect((await write(body, { live: read(body) })).faults).toEqual([]);
  });

  it('does not take numbers below zero for its status', async () => {
    const status = { currentReplicas: -1, desiredReplicas: 0 };
    const { faults } = await write(autoscaler({}, status), { live: read(autoscaler({})), subresource: 'status' });
    expect(faults).toEqual(['status.currentReplicas: Invalid value: -1: must be greater than or equal to 0']);
  });

  it('shows what it measures', () => {
    const pods = {
      type: 'Pods',
      pods: { metric: { name: 'rps' }, target: { type: 'AverageValue', averageValue: '1k' } },
    };
    const queue = { type: 'External', external: { metric: { name: 'q' }, target: { type: 'Value', value: '10' } } };
    const spec = { metrics: [cpu({ type: 'Utilization', averageUtilization: 80 }), pods, queue], minReplicas: 2 };
    const currentMetrics = [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 40 } } }];
    expect(cells(autoscaler(spec, { currentReplicas: 1, desiredReplicas: 2, currentMetrics }))).toEqual([
      'h',
      'Deployment/web',
      'cpu: 40%/80%, <unknown>/1k + 1 more...',
      '2',
      3,
      1,
      '<unknown>',
    ]);
    expect(cells(measuring(queue))[2]).toBe('<unknown>/10');
  });
});
