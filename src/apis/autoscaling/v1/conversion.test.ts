import { describe, expect, it } from 'vitest';
import type { KindVersion } from '#machinery';
import type { Autoscaler, AutoscalerSpec, AutoscalerStatus, Metric } from '../autoscaler.ts';
import { autoscalers } from '../versions.ts';
import { type OldAutoscaler, withoutReserved } from './conversion.ts';

const [, { toHub, fromHub }] = autoscalers.versions as readonly [KindVersion, KindVersion];
const fromOld = (object: OldAutoscaler): Autoscaler => toHub(object) as Autoscaler;
const toOld = (object: Autoscaler): OldAutoscaler => fromHub(object) as OldAutoscaler;

const prefix = 'autoscaling.alpha.kubernetes.io';
const scaleTargetRef = { kind: 'Deployment', name: 'web', apiVersion: 'apps/v1' };
const cpu = (percent: number): Metric => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: percent } },
});
const others: Metric[] = [
  { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '200Mi' } } },
  { type: 'Pods', pods: { metric: { name: 'rps' }, target: { type: 'AverageValue', averageValue: '1k' } } },
  {
    type: 'Object',
    object: {
      describedObject: { kind: 'Ingress', name: 'i' },
      metric: {
        name: 'hits',
        selector: { matchLabels: { a: '<b>' }, matchExpressions: [{ key: 'k', operator: 'In', values: ['v'] }] },
      },
      target: { type: 'Value', value: '10' },
    },
  },
  { type: 'External', external: { metric: { name: 'queue' }, target: { type: 'AverageValue', averageValue: '30' } } },
  {
    type: 'ContainerResource',
    containerResource: { name: 'cpu', container: 'app', target: { type: 'Utilization', averageUtilization: 55 } },
  },
];
const behavior = {
  scaleUp: {
    stabilizationWindowSeconds: 10,
    selectPolicy: 'Max',
    policies: [{ type: 'Pods', value: 4, periodSeconds: 60 }],
  },
  scaleDown: { selectPolicy: 'Min', policies: [{ type: 'Percent', value: 1, periodSeconds: 15 }], tolerance: '100m' },
};
const status: AutoscalerStatus = {
  currentReplicas: 1,
  desiredReplicas: 2,
  currentMetrics: [
    { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 40, averageValue: '400m' } } },
    { type: 'External', external: { metric: { name: 'queue' }, current: { value: '7', averageValue: '3' } } },
  ],
  conditions: [{ type: 'AbleToScale', status: 'True', lastTransitionTime: null, reason: 'Ready', message: 'ok' }],
};
const hub = (spec: AutoscalerSpec = {}, now: AutoscalerStatus = {}): Autoscaler => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'h', annotations: { keep: 'me' } },
  spec: { scaleTargetRef, minReplicas: 1, maxReplicas: 3, ...spec },
  status: now,
});
const old = (annotations: { [name: string]: string }, spec: object = {}): OldAutoscaler => ({
  apiVersion: 'autoscaling/v1',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'h', annotations },
  spec: { scaleTargetRef, minReplicas: 1, maxReplicas: 3, ...spec },
});

describe('an autoscaler through version 1', () => {
  it('has the load of its cpu in a field, and the rest in annotations', () => {
    const { metadata, spec } = toOld(hub({ metrics: [cpu(60), others[1] as Metric], behavior }));
    expect(spec).toEqual({ scaleTargetRef, minReplicas: 1, maxReplicas: 3, targetCPUUtilizationPercentage: 60 });
    expect(metadata.annotations).toEqual({
      keep: 'me',
      [`${prefix}/metrics`]: '[{"type":"Pods","pods":{"metricName":"rps","targetAverageValue":"1k"}}]',
      [`${prefix}/behavior`]:
        '{"ScaleUp":{"StabilizationWindowSeconds":10,"SelectPolicy":"Max","Policies":[{"Type":"Pods","Value":4,"PeriodSeconds":60}],"Tolerance":null},"ScaleDown":{"StabilizationWindowSeconds":null,"SelectPolicy":"Min","Policies":[{"Type":"Percent","Value":1,"PeriodSeconds":15}],"Tolerance":"100m"}}',
    });
  });

  it.each([
    ['one metric', hub({ metrics: [cpu(60)] })],
    ['all sorts of metrics', hub({ metrics: [...others, cpu(60)], behavior }, status)],
    ['no load of the cpu', hub({ metrics: others })],
  ])('loses nothing with %s', (_, before) => {
    expect(fromOld(toOld(before))).toEqual(before);
  });

  it('shows the load of the cpu in its status', () => {
    expect(toOld(hub({ metrics: [cpu(60)] }, status)).status).toMatchObject({ currentCPUUtilizationPercentage: 40 });
  });

  it('aims for 80 % when version 1 says nothing', () => {
    expect(fromOld(old({})).spec?.metrics).toEqual([cpu(80)]);
  });

  it.each([
    ['not JSON', '{'],
    ['no list', '{"type":"Pods"}'],
    ['no objects', '[1]'],
    ['wrong types', '[{"type":7}]'],
    ['no quantity', '[{"type":"Pods","pods":{"targetAverageValue":"much"}}]'],
  ])('passes over an annotation that is %s', (_, text) => {
    const { spec, metadata } = fromOld(old({ [`${prefix}/metrics`]: text }, { targetCPUUtilizationPercentage: 5 }));
    expect(spec?.metrics).toEqual([cpu(5)]);
    expect(metadata.annotations).toBeUndefined();
  });

  it('reads names in whatever case, and no inherited ones', () => {
    const text = '{"scaleup":{"SELECTPOLICY":"Min","policies":[{"type":"Pods","value":1,"periodSeconds":2}]}}';
    expect(fromOld(old({ [`${prefix}/behavior`]: text })).spec?.behavior?.scaleUp).toMatchObject({
      selectPolicy: 'Min',
      policies: [{ type: 'Pods', value: 1, periodSeconds: 2 }],
    });
    expect(fromOld(old({ [`${prefix}/behavior`]: '{"__proto__":{"ScaleUp":{}}}' })).spec?.behavior).toBeUndefined();
  });

  it('keeps the annotations of conversion to itself', () => {
    const noted = { ...hub(), metadata: { name: 'h', annotations: { keep: 'me', [`${prefix}/metrics`]: '[]' } } };
    expect(withoutReserved(noted).metadata.annotations).toEqual({ keep: 'me' });
  });
});
