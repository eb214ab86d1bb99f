import { describe, expect, it } from 'vitest';
import { namesOf } from '../support/wire.ts';
import { type Get, good, isCustom, refused, type VerbSubject } from './subject.ts';

export function lists(subject: VerbSubject, stage: Get): void {
  describe('list', () => {
    it('shows all objects in the order of their names, with the version of the whole', async () => {
      const before = namesOf(await stage().list());
      await stage().createAll('b', 'a', 'c');
      const last = await stage().create('b2');
      const list = await stage().list();
      const { listKind, group, version } = subject;
      expect(list).toMatchObject({ kind: listKind, apiVersion: group === '' ? version : `${group}/${version}` });
      expect(namesOf(list)).toEqual([...before, 'a', 'b', 'b2', 'c'].sort());
      const { resourceVersion } = last.metadata;
      expect(list.metadata).toEqual({ ...(isCustom(subject) && { continue: '' }), resourceVersion });
    });
    it.runIf(subject.namespaced)('has items even when there are none', async () => {
      const path = stage().inNamespace('nowhere');
      expect(good(await stage().client.get(path)).items).toEqual([]);
    });
    it.runIf(subject.namespaced)('goes across namespaces', async () => {
      await stage().create('here');
      good(await stage().client.post(stage().elsewhere, stage().object('there')), 201);
      const all = namesOf(good(await stage().client.get(stage().everywhere)));
      expect(all).toEqual(expect.arrayContaining(['here', 'there']));
      expect(namesOf(await stage().list())).not.toContain('there');
    });
  });
  selectors(subject, stage);
  versions(subject, stage);
}

function selectors({ selectable, namespaced }: VerbSubject, stage: Get): void {
  describe('a list with a selector', () => {
    it.each([
      ['color=red', ['a', 'c']],
      ['color==red,size=big', ['a']],
      ['color!=red', ['b', 'd']],
      ['color in (red, blue)', ['a', 'b', 'c']],
      ['color notin (red)', ['b', 'd']],
      ['color', ['a', 'b', 'c']],
      ['!color', ['d']],
      ['color=none', []],
    ])('of labels %s shows what matches', async (labelSelector, expected) => {
      const others = namesOf(await stage().list());
      await stage().create('a', { labels: { color: 'red', size: 'big' } });
      await stage().create('b', { labels: { color: 'blue' } });
      await stage().create('c', { labels: { color: 'red' } });
      await stage().create('d');
      const found = namesOf(await stage().list({ labelSelector }));
      expect(found.filter((name) => !others.includes(name))).toEqual(expected);
    });
    const byFields: [string, string[]][] = [
      ['metadata.name=b', ['b']],
      ['metadata.name!=b', ['a', 'c']],
      ['metadata.name=none', []],
    ];
    if (namespaced) byFields.push(['metadata.namespace!=other', ['a', 'b', 'c']], ['metadata.namespace=other', []]);
    if (selectable) byFields.push([selectable.matching, ['a', 'b', 'c']], [selectable.other, []]);
    it.each(byFields)('of fields %s shows what matches', async (fieldSelector, expected) => {
      const others = namesOf(await stage().list());
      await stage().createAll('a', 'b', 'c');
      const found = namesOf(await stage().list({ fieldSelector }));
      expect(found.filter((name) => !others.includes(name))).toEqual(expected);
    });
    it('of a name shows the one with it, whatever the limit', async () => {
      await stage().createAll('a', 'b', 'b2', 'b-c');
      const list = await stage().list({ fieldSelector: 'metadata.name=b', limit: 1 });
      expect(namesOf(list)).toEqual(['b']);
      expect(list.metadata.continue ?? '').toBe('');
      const first = await stage().list({ limit: 1 });
      const rest = { fieldSelector: 'metadata.name=b', continue: first.metadata.continue ?? '' };
      expect(namesOf(await stage().list(rest))).toEqual(['b']);
    });
    it.each([
      [{ labelSelector: 'a b c' }, 'unable to parse requirement'],
      [{ labelSelector: 'a in ()b' }, ''],
      [{ fieldSelector: 'spec.color=red' }, selectable ? 'field label not supported: spec.color' : 'spec.color'],
      [{ fieldSelector: 'nonsense' }, "invalid selector: 'nonsense'; can't understand 'nonsense'"],
    ])('of %o is refused', async (query, message) => {
      expect(refused(await stage().client.get(stage().path, query), 400, 'BadRequest')).toContain(message);
    });
  });
}

