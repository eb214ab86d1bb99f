import { expect, test } from 'vitest';
import { path } from './field-error.ts';
import {
  cidrFaults,
  cidrWarnings,
  interfaceAddressFaults,
  ipFaults,
  ipWarnings,
  legacyCidrFaults,
  legacyIpFaults,
} from './ip-validation.ts';

const noAddress = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
const noRange = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

test.each([
  ['10.9.8.7', [], []],
  ['2001:db8::ffff', [], []],
  ['::', [], []],
  ['010.2.3.4', [], ['must not have leading 0s']],
  ['::ffff:1.2.3.4', [], ['must not be an IPv4-mapped IPv6 address']],
  ['2001:DB8:0:0::1', [], ['must be in canonical form ("2001:db8::1")']],
  ['1:0:0:2:0:0:0:3', [], ['must be in canonical form ("1:0:0:2::3")']],
  ['::00001', [], ['must not have leading 0s']],
  ['300.1.1.1', [noAddress], [noAddress]],
  ['1.2.3', [noAddress], [noAddress]],
  ['1:2:3:4:5:6:7', [noAddress], [noAddress]],
  ['1::2::3', [noAddress], [noAddress]],
  ['1:2:3:4:5:6:7::8', [noAddress], [noAddress]],
  ['fe80::1%eth0', [noAddress], [noAddress]],
  ['', [noAddress], [noAddress]],
])('the address %j', (value, legacy, strict) => {
  expect(legacyIpFaults(value, { strict: false })).toEqual(legacy);
  expect(ipFaults(value)).toEqual(strict);
});

test.each([
  ['10.9.8.0/24', [], []],
  ['2001:db8::/64', [], []],
  ['0.0.0.0/0', [], []],
  ['10.9.8.7/24', [], ['must not have bits set beyond the prefix length']],
  ['10.9.8.0/024', [], ['must not have leading 0s in IP or prefix length']],
  ['::ffff:1.2.3.0/120', [], ['must not have an IPv4-mapped IPv6 address']],
  ['2001:DB8::/64', [], ['must be in canonical form ("2001:db8::/64")']],
  ['10.0.0.0', [noRange], [noRange]],
  ['10.244.7.0/33', [noRange], [noRange]],
  ['10.0.0.0/', [noRange], [noRange]],
  ['10.0.0.0/8/8', [noRange], [noRange]],
])('the range %j', (value, legacy, strict) => {
  expect(legacyCidrFaults(value, { strict: false })).toEqual(legacy);
  expect(cidrFaults(value)).toEqual(strict);
});

test.each([
  ['192.168.1.5/24', []],
  ['FE80::1/64', ['must be in canonical form ("fe80::1/64")']],
  ['::ffff:192.168.0.1/120', ['must be in canonical form ("192.168.0.1/24")']],
  ['192.168.1.5', ['must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)']],
])('the interface address %j', (value, faults) => {
  expect(interfaceAddressFaults(value)).toEqual(faults);
});

test.each([
  [ipWarnings, '10.0.0.1', []],
  [ipWarnings, '010.0.0.1', ['spec.ip: non-standard IP address "010.0.0.1" is invalid: use "10.0.0.1"']],
  [ipWarnings, '::ffff:1.2.3.4', ['spec.ip: non-standard IP address "::ffff:1.2.3.4" is invalid: use "1.2.3.4"']],
  [ipWarnings, 'FE80::1', ['spec.ip: IPv6 address "FE80::1" should be in RFC 5952 canonical format ("fe80::1")']],
  [cidrWarnings, '10.0.0.0/8', []],
  [
    cidrWarnings,
    '10.0.0.1/8',
    ['spec.ip: CIDR value "10.0.0.1/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.0.0.1/32"?)'],
  ],
  [cidrWarnings, '10.0.0.0/08', ['spec.ip: non-standard CIDR value "10.0.0.0/08" is invalid: use "10.0.0.0/8"']],
  [
    cidrWarnings,
    'FE80::/64',
    ['spec.ip: IPv6 CIDR value "FE80::/64" should be in RFC 5952 canonical format ("fe80::/64")'],
  ],
])('%O of %j', (warn, value, warnings) => {
  expect(warn(value, path('spec', 'ip'))).toEqual(warnings);
});
