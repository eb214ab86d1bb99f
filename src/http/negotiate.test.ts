import { describe, expect, it } from 'vitest';
import { ApiError, parseQuery } from '#meta';
import { negotiate, negotiateError, type Offer, refuseStream, wantsPretty } from './negotiate.ts';

const builtin: Offer = { protobuf: true, transforms: true, tables: true, streams: false, hasRoute: true };
const custom: Offer = { ...builtin, protobuf: false };
const watching: Offer = { ...builtin, streams: true };

const meta = (as: string, version = 'v1', group = 'meta.k8s.io'): string => `as=${as};v=${version};g=${group}`;

/** `json object`, `yaml Table v1beta1`, or the code of the refusal. */
function chosen(accept: string | undefined, offer: Offer): string {
  try {
    const { media, as, metaVersion, pretty } = negotiate(accept, offer);
    return [media, as, ...(as === 'object' ? [] : [metaVersion]), ...(pretty ? ['pretty'] : [])].join(' ');
  } catch (error) {
    return String((error as ApiError).code);
  }
}

describe('Accept', () => {
  it.each([
    [undefined, 'json object'],
    ['', 'json object'],
    ['*/*', 'json object'],
    ['application/json', 'json object'],
    ['application/yaml', 'yaml object'],
    ['application/vnd.kubernetes.protobuf', 'protobuf object'],
    ['application/vnd.kubernetes.protobuf,application/json', 'protobuf object'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json object'],
    ['application/yaml;q=0.1, application/json;q=0.9', 'json object'],
    ['application/json;q=0.5,application/yaml', 'yaml object'],
    ['application/json;pretty=1', 'json object pretty'],
    ['application/json;pretty=0', 'json object'],
    ['application/json;unheardof=1', 'json object'],
    ['application/json;stream=watch', 'json object'],
    ['application/json; charset="utf-8"', 'json object'],
    [`application/json;${meta('Table')}`, 'json Table v1'],
    [`application/json;${meta('Table', 'v1beta1')}`, 'json Table v1beta1'],
    [`application/yaml;${meta('Table')}`, 'yaml Table v1'],
    [`application/json;${meta('Table', 'v1alpha1')},application/json`, 'json object'],
    [`application/vnd.kubernetes.protobuf;${meta('Table')},application/json;${meta('Table')}`, 'json Table v1'],
    [`application/vnd.kubernetes.protobuf;${meta('PartialObjectMetadata')}`, 'protobuf PartialObjectMetadata v1'],
    [`application/json;${meta('PartialObjectMetadataList')}`, 'json PartialObjectMetadataList v1'],
    ['text/html', '406'],
    ['application/*', '406'],
    ['image/png, text/plain', '406'],
    ['application/json;stream=other', '406'],
    [`application/json;${meta('Table', 'v1alpha1')}`, '406'],
    [`application/json;${meta('Table', 'v1', 'example.com')}`, '406'],
    ['application/json;as=Table;g=meta.k8s.io', '406'],
    ['application/json;g=meta.k8s.io;v=v1', '406'],
    [`application/json;${meta('Chair')}`, '406'],
    [`application/json;${meta('constructor')}`, '406'],
    [`application/vnd.kubernetes.protobuf;${meta('Table')}`, '406'],
  ])('%s gives %s', (accept, expected) => {
    expect(chosen(accept, builtin)).toBe(expected);
  });
  it.each([
    ['application/vnd.kubernetes.protobuf', '406'],
    ['application/vnd.kubernetes.protobuf,application/json', 'json object'],
    [`application/vnd.kubernetes.protobuf;${meta('PartialObjectMetadata')}`, 'protobuf PartialObjectMetadata v1'],
    ['*/*', 'json object'],
  ])('%s gives %s of a resource without protobuf', (accept, expected) => {
    expect(chosen(accept, custom)).toBe(expected);
  });
  it.each([
    ['application/json;stream=watch', 'json object'],
    ['application/vnd.kubernetes.protobuf;stream=watch', 'protobuf object'],
    ['application/yaml;stream=watch', '406'],
    ['application/yaml;stream=watch,application/json', 'json object'],
  ])('%s gives %s in a watch', (accept, expected) => {
    expect(chosen(accept, watching)).toBe(expected);
  });
  it('that cannot be served is answered with what can', () => {
    const message = (accept: string, offer: Offer): string => {
      try {
        negotiate(accept, offer);
        return '';
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError);
        return (error as ApiError).message;
      }
    };
    expect(message(`application/json;${meta('Chair')}`, builtin)).toBe(
      'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    );
  });
  it('can be had of an object, and not of its events', () => {
    expect(() => refuseStream(negotiate('application/yaml', watching), {})).toThrow(
      'only the following media types are accepted: application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch',
    );
    refuseStream(negotiate('application/json;stream=watch', watching), {});
  });
});

describe('the media type of an error', () => {
  it.each([
    [undefined, 'json', false],
    ['application/yaml', 'yaml', false],
    ['application/vnd.kubernetes.protobuf', 'protobuf', false],
    ['text/html', 'json', true],
    [`application/json;${meta('Table')}`, 'json', true],
    [`application/json;${meta('Table')},application/json`, 'json', false],
    ['application/json;sv=v1', 'json', true],
    ['application/yaml;stream=watch', 'json', true],
    ['application/json;pretty=1', 'json', true],
  ])('for %s is %s, indented: %s', (accept, media, pretty) => {
    expect(negotiateError(accept)).toMatchObject({ media, pretty, as: 'object' });
  });
});

describe('indented JSON', () => {
  it.each([
    ['pretty=true', undefined, true],
    ['pretty=1', undefined, true],
    ['pretty=maybe', undefined, false],
    ['pretty=false', 'curl/8', false],
    ['pretty=', 'curl/8', true],
    ['', 'curl/8.5.0', true],
    ['', 'Wget/1.21', true],
    ['', 'Mozilla/5.0 (X11)', true],
    ['', 'kubectl/v1.36.0', false],
    ['', undefined, false],
  ])('with ?%s for %s: %s', (query, userAgent, expected) => {
    expect(wantsPretty(parseQuery(query), userAgent)).toBe(expected);
  });
});
