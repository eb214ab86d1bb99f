import { describe, expect, test } from 'vitest';
import { formatFieldError, path } from '#meta';
import type { WebhookClientConfig } from '#webhook';
import { readCaBundle, validateCaBundle } from '#webhook';
import { testAuthority } from '../../webhook/testing/certificates.ts';
import type { ConversionStanza } from './conversion-config.ts';
import { type ConversionRules, validateConversion } from './conversion-validation.ts';

const strict: ConversionRules = { requireKnownReviewVersion: true, requireGoodCaBundle: true };
const faults = (stanza: ConversionStanza, rules = strict): string[] =>
  validateConversion(stanza, path('spec', 'conversion'), rules).map(formatFieldError);
const withClient = (clientConfig: WebhookClientConfig): ConversionStanza => ({
  strategy: 'Webhook',
  webhook: { clientConfig, conversionReviewVersions: ['v1'] },
});
const withVersions = (...conversionReviewVersions: string[]): ConversionStanza => ({
  strategy: 'Webhook',
  webhook: { clientConfig: { url: 'https://hook.example.com' }, conversionReviewVersions },
});

describe('the conversion of a definition', () => {
  const form = '; desired format: https://host[/path]';
  const url = 'spec.conversion.webhookClientConfig.url';
  const service = 'spec.conversion.webhookClientConfig.service';
  test.each<[string, ConversionStanza, string[]]>([
    ['None', { strategy: 'None' }, []],
    [
      'an unknown strategy',
      { strategy: 'Script' },
      ['spec.conversion.strategy: Unsupported value: "Script": supported values: "None", "Webhook"'],
    ],
    ['no strategy', {}, ['spec.conversion.strategy: Required value']],
    [
      'a webhook that is missing',
      { strategy: 'Webhook' },
      [
        'spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook',
        'spec.conversion.conversionReviewVersions: Required value',
      ],
    ],
    [
      'a webhook without need',
      { ...withVersions('v1'), strategy: 'None' },
      [
        'spec.conversion.webhookClientConfig: Forbidden: should not be set when strategy is not set to Webhook',
        'spec.conversion.conversionReviewVersions: Forbidden: should not be set when strategy is not set to Webhook',
      ],
    ],
    ['a url', withClient({ url: 'https://hook.example.com:8443/convert' }), []],
    ['a service', withClient({ service: { namespace: 'default', name: 'hook' } }), []],
    [
      'neither',
      withClient({}),
      ['spec.conversion.webhookClientConfig: Required value: exactly one of url or service is required'],
    ],
    [
      'both',
      withClient({ url: 'https://a', service: { namespace: 'a', name: 'b' } }),
      ['spec.conversion.webhookClientConfig: Required value: exactly one of url or service is required'],
    ],
    [
      'http',
      withClient({ url: 'http://hook.example.com' }),
      [`${url}: Invalid value: "http": 'https' is the only allowed URL scheme${form}`],
    ],
    ['no host', withClient({ url: 'https:///convert' }), [`${url}: Invalid value: "": host must be specified${form}`]],
    [
      'a user',
      withClient({ url: 'https://me:secret@hook.example.com' }),
      [`${url}: Invalid value: "me:secret": user information is not permitted in the URL`],
    ],
    [
      'a query',
      withClient({ url: 'https://hook.example.com/?a=b' }),
      [`${url}: Invalid value: "a=b": query parameters are not permitted in the URL`],
    ],
    [
      'a fragment',
      withClient({ url: 'https://hook.example.com/#a' }),
      [`${url}: Invalid value: "a": fragments are not permitted in the URL`],
    ],
    [
      'a bad escape',
      withClient({ url: 'https://hook.example.com/%zz' }),
      [
        `${url}: Required value: url must be a valid URL: parse "https://hook.example.com/%zz": invalid URL escape "%zz"${form}`,
      ],
    ],
    [
      'a bad port',
      withClient({ url: 'https://hook.example.com:x/' }),
      [
        `${url}: Required value: url must be a valid URL: parse "https://hook.example.com:x/": invalid port ":x" after host${form}`,
      ],
    ],
    [
      'a service without name',
      withClient({ service: { namespace: 'default', name: '' } }),
      [`${service}.namespace: Required value`],
    ],
    [
      'port zero',
      withClient({ service: { namespace: 'default', name: 'hook', port: 0 } }),
      [`${service}.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive`],
    ],
    [
      'a relative path',
      withClient({ service: { namespace: 'default', name: 'hook', path: 'convert' } }),
      [`${service}.path: Invalid value: "convert": must start with a '/'`],
    ],
    [
      'an empty segment',
      withClient({ service: { namespace: 'default', name: 'hook', path: '/a//b' } }),
      [`${service}.path: Invalid value: "/a//b": segment[1] may not be empty`],
    ],
    [
      'two slashes',
      withClient({ service: { namespace: 'default', name: 'hook', path: '//' } }),
      [`${service}.path: Invalid value: "//": segment[0] may not be empty`],
    ],
    ['no review version', withVersions(), ['spec.conversion.conversionReviewVersions: Required value']],
    [
      'unknown review versions',
      withVersions('v2'),
      ['spec.conversion.conversionReviewVersions: Invalid value: ["v2"]: must include at least one of v1, v1beta1'],
    ],
    [
      'a review version twice',
      withVersions('v1', 'v1'),
      ['spec.conversion.conversionReviewVersions[1]: Invalid value: "v1": duplicate version'],
    ],
    [
      'a bad bundle',
      withClient({ url: 'https://a', caBundle: 'bm90IGEgY2VydA==' }),
      [
        'spec.conversion.webhookClientConfig.caBundle: Invalid value: "bm90IGEgY2VydA==": unable to load root certificates: unable to parse bytes as PEM block',
      ],
    ],
  ])('%s', (_, stanza, expected) => {
    expect(faults(stanza)).toEqual(expected);
  });

  test('a segment of the path in capitals is refused with the rule of subdomains', () => {
    const [fault] = faults(withClient({ service: { namespace: 'default', name: 'hook', path: '/Convert' } }));
    expect(fault).toContain(`${service}.path: Invalid value: "/Convert": segment[0]: a lowercase RFC 1123 subdomain`);
  });

  test('what was bad before may stay bad', () => {
    const lenient = { requireKnownReviewVersion: false, requireGoodCaBundle: false };
    expect(faults(withVersions('v2'), lenient)).toEqual([]);
    expect(faults(withClient({ url: 'https://a', caBundle: 'bm90' }), lenient)).toEqual([]);
  });
});

