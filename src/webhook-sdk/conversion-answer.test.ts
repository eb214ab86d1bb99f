import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#meta';
import { answerConversion } from './conversion-answer.ts';
import type { AnyConversion } from './conversion-functions.ts';

interface Old {
  spec: { a: string };
}
interface Middle {
  spec: { b: string };
}
interface New {
  spec: { c: string };
}
const table = {
  v1alpha1: { v1beta1: ({ spec }: Old): Middle => ({ spec: { b: spec.a } }) },
  v1beta1: { v1: async ({ spec }: Middle): Promise<New> => ({ spec: { c: spec.b } }) },
  v1: {
    v1alpha1: (): Old => {
      throw new Error('there is no way back');
    },
  },
};
const metadata = { name: 'a', namespace: 'x', uid: 'u', labels: { l: '1' } };
const object = (version: string, spec: object, more: object = {}) => ({
  apiVersion: `example.com/${version}`,
  kind: 'Widget',
  metadata: { ...metadata, ...more },
  spec,
});
const ask = async (objects: object[], to: string, convert: AnyConversion = table): Promise<JsonObject> => {
  const request = { uid: 'r', desiredAPIVersion: `example.com/${to}`, objects };
  const review = { apiVersion: 'apiextensions.k8s.io/v1beta1', kind: 'ConversionReview', request };
  const kind = { group: 'example.com', kind: 'Widget' };
  const answer = await answerConversion(review, { kind, versions: ['v1alpha1', 'v1beta1', 'v1'], convert });
  expect(answer).toMatchObject({ apiVersion: review.apiVersion, kind: review.kind, response: { uid: 'r' } });
  return answer.response as JsonObject;
};

describe('An answer to a ConversionReview', () => {
  it('goes over other versions, and leaves alone what is there already', async () => {
    const { convertedObjects, result } = await ask([object('v1alpha1', { a: '1' }), object('v1', { c: '2' })], 'v1');
    expect(result).toEqual({ status: 'Success' });
    expect(convertedObjects).toEqual([object('v1', { c: '1' }), object('v1', { c: '2' })]);
  });

  it('takes labels and annotations from what was made, and nothing else of its metadata', async () => {
    const convert = (given: { metadata: object }) => ({
      ...given,
      kind: 'Other',
      metadata: { uid: 'other', annotations: { k: 'v' } },
    });
    const { convertedObjects } = await ask([object('v1', {})], 'v1beta1', convert);
    const { labels: _, ...kept } = metadata;
    expect(convertedObjects).toEqual([{ ...object('v1beta1', {}), metadata: { ...kept, annotations: { k: 'v' } } }]);
  });

  it('names the object that cannot be converted', async () => {
    const failure = { status: 'Failure', message: 'x/a: there is no way back' };
    expect((await ask([object('v1', {})], 'v1alpha1')).result).toEqual(failure);
    const nothing = await ask([object('v1', {})], 'v1beta1', () => undefined);
    expect(nothing.result).toMatchObject({ message: 'x/a: the conversion from v1 to v1beta1 made no object' });
    const { result } = await ask([object('v1beta1', {})], 'v2');
    expect(result).toMatchObject({ message: expect.stringContaining('not for example.com/v2') });
  });

  it('is none to what is no review', async () => {
    const kind = { group: 'g', kind: 'K' };
    await expect(answerConversion({}, { kind, versions: [], convert: {} })).rejects.toThrow(TypeError);
  });
});
