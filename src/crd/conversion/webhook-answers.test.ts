import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiError, type Json, type JsonObject, type KubeObject } from '#meta';
import { AnsweringWebhook, goodAnswer, type ReceivedReview } from '../../webhook/testing/answering-webhook.ts';
import { testAuthority } from '../../webhook/testing/certificates.ts';
import { testWorld } from '../../webhook/testing/world.ts';
import { type WebhookConverter, webhookConverter } from './caching-converter.ts';

let webhook: AnsweringWebhook;
let converter: WebhookConverter;
let byV1beta1: WebhookConverter;

const make = (caBundle: string, conversionReviewVersions: string[]): WebhookConverter =>
  webhookConverter(
    { definition: 'crontabs.example.com', clientConfig: { url: webhook.url, caBundle }, conversionReviewVersions },
    { world: testWorld(), services: { resolve: () => Promise.reject(new Error('no services here')) } },
  );

beforeAll(async () => {
  const authority = await testAuthority();
  webhook = await AnsweringWebhook.start(await authority.issue(['127.0.0.1']), goodAnswer);
  converter = make(authority.caBundle, ['v9', 'v1', 'v1beta1']);
  byV1beta1 = make(authority.caBundle, ['v1beta1', 'v1']);
});
beforeEach(() => {
  webhook.received.length = 0;
});
afterAll(() => webhook[Symbol.asyncDispose]());

const crontab = (name: string, more: JsonObject = {}): KubeObject => ({
  apiVersion: 'example.com/v1beta1',
  kind: 'CronTab',
  metadata: {
    name,
    namespace: 'default',
    uid: `uid-${name}`,
    resourceVersion: '143',
    creationTimestamp: '2019-09-04T14:03:02Z',
    labels: { old: 'label' },
    ...more,
  },
  spec: {},
});

async function messageOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).status).toMatchObject({ status: 'Failure', code: 500 });
    expect((error as ApiError).status).not.toHaveProperty('reason');
    // Which object it is about is the matter of another test.
    return (error as ApiError).message.replace(/, (object|one of the objects) [^()]*\)$/, ')');
  }
  throw new Error('it did not fail');
}

const scene = (): string => ` (CustomResourceDefinition crontabs.example.com, v1beta1 to v1, webhook ${webhook.url})`;
const gvk = 'conversion webhook for example.com/v1beta1, Kind=CronTab';
/** The good answer, spoiled. */
const spoil = (change: (answer: JsonObject, response: JsonObject) => void) => (review: ReceivedReview) => {
  const answer = goodAnswer(review);
  change(answer, answer.response as JsonObject);
  return answer;
};
const spoilObject = (change: (object: JsonObject, metadata: JsonObject) => void) =>
  spoil((_, response) => {
    const object = (response.convertedObjects as JsonObject[]).at(-1) as JsonObject;
    const metadata = { ...(object.metadata as JsonObject) };
    object.metadata = metadata;
    change(object, metadata);
  });
const set = (key: string, value: Json | undefined) =>
  spoilObject((object) => {
    if (value === undefined) delete object[key];
    else object[key] = value;
  });
const setMeta = (key: string, value: Json) =>
  spoilObject((_, metadata) => {
    metadata[key] = value;
  });
const result = (value: Json) =>
  spoil((_, response) => {
    response.result = value;
  });