describe('a bundle of certificates', () => {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const block = (label: string, body: string): string => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`;
  const fault = (text: string): string =>
    validateCaBundle(base64(text), path('caBundle')).map(({ body }) => body)[0] ?? '';

  test.each([
    ['no PEM', 'not a cert', 'unable to parse bytes as PEM block'],
    ['blanks', ' \n', 'unable to parse bytes as PEM block'],
    ['a block that never ends', '-----BEGIN CERTIFICATE-----\nAAAA\n', 'unable to parse bytes as PEM block'],
    ['another kind of block', block('PRIVATE KEY', 'AAAA'), 'no valid certificate authority data seen'],
    ['a certificate with headers', block('CERTIFICATE', 'A: b\n\nAAAA'), 'no valid certificate authority data seen'],
    ['a broken certificate', block('CERTIFICATE', 'AAAA'), 'failed to parse certificate: x509: malformed certificate'],
  ])('%s is refused', (_, text, why) => {
    expect(fault(text)).toBe(`Invalid value: "${base64(text)}": unable to load root certificates: ${why}`);
  });

  test('one good certificate is enough, whatever stands around it', async () => {
    const { caBundle } = await testAuthority();
    const pem = Buffer.from(caBundle, 'base64').toString();
    const text = `# mine\n${block('CERTIFICATE', 'AAAA')}${pem.replaceAll('\n', '\r\n')}${pem}\nthe end`;
    expect(fault(text)).toBe('');
    expect(readCaBundle(base64(text)).certificates).toHaveLength(2);
  });

  test('many beginnings without an end are no certificate', () => {
    expect(fault('-----BEGIN CERTIFICATE-----\n'.repeat(40_000))).toContain('unable to parse bytes as PEM block');
  });
});
