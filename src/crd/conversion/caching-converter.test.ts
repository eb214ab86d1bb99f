import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { KubeObject } from '#meta';
import type { WebhookHealth } from '#webhook';
import { startWebhook } from '../../../examples/conversion-webhook/webhook.mjs';
import {
  type Answer,
  AnsweringWebhook,
  goodAnswer,
  type ReceivedReview,
} from '../../webhook/testing/answering-webhook.ts';
import { type TestAuthority, type TestKeyPair, testAuthority } from '../../webhook/testing/certificates.ts';
import { testWorld } from '../../webhook/testing/world.ts';
import {
  type ObservedCall,
  type WebhookConverter,
  type WebhookConverterParts,
  webhookConverter,
} from './caching-converter.ts';
import { ConversionCache, packObject } from './conversion-cache.ts';

let authority: TestAuthority;
let pair: TestKeyPair;
const open: AsyncDisposable[] = [];
const v1 = 'example.com/v1';

beforeAll(async () => {
  authority = await testAuthority();
  pair = await authority.issue(['127.0.0.1']);
});
afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
});

async function start(answer: Answer = goodAnswer, port = 0): Promise<AnsweringWebhook> {
  const webhook = await AnsweringWebhook.start(pair, answer, { port });
  open.push(webhook);
  return webhook;
}
async function stop(): Promise<void> {
  await open.pop()?.[Symbol.asyncDispose]();
}

function converterFor(url: string, parts: Partial<WebhookConverterParts> = {}): WebhookConverter {
  const services = { resolve: () => Promise.reject(new Error('none')) };
  const clientConfig = { url, caBundle: authority.caBundle };
  return webhookConverter(
    { definition: 'crontabs.example.com', clientConfig, conversionReviewVersions: ['v1'] },
    { world: testWorld(), services, ...parts },
  );
}

const crontab = (name: string, resourceVersion = '1', spec = {}): KubeObject => ({
  apiVersion: 'example.com/v1beta1',
  kind: 'CronTab',
  metadata: { name, namespace: 'default', uid: `uid-${name}`, resourceVersion },
  spec,
});
const many = (count: number): KubeObject[] => Array.from({ length: count }, (_, index) => crontab(`tab-${index}`));
const sizes = ({ received }: AnsweringWebhook): number[] => received.map(({ review }) => review.request.objects.length);
const namesOf = (objects: readonly KubeObject[]): unknown[] => objects.map(({ metadata }) => metadata.name);

/** Answers when the test says so. */
function gate(answer: Answer = goodAnswer): { answer: Answer; open(): void } {
  let release = (): void => {};
  const opened = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { answer: (review) => opened.then(() => answer(review)), open: release };
}
/** Refuses an object named `bad`. */
const picky = (review: ReceivedReview): unknown =>
  review.request.objects.some(({ metadata }) => metadata.name === 'bad')
    ? {
        ...goodAnswer(review),
        response: { uid: review.request.uid, result: { status: 'Failed', message: 'bad is bad' } },
      }
    : goodAnswer(review);

