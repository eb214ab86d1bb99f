import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError, type KubeObject } from '#meta';
import { AdmissionChain } from '../chain.ts';
import { resources } from '../objects.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';
import { pod, requestFor, stored } from '../testing/admission-requests.ts';
import { answering, patching, type SentReview, TestWebhooks } from '../testing/test-webhooks.ts';
import { mutatingAdmissionWebhook } from './mutating.ts';
import { validatingAdmissionWebhook } from './validating.ts';

let webhooks: TestWebhooks;
beforeEach(async () => {
  webhooks = await TestWebhooks.start();
});
afterEach(() => webhooks[Symbol.asyncDispose]());

const namespaces = [stored(resources.namespaces, 'ns', { metadata: { labels: { team: 'a' } } })];

async function admitted(
  parts: Parameters<typeof requestFor>[0] = {},
  others: readonly AdmissionPlugin[] = [],
): Promise<KubeObject | null> {
  const request = requestFor({ object: pod(), ...parts });
  const made = webhooks.parts(namespaces);
  const chain = new AdmissionChain([...others, mutatingAdmissionWebhook(made), validatingAdmissionWebhook(made)]);
  await chain.mutate(request);
  await chain.check(request);
  return request.object;
}

async function refusal(parts: Parameters<typeof requestFor>[0] = {}): Promise<ApiError['status']> {
  const outcome = await admitted(parts).catch((error: unknown) => error);
  if (outcome instanceof ApiError) return outcome.status;
  throw outcome instanceof Error ? outcome : new Error('nobody refused');
}

const label = (name: string, value = 'yes') =>
  patching({ op: 'add', path: '/metadata/labels', value: { [name]: value } });
const named = (name: string) => `failed calling webhook "${name}"`;

