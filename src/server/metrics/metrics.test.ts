import { describe, expect, it } from 'vitest';
import { builtinDefinitions, builtinGroups, ServiceNetwork } from '#apis';
import type { ObservedRequest, RequestOutcome } from '#http';
import { Catalog } from '#machinery';
import { ServerMetrics } from './metrics.ts';

const definitions = builtinDefinitions({
  serviceNetwork: new ServiceNetwork({ ranges: ['10.0.0.0/24'] }),
  clock: { now: () => 0, elapsed: () => 0, sleep: async () => undefined },
  countStored: () => 0,
} as never);
const catalog = new Catalog(definitions, builtinGroups(definitions));

const place = { group: '', version: 'v1', resource: 'configmaps', subresource: '', rest: [], path: '/' };
const get: ObservedRequest = {
  info: { isResource: true, verb: 'get', ...place, namespace: 'ns', inNamespace: true, isWatchPath: false, name: 'a' },
  method: 'GET',
  query: '',
  contentType: undefined,
};
const list: ObservedRequest = { ...get, info: { ...get.info, verb: 'list', name: '' } as ObservedRequest['info'] };
const done: RequestOutcome = { status: 200, bytes: 500, received: undefined, handled: true };

function stage() {
  let now = 0;
  const metrics = new ServerMetrics({ elapsed: () => now });
  return {
    metrics,
    begin: (request: ObservedRequest) => metrics.begin(request, () => catalog),
    pass(ms: number) {
      now += ms;
    },
  };
}
const labels =
  'component="apiserver",dry_run="",group="",resource="configmaps",scope="resource",subresource="",verb="GET",version="v1"';