describe('few calls', () => {
  test('a thousand objects are one call, and again none', async () => {
    const webhook = await start();
    const converter = converterFor(webhook.url);
    const first = await converter.convert(many(1000), v1);
    const second = await converter.convert(many(1000), v1);
    expect(sizes(webhook)).toEqual([1000]);
    expect(namesOf(first)).toEqual(namesOf(many(1000)));
    expect(second).toEqual(first);
    expect(second[7]).toMatchObject({ apiVersion: v1, spec: { converted: true } });
  });

  test('past the limit of objects or bytes there are several, one after the other', async () => {
    let busy = 0;
    const webhook = await start(async (review) => {
      busy += 1;
      expect(busy).toBe(1);
      await delay(5);
      busy -= 1;
      return goodAnswer(review);
    });
    const byCount = converterFor(webhook.url, { batch: { objects: 600 } });
    expect(namesOf(await byCount.convert(many(1000), v1))).toEqual(namesOf(many(1000)));
    const bySize = converterFor(webhook.url, { batch: { bytes: 1000 } });
    await bySize.convert([crontab('a'), crontab('b', '1', { text: 'x'.repeat(2000) }), crontab('c'), crontab('d')], v1);
    expect(sizes(webhook)).toEqual([600, 400, 1, 1, 2]);
  });

  test('objects that are at the version already, or have nothing but a type, are not sent', async () => {
    const webhook = await start();
    const converter = converterFor(webhook.url);
    const there = { ...crontab('there'), apiVersion: v1 };
    const empty = { apiVersion: 'example.com/v1beta1', kind: 'CronTab' } as KubeObject;
    const converted = await converter.convert([there, crontab('a'), empty, there, crontab('b')], v1);
    expect(converted[0]).toBe(there);
    expect(converted[2]).toEqual({ apiVersion: v1, kind: 'CronTab' });
    expect(namesOf([converted[1], converted[4]] as KubeObject[])).toEqual(['a', 'b']);
    await converter.convert([there], v1);
    expect(sizes(webhook)).toEqual([2]);
  });

  test('ten readers at the same time share one call', async () => {
    const { answer, open: letGo } = gate();
    const webhook = await start(answer);
    const converter = converterFor(webhook.url);
    const readers = Array.from({ length: 10 }, () => converter.convert(many(3), v1));
    await delay(20);
    letGo();
    const answers = await Promise.all(readers);
    expect(sizes(webhook)).toEqual([3]);
    expect(new Set(answers.map((objects) => JSON.stringify(objects))).size).toBe(1);
  });

  test('a reader sends only what is neither known nor on its way', async () => {
    const { answer, open: letGo } = gate();
    const webhook = await start();
    const converter = converterFor(webhook.url);
    await converter.convert([crontab('known')], v1);
    webhook.answer = answer;
    const first = converter.convert([crontab('a'), crontab('b')], v1);
    const second = converter.convert([crontab('known'), crontab('b'), crontab('c')], v1);
    letGo();
    expect(namesOf(await second)).toEqual(['known', 'b', 'c']);
    await first;
    expect(webhook.received.map(({ review }) => namesOf(review.request.objects))).toEqual([
      ['known'],
      ['a', 'b'],
      ['c'],
    ]);
  });

  test('another revision or another version is another conversion', async () => {
    const webhook = await start();
    const converter = converterFor(webhook.url);
    await converter.convert([crontab('a', '1')], v1);
    await converter.convert([crontab('a', '2')], v1);
    await converter.convert([crontab('a', '1')], 'example.com/v2');
    await converter.convert([crontab('a', '1')], v1);
    expect(sizes(webhook)).toEqual([1, 1, 1]);
  });

  test('a changed object with the uid and revision of the stored one is not taken for it', async () => {
    const webhook = await start((review) => {
      const answer = goodAnswer(review) as { response: { convertedObjects: KubeObject[] } };
      for (const [index, object] of answer.response.convertedObjects.entries()) {
        object.spec = { from: review.request.objects[index]?.spec as object as never };
      }
      return answer;
    });
    const converter = converterFor(webhook.url);
    await converter.convert([crontab('a', '1', { size: 1 })], v1);
    const [changed] = await converter.convert([crontab('a', '1', { size: 2 })], v1);
    expect(changed?.spec).toEqual({ from: { size: 2 } });
  });

  test('what a reader changes is not seen by others', async () => {
    const webhook = await start();
    const converter = converterFor(webhook.url);
    const [first] = await converter.convert([crontab('a')], v1);
    (first as KubeObject).metadata.name = 'changed';
    const [second] = await converter.convert([crontab('a')], v1);
    expect(second?.metadata.name).toBe('a');
    expect(sizes(webhook)).toEqual([1]);
  });

  test('an object that was never stored is not kept', async () => {
    const webhook = await start();
    const cache = new ConversionCache();
    const converter = converterFor(webhook.url, { cache });
    await converter.convert([{ ...crontab('a'), metadata: { name: 'a' } }], v1);
    expect(cache.bytes).toBe(0);
  });

  test('after forgetting, everything is asked for again', async () => {
    const webhook = await start();
    const converter = converterFor(webhook.url);
    await converter.convert(many(2), v1);
    converter.forget();
    await converter.convert(many(2), v1);
    expect(sizes(webhook)).toEqual([2, 2]);
  });

  test('two definitions that share a cache do not see each other', async () => {
    const webhook = await start();
    const cache = new ConversionCache();
    await converterFor(webhook.url, { cache }).convert(many(1), v1);
    await converterFor(webhook.url, { cache }).convert(many(1), v1);
    expect(sizes(webhook)).toEqual([1, 1]);
  });
});

