import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, KubeObject } from '#meta';
import { type AdmissionHandler, answerAdmission, Refusal } from './admission-answer.ts';
import { jsonPatch } from './json-patch.ts';

const object = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', labels: { 'x/y~z': '1' } },
  data: { a: 'b' },
};
const review = (request: object = {}) => ({
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: { uid: 'u', operation: 'CREATE', object, oldObject: null, ...request },
});
const responseTo = async (handler: AdmissionHandler, request: object = {}): Promise<JsonObject> =>
  (await answerAdmission(review(request), handler)).response as JsonObject;

describe('An answer', () => {
  it('allows what the handler says nothing about', async () => {
    expect(await answerAdmission(review(), () => undefined)).toEqual({
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      response: { uid: 'u', allowed: true },
    });
  });

  it('tells by a patch what the handler made of the object', async () => {
    const response = await responseTo(({ object: wanted }) => {
      const { metadata, ...rest } = wanted as KubeObject;
      return { ...rest, metadata: { ...metadata, labels: { team: 'a' } } };
    });
    expect(response).toMatchObject({ allowed: true, patchType: 'JSONPatch' });
    const patch = JSON.parse(Buffer.from(response.patch as string, 'base64').toString()) as Json;
    expect(patch).toEqual([
      { op: 'remove', path: '/metadata/labels/x~1y~0z' },
      { op: 'add', path: '/metadata/labels/team', value: 'a' },
    ]);
  });

  it('has no patch where nothing changed, though the object was changed in place and back', async () => {
    expect(await responseTo(({ object: wanted }) => wanted ?? undefined)).toEqual({ uid: 'u', allowed: true });
  });

  it('refuses with a message, fields and warnings', async () => {
    const response = await responseTo((_, { warn }) => {
      warn('careful');
      throw new Refusal('too big', { fields: [{ field: 'spec.replicas', message: 'must be at most 5' }] });
    });
    expect(response).toEqual({
      uid: 'u',
      allowed: false,
      status: {
        code: 422,
        reason: 'Invalid',
        message: 'too big; spec.replicas: must be at most 5',
        details: {
          causes: [{ reason: 'FieldValueInvalid', message: 'must be at most 5', field: 'spec.replicas' }],
        },
      },
      warnings: ['careful'],
    });
    const plain = await responseTo(() => {
      throw new Refusal('no');
    });
    expect(plain.status).toEqual({ code: 403, reason: 'Forbidden', message: 'no' });
  });

  it('is none to what is no review, nor where there is nothing to change', async () => {
    await expect(answerAdmission({ kind: 'AdmissionReview' }, () => undefined)).rejects.toThrow(TypeError);
    await expect(responseTo(() => object, { object: null })).rejects.toThrow('there is no object');
  });
});

describe('A patch', () => {
  it.each<[JsonObject, JsonObject, object[]]>([
    [{ a: 1 }, { a: 1 }, []],
    [{ a: [1, 2] }, { a: [1, 3] }, [{ op: 'replace', path: '/a/1', value: 3 }]],
    [{ a: [1, 2] }, { a: [1] }, [{ op: 'replace', path: '/a', value: [1] }]],
    [{ a: { b: 1 } }, { a: [] }, [{ op: 'replace', path: '/a', value: [] }]],
    [
      { a: 1 },
      { b: null },
      [
        { op: 'remove', path: '/a' },
        { op: 'add', path: '/b', value: null },
      ],
    ],
    [{ 'a/b': { '~': 1 } }, { 'a/b': { '~': 2 } }, [{ op: 'replace', path: '/a~1b/~0', value: 2 }]],
  ])('makes of %j exactly %j', (from, to, operations) => {
    expect(jsonPatch(from, to)).toEqual(operations);
  });
});
