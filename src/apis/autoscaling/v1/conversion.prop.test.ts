import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KindVersion } from '#machinery';
import type { JsonObject } from '#meta';
import type { Autoscaler, Metric } from '../autoscaler.ts';
import { autoscalers } from '../versions.ts';

const [, { toHub, fromHub }] = autoscalers.versions as readonly [KindVersion, KindVersion];

const name = fc.stringMatching(/^[a-z]{1,8}$/);
const text = fc.string({ maxLength: 12 });
const amount = fc.integer({ min: 1, max: 999 }).map((count) => `${count}m`);
const percent = fc.integer({ min: 1, max: 100 });
const selector = fc.option(fc.record({ matchLabels: fc.dictionary(name, text, { minKeys: 1, maxKeys: 3 }) }), {
  nil: undefined,
});
const metric = fc
  .record({ name, selector })
  .map(({ name: called, selector: by }) => ({ name: called, ...(by === undefined ? {} : { selector: by }) }));
const describedObject = fc.record({ kind: name, name, apiVersion: name });

const average = amount.map((averageValue) => ({ type: 'AverageValue', averageValue }));
const total = amount.map((value) => ({ type: 'Value', value }));
const utilization = percent.map((averageUtilization) => ({ type: 'Utilization', averageUtilization }));

/** All but the load of the cpu, which has a field of its own in version 1. */
const otherMetric = fc.oneof(
  fc.record({ metric, target: average }).map((pods) => ({ type: 'Pods', pods })),
  fc
    .record({ metric, describedObject, target: fc.oneof(average, total) })
    .map((object) => ({ type: 'Object', object })),
  fc.record({ metric, target: fc.oneof(average, total) }).map((external) => ({ type: 'External', external })),
  fc
    .record({ name: fc.constantFrom('memory', 'storage'), target: fc.oneof(average, utilization) })
    .map((resource) => ({ type: 'Resource', resource })),
  fc
    .record({ name: fc.constantFrom('cpu', 'memory'), container: name, target: fc.oneof(average, utilization) })
    .map((containerResource) => ({ type: 'ContainerResource', containerResource })),
);
const cpu = percent.map((averageUtilization) => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
}));
const metrics = fc
  .tuple(fc.array(otherMetric, { maxLength: 4 }), cpu)
  .map(([others, load]) => [...others, load] as JsonObject[] as Metric[]);

const rules = fc.record(
  {
    stabilizationWindowSeconds: fc.integer({ min: 0, max: 3600 }),
    selectPolicy: fc.constantFrom('Max', 'Min', 'Disabled'),
    policies: fc.array(
      fc.record({ type: fc.constantFrom('Pods', 'Percent'), value: percent, periodSeconds: percent }),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    tolerance: amount,
  },
  { requiredKeys: ['stabilizationWindowSeconds', 'selectPolicy', 'policies'] },
);
const condition = fc.record({
  type: name,
  status: fc.constantFrom('True', 'False'),
  lastTransitionTime: fc.constantFrom('2024-01-01T00:00:00Z', null),
  reason: name,
  message: text,
});

const read = fc.record({ averageValue: amount, averageUtilization: percent });
const seen = fc.record({ value: amount, averageValue: amount });
const currentMetric = fc.oneof(
  fc.record({ metric, current: fc.record({ averageValue: amount }) }).map((pods) => ({ type: 'Pods', pods })),
  fc.record({ metric, describedObject, current: seen }).map((object) => ({ type: 'Object', object })),
  fc.record({ metric, current: seen }).map((external) => ({ type: 'External', external })),
  fc.record({ name, current: read }).map((resource) => ({ type: 'Resource', resource })),
  fc
    .record({ name, container: name, current: read })
    .map((containerResource) => ({ type: 'ContainerResource', containerResource })),
);
const status = fc.record({
  conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
  currentMetrics: fc.array(currentMetric, { minLength: 1, maxLength: 3 }),
});

describe('conversion of autoscalers', () => {
  it('from the hub to version 1 and back loses nothing', () => {
    const spec = fc.record({
      metrics,
      behavior: fc.option(fc.record({ scaleUp: rules, scaleDown: rules }), { nil: undefined }),
    });
    fc.assert(
      fc.property(spec, status, ({ behavior, ...wanted }, current) => {
        const hub: Autoscaler = {
          apiVersion: 'autoscaling/v2',
          kind: 'HorizontalPodAutoscaler',
          metadata: { name: 'h' },
          spec: { minReplicas: 1, maxReplicas: 2, ...wanted, ...(behavior === undefined ? {} : { behavior }) },
          status: current,
        };
        expect(toHub(fromHub(hub))).toEqual(hub);
      }),
    );
  });
});