describe('a failure', () => {
  test('is not kept: a webhook that comes back works with the next request, and the health tells since when', async () => {
    const webhook = await start();
    const seen: WebhookHealth[] = [];
    const calls: ObservedCall[] = [];
    const { ids } = testWorld();
    let now = 1000;
    const clock = { ...testWorld().clock, now: () => now };
    const converter = converterFor(webhook.url, {
      world: { clock, ids },
      healthChanged: (health) => seen.push(health),
      observe: (call) => calls.push(call),
    });
    await converter.convert([crontab('a')], v1);
    expect(converter.health()).toEqual({ healthy: true, since: 1000, message: '' });
    const { port, url } = webhook;
    await stop();
    now = 2000;
    await expect(converter.convert([crontab('b')], v1)).rejects.toThrow('connection refused');
    now = 3000;
    await expect(converter.convert([crontab('b')], v1)).rejects.toThrow('connection refused');
    const message = `conversion webhook for example.com/v1beta1, Kind=CronTab failed: Post "${url}?timeout=30s": dial tcp 127.0.0.1:${port}: connect: connection refused`;
    expect(converter.health()).toEqual({ healthy: false, since: 2000, message });
    // What is known needs no webhook.
    expect(namesOf(await converter.convert([crontab('a')], v1))).toEqual(['a']);
    await start(goodAnswer, port);
    now = 4000;
    expect(namesOf(await converter.convert([crontab('b')], v1))).toEqual(['b']);
    expect(converter.health()).toEqual({ healthy: true, since: 4000, message: '' });
    expect(seen.map(({ healthy, since }) => [healthy, since])).toEqual([
      [true, 1000],
      [false, 2000],
      [true, 4000],
    ]);
    expect(calls.map(({ failure }) => failure)).toEqual([undefined, 'call', 'call', undefined]);
  });

  test('of all readers of a dead webhook is told to each of them', async () => {
    const webhook = await start();
    const { url } = webhook;
    await stop();
    const converter = converterFor(url);
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => converter.convert(many(3), v1)));
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  });

  test('for one object does not hurt a reader who waits for another of the same call', async () => {
    const { answer, open: letGo } = gate(picky);
    const webhook = await start(answer);
    const converter = converterFor(webhook.url);
    const list = converter.convert([crontab('good'), crontab('bad')], v1);
    const one = converter.convert([crontab('good')], v1);
    const same = converter.convert([crontab('bad'), crontab('good')], v1);
    letGo();
    await expect(list).rejects.toThrow('CronTab failed: bad is bad (CustomResourceDefinition crontabs.example.com');
    await expect(same).rejects.toThrow('bad is bad');
    expect(namesOf(await one)).toEqual(['good']);
    expect(sizes(webhook)).toEqual([2, 1]);
  });

  test('in the first batch ends the conversion: the others are not sent', async () => {
    const webhook = await start(picky);
    const converter = converterFor(webhook.url, { batch: { objects: 1 } });
    await expect(converter.convert([crontab('bad'), crontab('a'), crontab('b')], v1)).rejects.toThrow('bad is bad');
    expect(sizes(webhook)).toEqual([1]);
  });

  test('that the webhook tells of is remembered, but is no illness', async () => {
    const webhook = await start(picky);
    const converter = converterFor(webhook.url);
    await expect(converter.convert([crontab('bad')], v1)).rejects.toThrow('bad is bad');
    expect(converter.health()).toMatchObject({
      healthy: true,
      refusal: { message: expect.stringContaining('bad is bad') },
    });
    webhook.answer = () => '{}';
    await expect(converter.convert([crontab('a')], v1)).rejects.toThrow('expected webhook response');
    expect(converter.health()).toMatchObject({
      healthy: false,
      message: expect.stringContaining('expected webhook response'),
    });
  });

  test('names every version that the objects come from', async () => {
    const webhook = await start(() => '{}');
    const objects = [crontab('a'), { ...crontab('b'), apiVersion: 'example.com/v1alpha1' }];
    await expect(converterFor(webhook.url).convert(objects, v1)).rejects.toThrow(
      'v1beta1, v1alpha1 to v1, webhook https:',
    );
  });

  test('names the object, or those that it may be', async () => {
    const webhook = await start(() => '{}');
    const converter = converterFor(webhook.url);
    await expect(converter.convert([crontab('a')], v1)).rejects.toThrow(/, object \S*a\)$/);
    const objects = ['a', 'b', 'c', 'd', 'e'].map((name) => crontab(name));
    await expect(converter.convert(objects, v1)).rejects.toThrow(/, one of the objects \S*a, \S*b, \S*c and 2 more\)$/);
  });

  test('of a hanging webhook ends with the timeout; a reader who goes away does not wait for it', async () => {
    const webhook = await start(() => () => {});
    const converter = converterFor(webhook.url, { timeoutMs: 300 });
    const leaving = new AbortController();
    const left = converter.convert([crontab('a')], v1, { signal: leaving.signal });
    const staying = converter.convert([crontab('a')], v1);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await expect(staying).rejects.toThrow('context deadline exceeded');
    expect(sizes(webhook)).toEqual([1]);
  });
});