describe('a wrong answer fails the request with the words of the real server', () => {
  test.each<[string, (review: ReceivedReview) => unknown, string]>([
    [
      'no JSON',
      () => '<html>',
      "failed: couldn't get version/kind; json parse error: invalid character '<' looking for beginning of value",
    ],
    ['an empty body', () => '', 'failed: 0-length response with status code: 200 and content type: application/json'],
    [
      'a Status',
      () => ({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'go away' }),
      'failed: go away',
    ],
    [
      'another kind',
      () => ({ kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1' }),
      'failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got admission.k8s.io/v1, Kind=AdmissionReview',
    ],
    [
      'no kind',
      () => ({}),
      'failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /, Kind=',
    ],
    [
      'the version that was not asked for',
      spoil((answer) => {
        answer.apiVersion = 'apiextensions.k8s.io/v1beta1';
      }),
      'failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got apiextensions.k8s.io/v1beta1, Kind=ConversionReview',
    ],
    [
      'no response',
      spoil((answer) => {
        delete answer.response;
      }),
      'failed: no response provided',
    ],
    [
      'a response that is none',
      spoil((answer) => {
        answer.response = 'yes';
      }),
      'failed: json: cannot unmarshal string into field response of type v1.ConversionResponse',
    ],
    [
      'Failed with a message',
      result({ status: 'Failed', message: 'hostPort could not be parsed into a separate host and port' }),
      'failed: hostPort could not be parsed into a separate host and port',
    ],
    [
      'Failed without a message',
      result({ status: 'Failed' }),
      "failed: response.result.status was 'Failed', not 'Success'",
    ],
    ['no result', result(null), "failed: response.result.status was '', not 'Success'"],
    [
      'too few objects',
      spoil((_, response) => {
        response.convertedObjects = [];
      }),
      'returned 0 objects, expected 1',
    ],
    [
      'too many objects',
      spoil((_, response) => {
        response.convertedObjects = [{}, {}];
      }),
      'returned 2 objects, expected 1',
    ],
    [
      'no objects',
      spoil((_, response) => {
        delete response.convertedObjects;
      }),
      'returned 0 objects, expected 1',
    ],
    [
      'no list of objects',
      spoil((_, response) => {
        response.convertedObjects = {};
      }),
      'failed: json: cannot unmarshal object into field convertedObjects of type []runtime.RawExtension',
    ],
    [
      'null for an object',
      spoil((_, response) => {
        response.convertedObjects = [null];
      }),
      'returned invalid converted object at index 0: unexpected end of JSON input',
    ],
    [
      'an object without kind',
      set('kind', undefined),
      `returned invalid converted object at index 0: Object 'Kind' is missing in '{"apiVersion":"example.com/v1","metadata":{`,
    ],
    [
      'another kind of object',
      set('kind', 'Other'),
      'returned invalid object at index 0: invalid kind (expected CronTab, received Other)',
    ],
    [
      'another version of the object',
      set('apiVersion', 'example.com/v2'),
      'returned invalid object at index 0: invalid groupVersion (expected example.com/v1, received example.com/v2)',
    ],
    [
      'no version of the object',
      set('apiVersion', undefined),
      'returned invalid object at index 0: invalid groupVersion (expected example.com/v1, received )',
    ],
    ['another name', setMeta('name', 'b'), 'returned invalid object: must have the same name: a != b'],
    [
      'another namespace',
      setMeta('namespace', 'b'),
      'returned invalid object: must have the same namespace: default != b',
    ],
    ['another uid', setMeta('uid', 'b'), 'returned invalid object: must have the same UID: uid-a != b'],
    ['no metadata', set('metadata', undefined), 'returned invalid object: must have the same name: a != '],
    [
      'labels that are none',
      setMeta('labels', 'x'),
      'returned invalid metadata: invalid metadata.labels of type string in converted object',
    ],
    [
      'a label that is no text',
      setMeta('labels', { a: 1 }),
      'returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object',
    ],
    [
      'an annotation that is no text',
      setMeta('annotations', { a: [] }),
      'returned invalid metadata: metadata.annotations[a] must be a string, but is []interface {} in converted object',
    ],
    [
      'a label that breaks the rules',
      setMeta('labels', { a: '/' }),
      'returned invalid metadata: metadata.labels: Invalid value: "/": a valid label must be',
    ],
    [
      'an annotation that breaks the rules',
      setMeta('annotations', { 'a b': '' }),
      'returned invalid metadata: metadata.annotation: Invalid value: "a b": ',
    ],
  ])('%s', async (_, answer, expected) => {
    webhook.answer = answer;
    const message = await messageOf(converter.convert([crontab('a')], 'example.com/v1'));
    expect(message).toContain(`${gvk} ${expected}`);
    expect(message.endsWith(scene())).toBe(true);
  });

  test('a foreign uid of the review', async () => {
    webhook.answer = spoil((_, response) => {
      response.uid = 'other';
    });
    const message = await messageOf(converter.convert([crontab('a')], 'example.com/v1'));
    const sent = webhook.received[0]?.review.request.uid;
    expect(message).toBe(`${gvk} failed: expected response.uid="${sent}", got "other"${scene()}`);
  });

  test('metadata is missed where the original has no name to compare', async () => {
    webhook.answer = set('metadata', undefined);
    const nameless: KubeObject = {
      apiVersion: 'example.com/v1beta1',
      kind: 'CronTab',
      metadata: { generateName: 'a-' },
    };
    const message = await messageOf(converter.convert([nameless], 'example.com/v1'));
    expect(message).toContain(`${gvk} returned invalid metadata: missing metadata in converted object`);
  });

  test.each<[string, (review: ReceivedReview) => unknown, string]>([
    [
      'a wrong version',
      set('apiVersion', 'example.com/v2'),
      'returned invalid converted object at index 1: invalid groupVersion (expected example.com/v1, received example.com/v2)',
    ],
    [
      'a wrong name',
      setMeta('name', 'x'),
      'returned invalid converted object at index 1: must have the same name: b != x',
    ],
    [
      'bad metadata',
      setMeta('labels', 1),
      'returned invalid metadata in object at index 1: invalid metadata.labels of type int64 in converted object',
    ],
    [
      'another order',
      spoil((_, response) => {
        (response.convertedObjects as Json[]).reverse();
      }),
      'returned invalid converted object at index 0: must have the same name: a != b',
    ],
    [
      'one object missing',
      spoil((_, response) => {
        (response.convertedObjects as Json[]).pop();
      }),
      'returned 1 objects, expected 2',
    ],
  ])('among many objects, the message says which: %s', async (_, answer, expected) => {
    webhook.answer = answer;
    const message = await messageOf(converter.convert([crontab('a'), crontab('b')], 'example.com/v1'));
    expect(message).toBe(`${gvk} ${expected}${scene()}`);
  });

  test('nothing of a failed batch is kept', async () => {
    webhook.answer = setMeta('name', 'x');
    await messageOf(converter.convert([crontab('a'), crontab('b')], 'example.com/v1'));
    webhook.answer = goodAnswer;
    await converter.convert([crontab('a')], 'example.com/v1');
    expect(webhook.received).toHaveLength(2);
    converter.forget();
  });
});

describe('a good answer', () => {
  test('gives the objects in order, with the metadata of the original but for labels and annotations', async () => {
    webhook.answer = (review) => {
      const answer = goodAnswer(review) as { response: { convertedObjects: KubeObject[] } };
      for (const object of answer.response.convertedObjects) {
        object.metadata = {
          name: object.metadata.name as string,
          namespace: 'default',
          uid: object.metadata.uid as string,
          resourceVersion: '999',
          finalizers: ['made.up/one'],
          annotations: { new: 'one' },
        };
      }
      return answer;
    };
    const [first, second] = await converter.convert([crontab('c'), crontab('d')], 'example.com/v1');
    const { labels: _, ...kept } = crontab('c').metadata;
    expect(first).toEqual({
      apiVersion: 'example.com/v1',
      kind: 'CronTab',
      metadata: { ...kept, annotations: { new: 'one' } },
      spec: { converted: true },
    });
    expect(second?.metadata.name).toBe('d');
  });

  test('labels that were wrong before may come back as they were', async () => {
    webhook.answer = goodAnswer;
    const old = crontab('e', { labels: { 'bad key!': '/' } });
    const [converted] = await converter.convert([old], 'example.com/v1');
    expect(converted?.metadata.labels).toEqual({ 'bad key!': '/' });
  });

  test('keeps integers past 2^53 and keys named __proto__', async () => {
    webhook.answer = (review) =>
      JSON.stringify(goodAnswer(review)).replace('{"converted":true}', '{"big":9007199254740993,"__proto__":{"a":1}}');
    for (const _ of ['asked', 'remembered']) {
      const [converted] = await converter.convert([crontab('f')], 'example.com/v1');
      expect(converted?.spec).toMatchObject({ big: 9007199254740993n });
      expect(Object.keys(converted?.spec as JsonObject)).toEqual(['big', '__proto__']);
    }
    expect(webhook.received).toHaveLength(1);
  });
});

describe('the version of the review', () => {
  test('is the first of the list that both know, and the request holds what the webhook needs', async () => {
    webhook.answer = goodAnswer;
    await converter.convert([crontab('g')], 'example.com/v1');
    const { review, path } = webhook.received[0] as (typeof webhook.received)[number];
    expect(review).toEqual({
      kind: 'ConversionReview',
      apiVersion: 'apiextensions.k8s.io/v1',
      request: { uid: expect.stringMatching(/./), desiredAPIVersion: 'example.com/v1', objects: [crontab('g')] },
    });
    expect(path).toBe('/convert?timeout=30s');
  });

  test('v1beta1 is asked for where it stands first, and its uid and type are not looked at', async () => {
    webhook.answer = spoil((answer, response) => {
      answer.apiVersion = 'apiextensions.k8s.io/v1';
      delete response.uid;
    });
    await byV1beta1.convert([crontab('a')], 'example.com/v1');
    expect(webhook.received[0]?.review.apiVersion).toBe('apiextensions.k8s.io/v1beta1');
  });

  test('v1beta1 fails with the message of the webhook as well', async () => {
    webhook.answer = result({ status: 'Failed', message: 'no' });
    expect(await messageOf(byV1beta1.convert([crontab('b')], 'example.com/v1'))).toBe(`${gvk} failed: no${scene()}`);
  });

  test('a list without a known version fails each call', async () => {
    const unknown = make('', ['v2']);
    const message = await messageOf(unknown.convert([crontab('a')], 'example.com/v1'));
    expect(message).toBe(`${gvk} failed: no supported conversion review versions${scene()}`);
  });
});