describe('a request', () => {
  it('is counted and timed under upstream names and labels', async () => {
    const { metrics, begin, pass } = stage();
    const finish = begin(get);
    pass(10);
    finish(done);
    begin(get)({ ...done, status: 404 });
    const text = await metrics.render();
    expect(text).toContain(`apiserver_request_total{code="200",${labels}} 1\n`);
    expect(text).toContain(`apiserver_request_total{code="404",${labels}} 1\n`);
    expect(text).toContain(`apiserver_request_duration_seconds_bucket{${labels},le="0.005"} 1\n`);
    expect(text).toContain(`apiserver_request_duration_seconds_bucket{${labels},le="0.025"} 2\n`);
    expect(text).toContain(`apiserver_request_duration_seconds_count{${labels}} 2\n`);
    const sizes = labels.replace('dry_run="",', '');
    expect(text).toContain(`apiserver_response_sizes_bucket{${sizes},le="1e+06"} 2\n`);
    expect(text).toContain(`apiserver_request_sli_duration_seconds_bucket{${sizes},le="0.05"} 2\n`);
  });

  it.each<[string, Partial<ObservedRequest>, string]>([
    ['a list', list, 'scope="namespace",subresource="",verb="LIST"'],
    [
      'a deletion of many',
      { ...list, method: 'DELETE', info: { ...list.info, verb: 'deletecollection' } as never },
      'scope="namespace",subresource="",verb="DELETE"',
    ],
    [
      'applying',
      { method: 'PATCH', contentType: 'application/apply-patch+yaml' },
      'scope="resource",subresource="",verb="APPLY"',
    ],
    ['another patch', { method: 'PATCH', contentType: 'application/json' }, 'verb="PATCH"'],
    ['a dry run', { method: 'PUT', query: 'dryRun=All' }, 'dry_run="All"'],
    ['an odd dry run', { method: 'PUT', query: 'dryRun=some' }, 'dry_run="invalid"'],
    ['an invented method', { method: 'BREW' }, 'verb="other"'],
    [
      'a health check',
      { info: { isResource: false, verb: 'get', path: '/livez' } },
      'component="",dry_run="",group="",resource="",scope="",subresource="/livez",verb="GET"',
    ],
  ])('knows %s', async (_, request, part) => {
    const { metrics, begin } = stage();
    begin({ ...get, ...request })(done);
    expect((await metrics.render()).match(/^apiserver_request_total\{.*\}/m)?.[0]).toContain(part);
  });

  it('is not counted where nothing serves it, or its user is refused', async () => {
    const { metrics, begin } = stage();
    begin(get)({ ...done, handled: false });
    begin({ ...get, info: { ...get.info, resource: 'invented' } as never })(done);
    begin({ ...get, info: { isResource: false, verb: 'get', path: '/invented' } })(done);
    expect(await metrics.render()).not.toMatch(/^apiserver_request_total\{/m);
  });

  it('is told of as long as it is in work, and a second longer', async () => {
    const { metrics, begin, pass } = stage();
    const name = 'apiserver_current_inflight_requests';
    const finish = [begin(get), begin(get)];
    begin({ ...get, method: 'PUT' });
    for (const one of finish) one(done);
    expect(await metrics.render()).toContain(`${name}{request_kind="readOnly"} 2\n`);
    expect(await metrics.render()).toContain(`${name}{request_kind="mutating"} 1\n`);
    pass(2000);
    expect(await metrics.render()).toContain(`${name}{request_kind="readOnly"} 0\n`);
    expect(await metrics.render()).toContain(`${name}{request_kind="mutating"} 1\n`);
  });

  it('runs long when it is a watch', async () => {
    const { metrics, begin } = stage();
    const finish = begin({ ...list, info: { ...list.info, verb: 'watch' } as never });
    const line = /^apiserver_longrunning_requests\{component="apiserver",.*verb="WATCH".*\} (\d+)$/m;
    expect((await metrics.render()).match(line)?.[1]).toBe('1');
    finish(done);
    expect((await metrics.render()).match(line)?.[1]).toBe('0');
  });

  it('is remembered when it was for a deprecated version', async () => {
    const { metrics, begin } = stage();
    begin({ ...get, info: { ...get.info, resource: 'endpoints' } as never })(done);
    expect(await metrics.render()).toMatch(
      /^apiserver_requested_deprecated_apis\{group="",removed_release="",resource="endpoints",subresource="",version="v1"\} 1$/m,
    );
  });
});

describe('other work', () => {
  it('is counted and timed under upstream names and labels', async () => {
    const { metrics } = stage();
    metrics.watchEvents({ group: 'apps', version: 'v1', resource: 'deployments' })(2000);
    const admission = { operation: 'CREATE', phase: 'check', rejected: true, milliseconds: 3 } as const;
    metrics.admission({ plugin: 'ResourceQuota', ...admission });
    metrics.admission({ plugin: undefined, ...admission });
    const call = { definition: 'a.b.c', objects: 3, from: 'b.c/v1', to: 'b.c/v2', milliseconds: 3 };
    metrics.conversion(call);
    metrics.conversion({ ...call, failure: 'malformed' });
    metrics.authenticated(false);
    metrics.authorized(true);
    const text = await metrics.render();
    const lines = [
      'apiserver_watch_events_total{group="apps",resource="deployments",version="v1"} 1',
      'apiserver_watch_events_sizes_bucket{group="apps",resource="deployments",version="v1",le="2048"} 1',
      'apiserver_admission_controller_admission_duration_seconds_count{name="ResourceQuota",operation="CREATE",rejected="true",type="validate"} 1',
      'apiserver_admission_step_admission_duration_seconds_count{operation="CREATE",rejected="true",type="validate"} 1',
      'apiserver_conversion_webhook_request_total{failure_type="",result="success"} 1',
      'apiserver_conversion_webhook_request_total{failure_type="conversion_webhook_malformed_response_failure",result="failure"} 1',
      'apiserver_crd_conversion_webhook_duration_seconds_bucket{crd_name="a.b.c",from_version="v1",succeeded="true",to_version="v2",le="0.004"} 1',
      'authentication_attempts{result="error"} 1',
      'authorization_attempts_total{result="allowed"} 1',
    ];
    for (const line of lines) expect(text).toContain(`${line}\n`);
  });

  it('is asked for when it is read', async () => {
    const { metrics } = stage();
    let value = 1;
    metrics.addReading({
      name: 'things',
      help: 'Things.',
      labelNames: ['a'],
      read: () => [{ labels: { a: 'b' }, value }],
    });
    expect(await metrics.render()).toContain('things{a="b"} 1\n');
    value = 7;
    expect(await metrics.render()).toContain('things{a="b"} 7\n');
    expect(await metrics.render()).toMatch(/^process_resident_memory_bytes [1-9]/m);
  });
});