describe('the cache', () => {
  const entry = (length: number) => packObject({ ...crontab('a'), spec: { text: 'x'.repeat(length) } });

  test('drops the longest unused first and stays within its bytes', () => {
    const cache = new ConversionCache({ bytes: 5000 });
    for (const key of ['a', 'b', 'c']) cache.set(key, entry(1000));
    expect(cache.get('a')).toBeDefined();
    cache.set('d', entry(1000));
    expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key) !== undefined)).toEqual(['a', 'c', 'd']);
    expect(cache.bytes).toBeLessThanOrEqual(5000);
  });

  test('does not take what is larger than all of it, and counts a key once', () => {
    const cache = new ConversionCache({ bytes: 5000 });
    cache.set('a', entry(1000));
    const { bytes } = cache;
    cache.set('a', entry(1000));
    expect(cache.bytes).toBe(bytes);
    cache.set('big', entry(10_000));
    expect(cache.get('big')).toBeUndefined();
    expect(cache.get('a')).toBeDefined();
  });
});

describe('the example webhook', () => {
  test.each(['v1', 'v1beta1'])(
    'converts CronTabs both ways in reviews of %s, and fails with its message',
    async (version) => {
      const asked: string[] = [];
      const running = await startWebhook({ certificate: pair, log: (line) => asked.push(line) });
      open.push({ [Symbol.asyncDispose]: () => running.close() });
      const converter = webhookConverter(
        {
          definition: 'crontabs.example.com',
          clientConfig: { url: running.url, caBundle: authority.caBundle },
          conversionReviewVersions: [version],
        },
        { world: testWorld(), services: { resolve: () => Promise.reject(new Error('none')) } },
      );
      const { spec: _, ...bare } = crontab('local-crontab');
      const old: KubeObject = { ...bare, hostPort: 'localhost:1234' };
      const [fresh] = await converter.convert([old], v1);
      expect(fresh).toEqual({ ...bare, apiVersion: v1, host: 'localhost', port: '1234' });
      expect(await converter.convert([fresh as KubeObject], old.apiVersion)).toEqual([old]);
      await expect(converter.convert([{ ...bare, hostPort: 'nowhere' }], v1)).rejects.toThrow(
        'conversion webhook for example.com/v1beta1, Kind=CronTab failed: default/local-crontab: hostPort could not be parsed into a separate host and port',
      );
      expect(asked).toHaveLength(3);
    },
  );
});