describe('A webhook', () => {
  it('is told what is about to happen', async () => {
    webhooks.add('validating', 'a.b.c', answering());
    const object = pod();
    await admitted({
      object,
      user: { name: 'me', uid: 'u', groups: ['g'], extra: { k: ['v'] } },
      kind: { group: 'small.example.com', version: 'v1', kind: 'Gadget' },
      resource: { group: 'small.example.com', version: 'v1', resource: 'gadgets' },
    });
    const [call] = webhooks.received;
    expect(call?.path).toBe('/a.b.c?timeout=10s');
    const kind = { group: 'small.example.com', version: 'v1', kind: 'Gadget' };
    const resource = { group: 'small.example.com', version: 'v1', resource: 'gadgets' };
    expect(call?.review).toEqual({
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      request: {
        uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        kind,
        resource,
        requestKind: kind,
        requestResource: resource,
        name: 'p',
        namespace: 'ns',
        operation: 'CREATE',
        userInfo: { username: 'me', uid: 'u', groups: ['g'], extra: { k: ['v'] } },
        object: expect.objectContaining({ kind: 'Gadget' }),
        oldObject: null,
        dryRun: false,
        options: { apiVersion: 'meta.k8s.io/v1', kind: 'CreateOptions' },
      },
    });
  });

  it.each<[string, object, Partial<AdmissionRequest>]>([
    [
      'another operation',
      { rules: [{ operations: ['DELETE'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }] },
      {},
    ],
    ['other namespaces', { namespaceSelector: { matchLabels: { team: 'b' } } }, {}],
    ['other objects', { objectSelector: { matchLabels: { app: 'x' } } }, {}],
    ['other conditions', { matchConditions: [{ name: 'no', expression: "object.metadata.name == 'q'" }] }, {}],
    [
      'webhooks',
      {},
      { kind: { group: 'admissionregistration.k8s.io', version: 'v1', kind: 'MutatingWebhookConfiguration' } },
    ],
    [
      'policies',
      {},
      { kind: { group: 'admissionregistration.k8s.io', version: 'v1', kind: 'ValidatingAdmissionPolicy' } },
    ],
  ])('is not asked about %s', async (_, more, request) => {
    webhooks.add('mutating', 'm.b.c', answering(), more);
    webhooks.add('validating', 'v.b.c', answering(), more);
    await admitted(request);
    expect(webhooks.asked).toEqual([]);
  });

  it('is asked about what its selectors and conditions hold for', async () => {
    webhooks.add('validating', 'a.b.c', answering(), {
      namespaceSelector: { matchLabels: { team: 'a' } },
      objectSelector: { matchLabels: { app: 'x' } },
      matchConditions: [{ name: 'yes', expression: "request.userInfo.username == 'admin'" }],
    });
    await admitted({ object: pod({}, { labels: { app: 'x' } }) });
    expect(webhooks.asked).toEqual(['a.b.c']);
  });

  it.each([
    ['Fail', 'pods "p" is forbidden: expression \'object.nope == 1\' resulted in error: no such key: nope'],
    ['Ignore', undefined],
  ])('whose condition nobody can tell is not asked, and refuses by its policy %s', async (failurePolicy, message) => {
    webhooks.add('validating', 'a.b.c', answering(), {
      failurePolicy,
      matchConditions: [{ name: 'bad', expression: 'object.nope == 1' }],
    });
    if (message === undefined) await admitted();
    else expect(await refusal()).toMatchObject({ code: 403, reason: 'Forbidden', message });
    expect(webhooks.asked).toEqual([]);
  });

  it.each([
    [{}, { code: 400, message: 'admission webhook "a.b.c" denied the request without explanation' }],
    [{ message: 'no' }, { code: 400, message: 'admission webhook "a.b.c" denied the request: no' }],
    [
      { reason: 'Conflict' },
      { code: 400, reason: 'Conflict', message: 'admission webhook "a.b.c" denied the request: Conflict' },
    ],
    [
      { code: 200, message: 'no' },
      { code: 400, message: 'admission webhook "a.b.c" denied the request: no' },
    ],
    [
      { code: 418, reason: 'Teapot', message: 'no', details: { causes: [{ field: 'a', message: 'b' }] } },
      { code: 418, reason: 'Teapot', details: { causes: [{ field: 'a', message: 'b' }] } },
    ],
  ])('refuses with %j', async (status, expected) => {
    webhooks.add('validating', 'a.b.c', answering({ allowed: false, status }), { failurePolicy: 'Ignore' });
    expect(await refusal()).toMatchObject(expected);
  });

  it('warns, also when it refuses', async () => {
    webhooks.add('mutating', 'm.b.c', answering({ warnings: ['one'] }));
    webhooks.add('validating', 'v.b.c', answering({ warnings: ['two'], allowed: false }));
    const warnings: string[] = [];
    await refusal({ warnings });
    expect(warnings).toEqual(['one', 'two']);
  });

  it('with side effects refuses what is only tried out', async () => {
    webhooks.add('validating', 'a.b.c', answering(), { sideEffects: 'Some', failurePolicy: 'Ignore' });
    expect(await refusal({ dryRun: true })).toMatchObject({
      code: 400,
      reason: 'BadRequest',
      message: 'admission webhook "a.b.c" does not support dry run',
    });
    expect(webhooks.asked).toEqual([]);
  });

  it('is asked in the first version that both know', async () => {
    const loose = () => ({ response: { allowed: true, uid: 'whatever' } });
    webhooks.add('validating', 'a.b.c', loose, { admissionReviewVersions: ['v2', 'v1beta1', 'v1'] });
    await admitted();
    expect(webhooks.received[0]?.review.apiVersion).toBe('admission.k8s.io/v1beta1');
  });

  it('is told no more time than the request has', async () => {
    webhooks.add('validating', 'a.b.c', answering());
    await admitted({ deadline: performance.now() + 2500 });
    expect(webhooks.received[0]?.path).toBe('/a.b.c?timeout=3s');
  });

  it('does not outlive the request', async () => {
    webhooks.add('validating', 'a.b.c', () => () => {}, { failurePolicy: 'Ignore' });
    expect(await refusal({ deadline: performance.now() + 100 })).toMatchObject({ code: 504, reason: 'Timeout' });
  });

  it('is observed', async () => {
    webhooks.add('mutating', 'm.b.c', () => '{', { failurePolicy: 'Ignore' });
    webhooks.add('validating', 'v.b.c', answering({ allowed: false }));
    await refusal();
    expect(webhooks.calls).toEqual([
      expect.objectContaining({ kind: 'mutating', webhook: 'm.b.c', outcome: 'failed', rejected: false, code: 503 }),
      expect.objectContaining({ kind: 'validating', webhook: 'v.b.c', outcome: 'denied', rejected: true, code: 400 }),
    ]);
    expect(webhooks.calls[0]).toMatchObject({
      configuration: 'm.b.c-configuration',
      operation: 'CREATE',
      address: webhooks.clientConfig('m.b.c').url,
    });
  });
});

describe('An answer that is none', () => {
  const review = (more: object) => (asked: SentReview) => ({ ...(answering()(asked) as object), ...more });
  const unmarshal = 'json: cannot unmarshal';
  const struct =
    'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
  const convert = 'unknown conversion';

  it.each<[string, (asked: SentReview) => unknown, string]>([
    ['nothing', review({ response: null }), 'received invalid webhook response: webhook response was absent'],
    ['another uid', answering({ uid: 'x' }), 'received invalid webhook response: expected response.uid="UID", got "x"'],
    [
      'no kind',
      review({ kind: '' }),
      'received invalid webhook response: expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got admission.k8s.io/v1, Kind=',
    ],
    [
      'another kind',
      review({ kind: 'X' }),
      'failed to call webhook: no kind "X" is registered for version "admission.k8s.io/v1" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      'another version',
      review({ apiVersion: 'admission.k8s.io/v1beta1' }),
      `failed to call webhook: converting (v1beta1.AdmissionReview) to (v1.AdmissionReview): ${convert}`,
    ],
    [
      'a Status',
      () => ({ apiVersion: 'v1', kind: 'Status' }),
      `failed to call webhook: converting (v1.Status) to (v1.AdmissionReview): ${convert}`,
    ],
    [
      'garbage',
      () => 'garbage',
      `failed to call webhook: couldn't get version/kind; json parse error: ${unmarshal} string into Go value of type ${struct}`,
    ],
    [
      'half of it',
      () => '{"a"',
      "failed to call webhook: couldn't get version/kind; json parse error: unexpected end of JSON input",
    ],
    [
      'a wrong type',
      answering({ allowed: 'yes' }),
      `failed to call webhook: ${unmarshal} string into Go struct field AdmissionResponse.response.allowed of type bool`,
    ],
    [
      'no base64',
      answering({ patch: '!', patchType: 'JSONPatch' }),
      'failed to call webhook: illegal base64 data at input byte 0',
    ],
    [
      'a patch of no kind',
      answering({ patch: 'W10=' }),
      'received invalid webhook response: webhook returned response.patch but not response.patchType',
    ],
    [
      'a kind of patch alone',
      answering({ patchType: 'JSONPatch' }),
      'received invalid webhook response: webhook returned response.patchType but not response.patch',
    ],
    [
      'a patch that is none',
      answering({ patchType: 'JSONPatch', patch: 'eA==' }),
      "received undecodable patch in webhook response: invalid character 'x' looking for beginning of value",
    ],
    ['another kind of patch', answering({ patchType: 'Merge', patch: 'W3t9XQ==' }), 'unsupported patch type "Merge"'],
  ])('as %s is told, or ignored', async (_, answer, why) => {
    webhooks.add('mutating', 'a.b.c', answer);
    const { code, message = '' } = await refusal();
    expect(code).toBe(500);
    const told = message.replace(/response\.uid="[0-9a-f-]{36}"/, 'response.uid="UID"');
    expect(told).toBe(`Internal error occurred: ${named('a.b.c')}: ${why}`);
    webhooks = await TestWebhooks.start();
    webhooks.add('mutating', 'a.b.c', answer, { failurePolicy: 'Ignore' });
    expect(await admitted()).toEqual(pod());
  });

  it.each([
    [patching({ op: 'add', path: '/x', value: 1 }), 'validating webhook may not return response.patch'],
    [answering({ patchType: 'JSONPatch' }), 'validating webhook may not return response.patchType'],
  ])('because it changes what it may only look at', async (answer, why) => {
    webhooks.add('validating', 'a.b.c', answer);
    expect((await refusal()).message).toContain(`received invalid webhook response: ${why}`);
  });

  it('does not come from nowhere', async () => {
    webhooks.add('validating', 'a.b.c', answering(), { clientConfig: { url: 'https://127.0.0.1:1/x' } });
    expect((await refusal()).message).toBe(
      `Internal error occurred: ${named('a.b.c')}: failed to call webhook: Post "https://127.0.0.1:1/x?timeout=10s": dial tcp 127.0.0.1:1: connect: connection refused`,
    );
  });

  it('does not come with a bundle that is none', async () => {
    const clientConfig = { url: 'https://127.0.0.1:1/x', caBundle: 'bm90' };
    webhooks.add('validating', 'a.b.c', answering(), { clientConfig });
    expect((await refusal()).message).toContain(
      'could not get REST client: unable to load root certificates: unable to parse bytes as PEM block',
    );
  });
});

describe('Webhooks that change objects', () => {
  it('see what those before them made of it', async () => {
    webhooks.add('mutating', 'a.b.c', label('one'));
    webhooks.add('mutating', 'b.b.c', patching({ op: 'add', path: '/metadata/labels/two', value: 'yes' }));
    const object = await admitted();
    expect(object?.metadata.labels).toEqual({ one: 'yes', two: 'yes' });
    expect(webhooks.received[1]?.review.request.object?.metadata.labels).toEqual({ one: 'yes' });
  });

  it('select by what those before them made of it', async () => {
    webhooks.add('mutating', 'a.b.c', label('one'));
    webhooks.add('mutating', 'b.b.c', answering(), { objectSelector: { matchLabels: { one: 'yes' } } });
    await admitted();
    expect(webhooks.asked).toEqual(['a.b.c', 'b.b.c']);
  });

  it.each([
    [
      { op: 'remove', path: '/nope' },
      "error in remove for path: '/nope': Unable to remove nonexistent key: nope: missing value",
    ],
    [{ op: 'test', path: '/kind', value: 'X' }, 'testing value /kind failed: test failed'],
    [
      { op: 'replace', path: '/kind', value: 'X' },
      'no kind "X" is registered for version "small.example.com/v1" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      { op: 'replace', path: '/kind', value: 5 },
      "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string",
    ],
  ])('cannot do so by %j, whatever their policy', async (operation, why) => {
    webhooks.add('mutating', 'a.b.c', patching(operation), { failurePolicy: 'Ignore' });
    expect(await refusal()).toMatchObject({ code: 500, message: `Internal error occurred: ${why}` });
  });

  it('cannot change what goes', async () => {
    webhooks.add('mutating', 'a.b.c', label('one'));
    expect((await refusal({ operation: 'DELETE', object: null, oldObject: pod() })).message).toContain(
      'admission webhook "a.b.c" attempted to modify the object, which is not supported for this operation',
    );
  });

  const again = { reinvocationPolicy: 'IfNeeded' };

  it('are asked once more if they wish it and the object changed after them', async () => {
    webhooks.add('mutating', 'first.b.c', answering(), again);
    webhooks.add('mutating', 'never.b.c', answering());
    webhooks.add('mutating', 'changes.b.c', label('a'), again);
    webhooks.add('mutating', 'last.b.c', answering(), again);
    await admitted();
    expect(webhooks.asked).toEqual(['first.b.c', 'never.b.c', 'changes.b.c', 'last.b.c', 'first.b.c']);
  });

  it('are asked once where nothing changes', async () => {
    const gadget = { apiVersion: 'small.example.com/v1', kind: 'Gadget', metadata: { name: 'g' } };
    webhooks.add('mutating', 'a.b.c', patching({ op: 'test', path: '/kind', value: 'Gadget' }), again);
    webhooks.add('mutating', 'b.b.c', patching({ op: 'add', path: '/metadata/labels', value: {} }), again);
    await admitted({ object: gadget });
    expect(webhooks.asked).toEqual(['a.b.c', 'b.b.c']);
  });

  it('are asked no third time, however often they change it', async () => {
    let count = 0;
    const restless = (asked: SentReview) => label('count', `${++count}`)(asked);
    webhooks.add('mutating', 'a.b.c', restless, again);
    webhooks.add('mutating', 'b.b.c', restless, again);
    const object = await admitted();
    expect(webhooks.asked).toEqual(['a.b.c', 'b.b.c', 'a.b.c', 'b.b.c']);
    expect(object?.metadata.labels).toEqual({ count: '4' });
  });

  it('make plugins that are compiled in go round again too, and are asked again about what those change', async () => {
    let round = 0;
    const compiledIn: AdmissionPlugin = {
      name: 'compiled in',
      async mutate({ object }) {
        if (++round === 2 && object !== null) object.metadata.annotations = { again: 'yes' };
      },
    };
    webhooks.add('mutating', 'changes.b.c', label('a'), again);
    webhooks.add('mutating', 'last.b.c', answering(), again);
    const object = await admitted({}, [compiledIn]);
    expect(webhooks.asked).toEqual(['changes.b.c', 'last.b.c', 'changes.b.c', 'last.b.c']);
    expect(object?.metadata).toMatchObject({ labels: { a: 'yes' }, annotations: { again: 'yes' } });
  });
});

describe('Webhooks that only look', () => {
  it('do so at the same time, and of several refusals the first in order is told', async () => {
    let second: (() => void) | undefined;
    const secondAsked = new Promise<void>((resolve) => {
      second = resolve;
    });
    webhooks.add('validating', 'a.b.c', async (review) => {
      await secondAsked;
      return answering({ allowed: false, status: { message: 'first' } })(review);
    });
    webhooks.add('validating', 'b.b.c', (review) => {
      second?.();
      return answering({ allowed: false, status: { message: 'second' } })(review);
    });
    expect((await refusal()).message).toBe('admission webhook "a.b.c" denied the request: first');
  });
});
