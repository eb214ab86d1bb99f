import { describe, expect, it } from 'vitest';
import { webhookAddress } from './webhook-address.ts';

describe('the path of a webhook', () => {
  it.each([
    ['', '/'],
    ['/', '/'],
    ['//failing', '/failing'],
    ['/a//b/../c/', '/a/c'],
  ])('%j is asked for as %j, as Go joins it', (given, path) => {
    expect(webhookAddress({ url: `https://127.0.0.1:8443${given}` })).toMatchObject({ path });
    expect(webhookAddress({ service: { namespace: 'n', name: 's', path: given } })).toMatchObject({ path });
  });
});
