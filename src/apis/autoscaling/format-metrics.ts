import { type Autoscaler, type Metric, type MetricStatus, type SourceStatus, sourceOfType } from './autoscaler.ts';

const SHOWN_AT_MOST = 2;

/** As tables show it: `cpu: 40%/80%, 3/5 (avg) + 1 more...`. */
export function formatMetrics({ spec, status }: Autoscaler): string {
  const metrics = spec?.metrics ?? [];
  if (metrics.length === 0) return '<none>';
  const shown = metrics
    .slice(0, SHOWN_AT_MOST)
    .map((metric, at) => formatMetric(metric, status?.currentMetrics?.[at]))
    .join(', ');
  return metrics.length > SHOWN_AT_MOST ? `${shown} + ${metrics.length - SHOWN_AT_MOST} more...` : shown;
}

function formatMetric(metric: Metric, read: MetricStatus | undefined): string {
  const name = sourceOfType(metric.type);
  if (name === undefined) return '<unknown type>';
  const target = metric[name]?.target ?? {};
  const current: SourceStatus['current'] = read?.[name]?.current;
  const unknown = '<unknown>';
  switch (name) {
    case 'pods':
      return `${current?.averageValue ?? unknown}/${target.averageValue ?? ''}`;
    case 'resource':
    case 'containerResource': {
      const what = metric[name]?.name ?? '';
      if (target.averageValue !== undefined)
        return `${what}: ${current?.averageValue ?? unknown}/${target.averageValue}`;
      return `${what}: ${percent(current?.averageUtilization) ?? unknown}/${percent(target.averageUtilization) ?? '<auto>'}`;
    }
    default:
      if (target.averageValue === undefined) return `${current?.value ?? unknown}/${target.value ?? ''}`;
      return `${current?.averageValue ?? unknown}/${target.averageValue} (avg)`;
  }
}

const percent = (value: number | undefined): string | undefined => (value === undefined ? undefined : `${value}%`);
