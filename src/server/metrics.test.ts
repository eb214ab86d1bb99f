import { describe, expect, it } from 'vitest';
import { LazyMetrics, type RequestObservation } from './metrics.ts';

const get: RequestObservation = {
  verb: 'GET',
  group: '',
  version: 'v1',
  resource: 'configmaps',
  subresource: '',
  scope: 'resource',
  dryRun: false,
  code: 200,
  seconds: 0.01,
};

describe('metrics', () => {
  it('count requests from before and after the first reading', async () => {
    const metrics = new LazyMetrics();
    metrics.observeRequest(get);
    expect(await metrics.render()).toMatch(/apiserver_request_total\{.*resource="configmaps".*code="200"\} 1\n/);
    metrics.observeRequest(get);
    const text = await metrics.render();
    expect(text).toMatch(/apiserver_request_total\{.*code="200"\} 2\n/);
    expect(text).toMatch(/apiserver_request_duration_seconds_bucket\{le="0.025",.*\} 2\n/);
    expect(text).toMatch(/^process_resident_memory_bytes [1-9]/m);
  });
  it('lose nothing when many requests come before anybody reads', async () => {
    const metrics = new LazyMetrics();
    for (let i = 0; i < 1000; i++) metrics.observeRequest(get);
    expect(await metrics.render()).toMatch(/apiserver_request_total\{.*\} 1000\n/);
  });
  it('leave watches out of the durations', async () => {
    const metrics = new LazyMetrics();
    metrics.observeRequest({ ...get, verb: 'WATCH', seconds: 3600 });
    const text = await metrics.render();
    expect(text).toMatch(/apiserver_request_total\{verb="WATCH".*\} 1\n/);
    expect(text).not.toContain('apiserver_request_duration_seconds_count{verb="WATCH"');
  });
  it('ask for readings when they are read', async () => {
    const metrics = new LazyMetrics();
    let inflight = 1;
    metrics.addReading({
      name: 'apiserver_current_inflight_requests',
      help: 'Requests in work.',
      labelNames: ['request_kind'],
      read: () => [{ labels: { request_kind: 'mutating' }, value: inflight }],
    });
    expect(await metrics.render()).toContain('apiserver_current_inflight_requests{request_kind="mutating"} 1\n');
    inflight = 7;
    expect(await metrics.render()).toContain('apiserver_current_inflight_requests{request_kind="mutating"} 7\n');
  });
});
