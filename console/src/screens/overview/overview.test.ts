import { describe, expect, it } from 'vitest';
import { concernsIn } from './attention.ts';
import { bytesText, figuresOf, metricsOf, nowOf, readingOf } from './readings.ts';
import { sparkPath } from './spark-path.ts';

const text = (requests: number, seconds: number, more = ''): string => `# HELP apiserver_request_total x
apiserver_request_total{code="200",verb="GET"} ${requests}
apiserver_request_total{code="500",verb="GET"} 1
apiserver_request_duration_seconds_sum{verb="GET"} ${seconds}
apiserver_request_duration_seconds_count{verb="GET"} ${requests}
apiserver_request_duration_seconds_bucket{verb="GET",le="0.1"} ${requests}
apiserver_request_duration_seconds_bucket{verb="GET",le="+Inf"} ${requests}
apiserver_request_duration_seconds_bucket{verb="WATCH",le="+Inf"} 99
apiserver_request_duration_seconds_sum{verb="WATCH"} 900
apiserver_request_duration_seconds_count{verb="WATCH"} 1
process_resident_memory_bytes 104857600
unwanted_total 7
${more}`;

describe('the figures of a server', () => {
  it('are rates between readings, and levels', () => {
    const readings = [readingOf(metricsOf(text(100, 1)), 0), readingOf(metricsOf(text(150, 1.1)), 5000)];
    const told = Object.fromEntries(figuresOf(readings).map((figure) => [figure.name, nowOf(figure)]));
    expect(told).toEqual({
      'Requests per second': '10.0',
      'Server errors per second': '0.0',
      'Latency, mean': '2.0 ms',
      'Latency, 99 of 100': '99.0 ms',
      Watches: '0',
      Memory: '100 MiB',
    });
  });
  it('are there before the first reading, and after it where they need a second', () => {
    expect(figuresOf([]).map(nowOf)).toEqual(Array(10).fill('–'));
    const [first, ...others] = figuresOf([readingOf(metricsOf(text(100, 1)), 0)]);
    expect(first && [first.name, nowOf(first)]).toEqual(['Requests per second', '–']);
    expect(others.map(nowOf)).toContain('100 MiB');
  });
  it('leave out the time in which a server began anew', () => {
    const readings = [100, 150, 5].map((count, at) => readingOf(metricsOf(text(count, 1)), at * 1000));
    expect(figuresOf(readings)[0]?.past).toEqual([50]);
  });
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [2048, '2.0 KiB'],
    [3 * 1024 ** 3, '3.0 GiB'],
  ])('%d bytes are %s', (bytes, words) => expect(bytesText(bytes)).toBe(words));
});

describe('what needs attention', () => {
  it('is nothing where all is well, and where nothing is told', () => {
    expect(concernsIn({})).toEqual([]);
    expect(
      concernsIn({ health: '[+]ping ok\nreadyz check passed', metrics: metricsOf(text(1, 1)), webhooks: [] }),
    ).toEqual([]);
  });
  it('is told the worst first', () => {
    const concerns = concernsIn({
      health: '[-]etcd failed: no space left\n[-]etcd-readiness failed: no space left\n[+]log ok, but slow',
      metrics: metricsOf(
        text(
          1,
          1,
          'pinnace_storage_damaged_objects{resource="pods"} 2\npinnace_storage_trouble{kind="full"} 1\n' +
            'apiserver_validating_admission_policy_check_total{error_type="no_error",policy="fine"} 7\n' +
            'apiserver_validating_admission_policy_check_total{error_type="invalid_error",policy="poor"} 3',
        ),
      ),
      definitions: [
        {
          metadata: { name: 'knots.example.com' },
          status: { conditions: [{ type: 'ConversionHealthy', status: 'False', lastTransitionTime: 'dawn' }] },
        },
      ],
      conversionPolicies: [
        { metadata: { name: 'c' }, status: { conditions: [{ type: 'Whole', status: 'False', reason: 'NotCovered' }] } },
        { metadata: { name: 'd' }, status: { conditions: [{ type: 'Whole', status: 'True' }] } },
      ],
      breaking: [{ definition: 'buoys.example.com', time: 'noon', user: 'jane', findings: [{ text: 'gone' }] }],
      webhooks: [{ configuration: 'c', webhook: 'w', healthy: false, since: 'noon', message: 'refused' }],
      reports: [
        {
          name: 'widgets.example.com',
          group: 'example.com',
          resource: 'widgets',
          kind: 'Widget',
          origin: 'custom',
          unreadable: 0,
          versions: [
            { version: 'v1', served: true, storage: true, objects: 1 },
            { version: 'v1beta1', served: true, storage: false, objects: 3 },
            { version: 'v1alpha1', served: false, storage: false, gone: true, objects: 2 },
          ],
        },
      ],
      apiServices: [
        {
          metadata: { name: 'v1.far' },
          status: { conditions: [{ type: 'Available', status: 'False', message: 'gone' }] },
        },
        { metadata: { name: 'v1.near' }, status: { conditions: [{ type: 'Available', status: 'True' }] } },
      ],
      migrations: [
        { metadata: { name: 'm' }, status: { conditions: [{ type: 'Failed', status: 'True', message: 'x' }] } },
      ],
      policies: [
        {
          metadata: { name: 'p' },
          status: {
            typeChecking: { expressionWarnings: [{ fieldRef: 'spec.validations[0]', warning: 'no such key' }] },
          },
        },
      ],
    });
    expect(concerns.map(({ severity, title }) => `${severity} ${title}`)).toEqual([
      'bad The disk is full: writes are refused',
      'bad 2 stored objects are damaged',
      'bad The admission webhook w of c fails',
      'bad The conversion webhook of knots.example.com fails',
      'bad The API v1.far is not available',
      'bad 2 of widgets.example.com lie in a version that is gone: v1alpha1',
      'bad The migration m failed',
      'warn The check log warns',
      'warn 3 of widgets.example.com lie in an old version: v1beta1',
      'warn The last change of buoys.example.com breaks clients: 1 finding',
      'warn The ConversionPolicy c is not Whole: NotCovered',
      'warn The ValidatingAdmissionPolicy p does not fit what it is for',
      'warn The admission policy poor (invalid_error) could not be evaluated 3 times since the start',
    ]);
    expect(concerns[0]?.detail).toBe('no space left');
  });
});

describe('the line of a figure', () => {
  it('goes from the left to the right, with nothing at the bottom', () => {
    expect(sparkPath([0, 10, 5], { width: 100, height: 20 })).toBe('M0 20L50 0L100 10');
    expect(sparkPath([3, 3], { width: 100, height: 20 })).toBe('M0 0L100 0');
    expect(sparkPath([0, 0], { width: 100, height: 20 })).toBe('M0 20L100 20');
    expect(sparkPath([1], { width: 100, height: 20 })).toBe('');
  });
});
