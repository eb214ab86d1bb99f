import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HttpClient, Informer, resourceRef } from '#client';
import { ApiError, type KubeObject } from '#meta';
import type { TestEnvironment } from './environment.ts';
import { startPinnace } from './start-pinnace.ts';

const configMaps = resourceRef({
  group: '',
  version: 'v1',
  namespaced: true,
  resource: 'configmaps',
  kind: 'ConfigMap',
});
const configMap = (name: string, data = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default' },
  data,
});

let base: TestEnvironment;
let env: TestEnvironment;
beforeAll(async () => {
  base = await startPinnace({ listen: false, controllers: [], objects: [configMap('a')] });
});
afterAll(() => base.dispose());
beforeEach(async () => {
  env = await base.fork();
});
afterEach(() => env.dispose());

const maps = () => env.client.resource(configMaps).inNamespace('default');
const told = async (asked: Promise<unknown>): Promise<unknown> => {
  try {
    return (await asked) && 'done';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [error.code, error.reason];
  }
};
/** Resolves when it holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((done) => setTimeout(done, 2));
}

describe('a fault', () => {
  it.each([
    ['conflict', [409, 'Conflict']],
    [429, [429, 'TooManyRequests']],
    [500, [500, 'InternalError']],
    ['timeout', [504, 'Timeout']],
  ] as const)('%s happens to the requests that fit, so many times', async (kind, answer) => {
    const fault = env.fail(kind, { verb: ['update', 'patch'], resource: 'configmaps', times: 2 });
    expect(await told(maps().get('a'))).toBe('done');
    const object = await maps().get('a');
    expect([await told(maps().update(object)), await told(maps().update(object))]).toEqual([answer, answer]);
    expect([await told(maps().update(object)), fault.hits]).toEqual(['done', 2]);
  });

  it('is told from others by user, name, part and user agent, and can be stopped', async () => {
    const operator = env.clientAs('operator/1.0').resource(configMaps).inNamespace('default');
    const fault = env.fail(500, { userAgent: /^operator/, name: 'a', times: Number.POSITIVE_INFINITY });
    expect([await told(maps().get('a')), await told(operator.list()), await told(operator.get('a'))]).toEqual([
      'done',
      'done',
      [500, 'InternalError'],
    ]);
    fault.stop();
    expect(await told(operator.get('a'))).toBe('done');
    env.fail(429, { resource: 'configmaps/status' });
    env.fail(429, { resource: 'configmaps.apps' });
    env.fail(429, { user: 'somebody' });
    expect(await told(maps().get('a'))).toBe('done');
  });

  it('tells clients when to come back', async () => {
    env.fail(429, { retryAfterSeconds: 7 });
    const { status, headers } = await env.fetch('/api/v1/namespaces/default/configmaps');
    expect([status, headers.get('retry-after')]).toEqual([429, '7']);
  });

  it('slow holds an answer back until its time has come', async () => {
    env.fail('slow', { delayMs: 3_600_000 });
    let isThere = false;
    const asked = maps()
      .get('a')
      .then(() => {
        isThere = true;
      });
    await until(() => env.requests({ name: 'a' }).length === 1);
    expect(isThere).toBe(false);
    await env.clock.advance('1h');
    await asked;
  });

  it('is written down with what was asked', async () => {
    env.fail('conflict', { verb: 'delete' });
    await told(maps().delete('a'));
    expect(env.requests()).toMatchObject([
      { verb: 'delete', resource: 'configmaps', namespace: 'default', name: 'a', status: 409, fault: 'conflict' },
    ]);
    expect(await env.story()).toMatch(
      /409 {2}delete configmaps default\/a +admin, pinnace-testing {2}\(injected: conflict\)/,
    );
  });
});

describe('a watch', () => {
  const watching = async () => {
    const known: string[] = [];
    const informer = new Informer(env.clientAs('operator').resource(configMaps).inNamespace('default'));
    informer.addEventHandler({
      onAdd: ({ metadata }) => void known.push(`+${metadata.name}`),
      onDelete: ({ metadata }) => void known.push(`-${metadata.name}`),
    });
    informer.start();
    await informer.waitForSync();
    await until(() => env.requests({ verb: 'watch' })[0]?.status === 200);
    return { known, informer };
  };

  it('that is cut goes on where it was', async () => {
    const { known, informer } = await watching();
    const fault = env.fail('cut-watch', { userAgent: 'operator' });
    expect(fault.hits).toBe(1);
    await maps().create(configMap('b'));
    await until(() => known.includes('+b'));
    expect([known, env.requests({ verb: 'watch' }).length]).toEqual([['+a', '+b'], 2]);
    await informer.stop();
  });

  it('that is cut is not at rest before its client has come back', async () => {
    const { known, informer } = await watching();
    env.fail('cut-watch', { userAgent: 'operator', times: 2 });
    await maps().create(configMap('b'));
    await env.converge({ quietMs: 20 });
    expect([known, env.requests({ verb: 'watch' }).length]).toEqual([['+a', '+b'], 3]);
    await informer.stop();
  });

  it('ends after so many events, in protobuf too', async () => {
    await maps().create(configMap('b'));
    env.fail('cut-watch', { afterEvents: 1 });
    const headers = { accept: 'application/vnd.kubernetes.protobuf' };
    const answer = await env.fetch('/api/v1/namespaces/default/configmaps?watch=true', { headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.readUInt32BE() + 4).toBe(bytes.length);
  });

  it('ends after so many events', async () => {
    env.fail('cut-watch', { afterEvents: 1 });
    const { known, informer } = await watching();
    await maps().create(configMap('b'));
    await maps().create(configMap('c'));
    await until(() => known.includes('+c'));
    expect([known, env.requests({ verb: 'watch' }).length]).toEqual([['+a', '+b', '+c'], 2]);
    await informer.stop();
  });

  it('that is told that it is too old lists again', async () => {
    const { known, informer } = await watching();
    env.fail(410, { verb: 'watch' });
    env.fail('cut-watch');
    await maps().create(configMap('b'));
    await until(() => known.includes('+b'));
    expect(env.requests({ verb: 'list', userAgent: 'operator' })).toHaveLength(2);
    await informer.stop();
  });

  it('over a socket is cut as well', async () => {
    await env.listen();
    using outside = HttpClient.fromKubeconfig(await env.kubeconfigFile());
    const names: (string | undefined)[] = [];
    await maps().create(configMap('b'));
    await maps().create(configMap('c'));
    env.fail('cut-watch', { afterEvents: 2 });
    for await (const { object } of outside.resource(configMaps).watch()) names.push(object.metadata.name);
    env.fail(410);
    const again = outside.resource(configMaps).watch()[Symbol.asyncIterator]();
    expect([names, await told(again.next())]).toEqual([
      ['a', 'b'],
      [410, 'Expired'],
    ]);
  });

  it('that is paused tells everything when it is resumed', async () => {
    const { known, informer } = await watching();
    const pause = env.pauseWatch({ resource: 'configmaps' });
    await maps().create(configMap('b'));
    await maps().delete('b');
    await env.settle();
    expect(known).toEqual(['+a']);
    pause.resume();
    await until(() => known.length === 3);
    expect(known).toEqual(['+a', '+b', '-b']);
    await informer.stop();
  });
});

describe('the record of an environment', () => {
  it('tells who wrote what, and what was changed', async () => {
    await maps().edit('a', (object) => Object.assign(object, { data: { x: '1' } }), { fieldManager: 'me' });
    await maps().delete('a');
    expect(await env.writes()).toMatchObject([
      { type: 'update', kind: 'ConfigMap', namespace: 'default', name: 'a', manager: 'me', changed: ['.data'] },
      { type: 'delete', kind: 'ConfigMap', name: 'a' },
    ]);
    const story = await env.story();
    expect(story).toMatch(/200 {2}update configmaps default\/a/);
    expect(story).toMatch(/↳ ConfigMap default\/a updated \(\d+\), by me: \.data/);
  });

  it('says who keeps writing where there is no end of it', async () => {
    let isOver = false;
    const writing = (async () => {
      for (let count = 0; !isOver; count++) {
        await maps().edit('a', (object) => Object.assign(object, { data: { count: String(count) } }), {
          fieldManager: 'busybody',
        });
      }
    })();
    await expect(env.converge({ quietMs: 1000, timeoutMs: 100 })).rejects.toThrow(
      /still writing after 100 ms:\n {2}\d+ × ConfigMap default\/a, by busybody: \.data/,
    );
    isOver = true;
    await writing;
    await env.converge({ quietMs: 20 });
  });
});
