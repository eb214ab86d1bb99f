import type { JsonObject } from '#meta';
import type { SelectorField } from '../../label-selector-validation.ts';
import {
  type Metric,
  type MetricSource,
  type MetricStatus,
  metricSources,
  type ObjectReference,
  type Source,
  type SourceSpec,
  type SourceStatus,
  type Values,
} from '../autoscaler.ts';
import { listOf, type NoteReader, present, readNote } from './annotation-reader.ts';

/**
 * Metrics in the words of version 1, where each sort has its values in itself:
 * `{"type":"Pods","pods":{"metricName":"rps","targetAverageValue":"1k"}}`. The order of fields is that of the Go types.
 */
export const writeMetric = (metric: Metric): JsonObject =>
  writeSources(metric, (name, { target = {}, ...source }: SourceSpec) => writers[name](source, target, 'target'));

export const writeStatus = (metric: MetricStatus): JsonObject =>
  writeSources(metric, (name, { current = {}, ...source }: SourceStatus) => writers[name](source, current, 'current'));

/** The fields in the order of the type. */
const sourceOrder: readonly MetricSource[] = ['object', 'pods', 'resource', 'containerResource', 'external'];

function writeSources<T extends Source>(
  metric: { readonly type?: string } & { readonly [name in MetricSource]?: T },
  write: (name: MetricSource, source: T) => JsonObject,
): JsonObject {
  const sources = sourceOrder.map((name) => {
    const source = metric[name];
    return [name, source === undefined ? undefined : write(name, source)] as const;
  });
  return present({ type: metric.type ?? '', ...Object.fromEntries(sources) });
}

type MetricSide = 'target' | 'current';
type Writer = (source: Source, values: Values, wanted: MetricSide) => JsonObject;

/** A current metric always has a value; a wanted one may have none. */
const orZero = (amount: string | undefined, wanted: MetricSide): string | undefined =>
  amount ?? (wanted === 'current' ? '0' : undefined);

const writeResource: Writer = (source, values, wanted) =>
  present({
    name: source.name ?? '',
    [`${wanted}AverageUtilization`]: values.averageUtilization,
    [`${wanted}AverageValue`]: orZero(values.averageValue, wanted),
    container: source.container,
  });

const writers: { readonly [name in MetricSource]: Writer } = {
  object: ({ describedObject: { kind = '', name = '', apiVersion } = {}, metric }, values, wanted) =>
    present({
      target: present({ kind, name, apiVersion }),
      metricName: metric?.name ?? '',
      [`${wanted}Value`]: values.value ?? '0',
      selector: metric?.selector,
      averageValue: values.averageValue,
    }),
  pods: ({ metric }, values, wanted) =>
    present({
      metricName: metric?.name ?? '',
      [`${wanted}AverageValue`]: values.averageValue ?? '0',
      selector: metric?.selector,
    }),
  resource: writeResource,
  containerResource: writeResource,
  external: ({ metric }, values, wanted) =>
    present({
      metricName: metric?.name ?? '',
      metricSelector: metric?.selector,
      [`${wanted}Value`]: orZero(values.value, wanted),
      [`${wanted}AverageValue`]: values.averageValue,
    }),
};

export function readMetrics(text: string | undefined): Metric[] | undefined {
  return readNote(text, (value) =>
    listOf(value, (metric) =>
      readSources(metric, (name, reader) => {
        const { source, values } = readers[name](reader, 'target');
        const target = { type: targetType(name, values), ...values };
        // Without an average, the value of an object is meant even where it is nothing.
        if (name === 'object' && target.type === 'AverageValue' && target.value === '0') delete target.value;
        return { ...source, target };
      }),
    ),
  );
}

export function readStatuses(text: string | undefined): MetricStatus[] | undefined {
  return readNote(text, (value) =>
    listOf(value, (metric) =>
      readSources(metric, (name, reader) => {
        const { source, values } = readers[name](reader, 'current');
        return { ...source, current: values };
      }),
    ),
  );
}

function readSources(metric: NoteReader, read: (name: MetricSource, reader: NoteReader) => JsonObject): JsonObject {
  const sources = metricSources.map((name) => {
    const reader = metric.object(name);
    return [name, reader === undefined ? undefined : read(name, reader)] as const;
  });
  return present({ type: metric.text('type') ?? '', ...Object.fromEntries(sources) });
}

function targetType(name: MetricSource, { value, averageValue, averageUtilization }: Values): string {
  if (name === 'object') return averageValue === undefined ? 'Value' : 'AverageValue';
  if (name === 'external') return value === undefined ? 'AverageValue' : 'Value';
  return name === 'pods' || averageUtilization === undefined ? 'AverageValue' : 'Utilization';
}

interface ReadSource {
  readonly source: JsonObject;
  readonly values: Values;
}
type Reader = (reader: NoteReader, wanted: MetricSide) => ReadSource;

const identifier = (reader: NoteReader, selector: string): JsonObject =>
  present({ name: reader.text('metricName') ?? '', selector: readSelector(reader.object(selector)) });

const readResource: Reader = (reader, wanted) => ({
  source: present({ name: reader.text('name') ?? '', container: reader.text('container') }),
  values: present({
    averageValue: orZero(reader.quantity(`${wanted}AverageValue`), wanted),
    averageUtilization: reader.integer(`${wanted}AverageUtilization`),
  }),
});

const readers: { readonly [name in MetricSource]: Reader } = {
  object: (reader, wanted) => ({
    source: {
      describedObject: readReference(reader.object('target')),
      metric: identifier(reader, 'selector'),
    },
    values: present({
      value: reader.quantity(`${wanted}Value`) ?? '0',
      averageValue: reader.quantity('averageValue'),
    }),
  }),
  pods: (reader, wanted) => ({
    source: { metric: identifier(reader, 'selector') },
    values: { averageValue: reader.quantity(`${wanted}AverageValue`) ?? '0' },
  }),
  resource: readResource,
  containerResource: readResource,
  external: (reader, wanted) => ({
    source: { metric: identifier(reader, 'metricSelector') },
    values: present({
      value: orZero(reader.quantity(`${wanted}Value`), wanted),
      averageValue: reader.quantity(`${wanted}AverageValue`),
    }),
  }),
};

function readReference(reader: NoteReader | undefined): ObjectReference {
  const apiVersion = reader?.text('apiVersion');
  return {
    kind: reader?.text('kind') ?? '',
    name: reader?.text('name') ?? '',
    ...(apiVersion === undefined ? {} : { apiVersion }),
  };
}

function readSelector(reader: NoteReader | undefined): SelectorField | undefined {
  if (reader === undefined) return undefined;
  const labels = reader.object('matchLabels');
  return present({
    matchLabels: labels?.texts(),
    matchExpressions:
      reader.value('matchExpressions') === undefined
        ? undefined
        : listOf(reader.value('matchExpressions'), (one) =>
            present({
              key: one.text('key') ?? '',
              operator: one.text('operator') ?? '',
              values: one.textList('values'),
            }),
          ),
  });
}
