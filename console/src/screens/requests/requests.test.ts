import { describe, expect, it } from 'vitest';
import { chosenRequests } from './chosen-requests.ts';
import { refusalSource } from './refusal-source.ts';
import { replayOf } from './replay.ts';
import type { RequestTrace } from './request-record.ts';
import { barsOf, durationText } from './waterfall.ts';

const trace = (more: Partial<RequestTrace> = {}): RequestTrace => ({
  time: '2026-01-01T00:00:00Z',
  verb: 'get',
  method: 'GET',
  path: '/api/v1/pods',
  query: '',
  user: 'jane',
  userAgent: 'kubectl/v1.36',
  milliseconds: 1,
  status: 200,
  bytes: 10,
  stages: {},
  admission: { plugins: {}, webhooks: {} },
  ...more,
});

describe('the choice of requests', () => {
  const all = [
    trace(),
    trace({ path: '/api/v1/secrets', status: 403, milliseconds: 3 }),
    trace({ user: 'joe', milliseconds: 2 }),
  ];
  const none = { search: '', refusedOnly: false, slowestFirst: false, withConsole: false };
  it('has all words, wherever they stand', () => {
    expect(chosenRequests(all, { ...none, search: 'PODS joe' })).toEqual([all[2]]);
    expect(chosenRequests(all, { ...none, search: '403' })).toEqual([all[1]]);
    expect(chosenRequests(all, none)).toEqual(all);
  });
  it('has those of the console only where they are wanted', () => {
    const own = trace({ userAgent: 'pinnace-console/0.1.0' });
    expect(chosenRequests([own, ...all], none)).toEqual(all);
    expect(chosenRequests([own, ...all], { ...none, withConsole: true })).toEqual([own, ...all]);
  });
  it('can be the refused ones, and the slowest first', () => {
    expect(chosenRequests(all, { ...none, refusedOnly: true })).toEqual([all[1]]);
    expect(chosenRequests(all, { ...none, slowestFirst: true })).toEqual([all[1], all[2], all[0]]);
  });
});

describe('the waterfall of a request', () => {
  it('has its stages one behind the other, and what admission waited for below it', () => {
    const bars = barsOf({
      stages: { authentication: 1, authorization: 2, admission: 10, conversion: 0, storage: 4, rest: 3 },
      admission: {
        plugins: { MutatingAdmissionWebhook: 8, LimitRanger: 1, Priority: 0 },
        webhooks: { 'vet.example.com': 7 },
      },
    });
    expect(bars.map(({ name, from, milliseconds }) => [name, from, milliseconds])).toEqual([
      ['authentication', 0, 1],
      ['authorization', 1, 2],
      ['admission', 3, 10],
      ['webhook vet.example.com', 3, 7],
      ['LimitRanger', 3, 1],
      ['storage', 13, 4],
      ['rest', 17, 3],
    ]);
  });
  it.each([
    [0.4213, '0.42 ms'],
    [13.2, '13 ms'],
    [2140, '2.1 s'],
    [180_000, '3 min'],
    [7_300_000, '2 h'],
  ])('%d milliseconds are %s', (milliseconds, text) => expect(durationText(milliseconds)).toBe(text));
});

describe('who refused a request', () => {
  const by = (message: string, reason = 'Forbidden', status = 403) =>
    refusalSource(trace({ status, refusal: { reason, message } }))?.by;
  it('is told from the words of the server', () => {
    expect(by('admission webhook "vet.example.com" denied the request: no')).toBe(
      'the admission webhook vet.example.com',
    );
    expect(by("x is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no")).toBe(
      'the ValidatingAdmissionPolicy p, by its binding b',
    );
    expect(by('pods "a" is forbidden: exceeded quota: few, requested: pods=1, used: pods=1, limited: pods=1')).toBe(
      'the ResourceQuota few',
    );
    expect(by('Internal error occurred: failed calling webhook "vet.example.com": timeout', 'InternalError', 500)).toBe(
      'the admission webhook vet.example.com, which could not be asked',
    );
    expect(by('Widget "a" is invalid: spec.size: Required value', 'Invalid', 422)).toBe(
      'the schema and the rules of the kind',
    );
    expect(by('?', 'constructor', 500)).toBeUndefined();
    expect(refusalSource(trace())).toBeUndefined();
  });
  it.each(['jane', 'ja\\"ne'])('names the permission that %s lacks', (user) => {
    const message = `secrets is forbidden: User "${user}" cannot list resource "secrets" in API group "" in the namespace "default"`;
    expect(refusalSource(trace({ status: 403, refusal: { reason: 'Forbidden', message } }))?.missing).toEqual({
      verb: 'list',
      resource: 'secrets',
      group: '',
      namespace: 'default',
    });
  });
});

describe('a request sent again', () => {
  it('changes nothing', () => {
    expect(replayOf(trace({ query: 'limit=5&labelSelector=a%3Db' }))).toEqual({
      call: { path: '/api/v1/pods', query: { limit: '5', labelSelector: 'a=b' } },
    });
    expect(replayOf(trace({ method: 'DELETE', verb: 'delete' }))).toMatchObject({ call: { query: { dryRun: 'All' } } });
    expect(replayOf(trace({ method: 'POST', verb: 'create' }))).toHaveProperty('why');
    expect(replayOf(trace({ verb: 'watch' }))).toHaveProperty('why');
  });
});