/** Which state of the world a read shows: the table of resourceVersion and resourceVersionMatch. */
function versions(_: VerbSubject, stage: Get): void {
  describe('a list at a version', () => {
    it.each([
      [{}, 'now'],
      [{ resourceVersion: '' }, 'now'],
      [{ resourceVersion: '0' }, 'now'],
      [{ resourceVersion: '0', resourceVersionMatch: 'NotOlderThan' }, 'now'],
      [{ resourceVersion: 'then' }, 'now'],
      [{ resourceVersion: 'then', resourceVersionMatch: 'NotOlderThan' }, 'now'],
      [{ resourceVersion: 'then', resourceVersionMatch: 'Exact' }, 'then'],
      [{ resourceVersion: 'then', limit: 100 }, 'then'],
      [{ resourceVersion: 'then', limit: 100, resourceVersionMatch: 'NotOlderThan' }, 'now'],
      [{ resourceVersion: 'then', limit: 100, resourceVersionMatch: 'Exact' }, 'then'],
      [{ resourceVersion: '0', limit: 1 }, 'now'],
    ])('%o shows the world as it is %s', async (query, expected) => {
      await stage().createAll('a', 'b');
      const then = await stage().list();
      await stage().remove('a');
      await stage().create('c');
      const now = await stage().list();
      const asked = { ...query };
      if ('resourceVersion' in asked && asked.resourceVersion === 'then') {
        asked.resourceVersion = then.metadata.resourceVersion;
      }
      expect(await stage().list(asked)).toEqual(expected === 'then' ? then : now);
    });
    it.each([
      [{ resourceVersionMatch: 'Exact' }, 'resourceVersionMatch is forbidden unless resourceVersion is provided'],
      [
        { resourceVersionMatch: 'NotOlderThan' },
        'resourceVersionMatch is forbidden unless resourceVersion is provided',
      ],
      [
        { resourceVersion: '0', resourceVersionMatch: 'Exact' },
        'resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
      ],
      [{ resourceVersion: '1', resourceVersionMatch: 'Sometime' }, 'Unsupported value: "Sometime"'],
      [
        { resourceVersion: '1', resourceVersionMatch: 'NotOlderThan', continue: 'abc' },
        'resourceVersionMatch is forbidden when continue is provided',
      ],
      [{ sendInitialEvents: true }, 'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list'],
    ])('%o is refused', async (query, message) => {
      const answer = await stage().client.get(stage().path, query);
      expect(refused(answer, 422, 'Invalid')).toContain(message);
      expect(answer.body.details).toMatchObject({ group: 'meta.k8s.io', kind: 'ListOptions' });
    });
    it('that is no number is refused', async () => {
      const answer = await stage().client.get(stage().path, { resourceVersion: 'abc' });
      expect(refused(answer, 400, 'BadRequest')).toContain('resourceVersion: Invalid value: "abc"');
    });
    it('that has not come yet says so after a while', async () => {
      const query = { resourceVersion: Number(await stage().revision()) + 1000 };
      const tooLarge = /^Timeout: Too large resource version: \d+, current: \d+$/;
      for (const path of [stage().path, stage().at('a')]) {
        const answer = await stage().clock.advanceUntil(stage().client.get(path, query));
        expect(refused(answer, 504, 'Timeout')).toMatch(tooLarge);
        expect(answer.headers['retry-after']).toBe('1');
        expect(answer.body.details.causes).toEqual([
          { reason: 'ResourceVersionTooLarge', message: 'Too large resource version' },
        ]);
      }
    });
    it('that comes while the list waits is shown', async () => {
      const next = Number(await stage().revision()) + 1;
      const waiting = stage().client.get(stage().path, { resourceVersion: next });
      await stage().create('late');
      expect(namesOf(good(await waiting))).toContain('late');
    });
  });
  describe('a get at a version', () => {
    it.each(['', '0', 'created'])('"%s" shows the object', async (asked) => {
      const created = await stage().create('a');
      const resourceVersion = asked === 'created' ? created.metadata.resourceVersion : asked;
      expect(good(await stage().client.get(stage().at('a'), { resourceVersion }))).toEqual(created);
    });
    it('that is old still shows the newest', async () => {
      const old = await stage().create('a');
      const changed = await stage().change('a');
      const { resourceVersion } = old.metadata;
      expect(good(await stage().client.get(stage().at('a'), { resourceVersion }))).toEqual(changed);
    });
  });
}
