import { describe, expect, it } from 'vitest';
import { type Get, good, isCustom, refused, type VerbSubject } from './subject.ts';

export function refusals(subject: VerbSubject, stage: Get): void {
  const { kind, version, group } = subject;
  const custom = isCustom(subject);
  describe('what cannot be served', () => {
    it('is 404 where there is no object or no such resource', async () => {
      expect(refused(await stage().client.get(stage().at('none')), 404, 'NotFound')).toBe(
        `${stage().named('none')} not found`,
      );
      const path = stage().everywhere.replace(/\/[^/]+$/, '/unheardof');
      const answer = await stage().client.get(path);
      if (custom) return expect(answer).toMatchObject({ status: 404, text: '404 page not found\n' });
      expect(refused(answer, 404, 'NotFound')).toBe('the server could not find the requested resource');
    });
    it('is 404 below an object that has no such subresource', async () => {
      await stage().create('a');
      expect((await stage().client.get(`${stage().at('a')}/unheardof`)).status).toBe(404);
    });
    it('is 400 for a selector that is none, before options that do not fit', async () => {
      const misfit = { resourceVersionMatch: 'Exact' };
      expect((await stage().client.get(stage().path, misfit)).status).toBe(422);
      expect((await stage().client.get(stage().path, { ...misfit, labelSelector: 'a b' })).status).toBe(400);
      expect((await stage().client.get(stage().path, { ...misfit, fieldSelector: 'no.such=field' })).status).toBe(422);
    });
    it('is 405 for OPTIONS of the collection', async () => {
      expect((await stage().client.ask('OPTIONS', stage().path)).status).toBe(405);
    });
    it(`is ${custom ? 200 : 405} for HEAD of the collection`, async () => {
      const { status, text } = await stage().client.ask('HEAD', stage().path);
      expect([status, text]).toEqual([custom ? 200 : 405, '']);
    });
    it(`is ${custom ? 400 : 405} for PUT of the collection`, async () => {
      expect((await stage().client.ask('PUT', stage().path)).status).toBe(custom ? 400 : 405);
    });
    it.skipIf(custom)('is 405 for POST of an object', async () => {
      const answer = await stage().client.post(stage().at('a'), stage().object('a'));
      expect(refused(answer, 405, 'MethodNotAllowed')).toBe(
        'the server does not allow this method on the requested resource',
      );
    });
    const refusedTypes = ['text/html', 'application/json;as=Chart;v=v1;g=meta.k8s.io'];
    it.each(custom ? refusedTypes : [...refusedTypes, 'application/*'])('is 406 for Accept: %s', async (accept) => {
      await stage().create('a');
      expect((await stage().client.get(stage().at('a'), {}, { accept })).status).toBe(406);
    });
    it('is the first of several that can be served', async () => {
      await stage().create('a');
      const accept = 'text/html, application/json;as=Chart;v=v1;g=meta.k8s.io, application/yaml, application/json';
      const answer = await stage().client.get(stage().at('a'), {}, { accept });
      expect(answer.headers['content-type']).toBe('application/yaml');
    });
    it.runIf(custom)('is 406 for protobuf, and JSON where that will do', async () => {
      await stage().create('a');
      const only = { accept: 'application/vnd.kubernetes.protobuf' };
      expect((await stage().client.get(stage().at('a'), {}, only)).status).toBe(406);
      const either = { accept: 'application/vnd.kubernetes.protobuf,application/json' };
      const answer = await stage().client.get(stage().at('a'), {}, either);
      expect(answer.headers['content-type']).toBe('application/json');
    });
    it('is 415 for a body of a kind that nobody knows', async () => {
      const answer = await stage().client.ask('POST', stage().path, {
        body: '<a/>',
        headers: { 'content-type': 'text/xml' },
      });
      expect(refused(answer, 415, 'UnsupportedMediaType')).toContain(
        'the body of the request was in an unknown format - accepted media types include: ',
      );
    });
    it('is 413 for a body of more than 3 MiB', async () => {
      const object = stage().object('a', { annotations: { much: 'x'.repeat(3 * 1024 * 1024) } });
      const answer = await stage().client.post(stage().path, object);
      expect(refused(answer, 413, 'RequestEntityTooLarge')).toBe('Request entity too large: limit is 3145728');
      good(await stage().client.get(stage().path));
    });
    it.each([
      ['no JSON', '{"kind":'],
      ['empty', ''],
      ['no object', '[1]'],
      ['deep beyond reason', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ])('is 400 for a body that is %s', async (_, body) => {
      const answer = await stage().client.ask('POST', stage().path, {
        body,
        headers: { 'content-type': 'application/json' },
      });
      refused(answer, 400, 'BadRequest');
    });
    it.runIf(custom)('is 422 for another kind and 400 for another version than the path has', async () => {
      const wrongKind = await stage().client.post(stage().path, { ...stage().object('a'), kind: 'Spaceship' });
      expect(refused(wrongKind, 422, 'Invalid')).toContain(`kind: Invalid value: "Spaceship": must be ${kind}`);
      const apiVersion = `${group}/v77`;
      const wrongVersion = await stage().client.post(stage().path, { ...stage().object('a'), apiVersion });
      expect(refused(wrongVersion, 400, 'BadRequest')).toBe(
        `the API version in the data (${apiVersion}) does not match the expected API version (${group}/${version})`,
      );
    });
    it.skipIf(custom)('is 400 for another kind or version than the path has', async () => {
      const wrongKind = await stage().client.post(stage().path, { ...stage().object('a'), kind: 'Spaceship' });
      expect(refused(wrongKind, 400, 'BadRequest')).toContain(
        `Spaceship in version "${version}" cannot be handled as a ${kind}`,
      );
      const apiVersion = group === '' ? 'v77' : `${group}/v77`;
      const wrongVersion = await stage().client.post(stage().path, { ...stage().object('a'), apiVersion });
      expect(refused(wrongVersion, 400, 'BadRequest')).toContain(
        `${kind} in version "v77" cannot be handled as a ${kind}`,
      );
    });
    it('is 400 for a field of another type', async () => {
      const body = { ...stage().object('a'), metadata: { name: 'a', labels: 'red' } };
      refused(await stage().client.post(stage().path, body), 400, 'BadRequest');
    });
    it('leaves prototypes alone', async () => {
      const body = JSON.stringify(stage().object('a')).replace(
        '"metadata":{',
        '"__proto__":{"polluted":1},"metadata":{"__proto__":{"polluted":1},"annotations":{"__proto__":"1"},',
      );
      const answer = await stage().client.ask('POST', stage().path, {
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status).toBeLessThan(500);
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
    });
  });
  describe('every answer', () => {
    it('has its headers', async () => {
      for (const path of [stage().path, stage().at('none')]) {
        const { headers } = await stage().client.get(path, {}, { 'audit-id': 'my-own' });
        expect(headers).toMatchObject({
          'audit-id': 'my-own',
          'cache-control': 'no-cache, private',
          'x-kubernetes-pf-flowschema-uid': expect.any(String),
          'x-kubernetes-pf-prioritylevel-uid': expect.any(String),
        });
      }
      const { headers } = await stage().client.get(stage().path);
      expect(headers['audit-id']).toMatch(/^[0-9a-f-]{36}$/);
    });
    it('that is large is compressed for those who can read it', async () => {
      for (const name of ['a', 'b']) await stage().create(name, { annotations: { much: 'x'.repeat(100_000) } });
      const packed = await stage().client.get(stage().path, {}, { 'accept-encoding': 'gzip' });
      expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
      const small = await stage().client.get(stage().at('a'), {}, { 'accept-encoding': 'gzip' });
      expect(small.headers['content-encoding']).toBeUndefined();
    });
  });
}
