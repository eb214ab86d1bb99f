import { describe, expect, it } from 'vitest';
import { WebhookClients } from '#webhook';
import { choosePlugins, PluginChoiceError } from './plugin-table.ts';
import { QuotaLedger } from './resource-quota/ledger.ts';
import { lookupIn, world } from './testing/admission-requests.ts';

const configuration = {
  readConfiguration: () => ({ since: 0, all: () => [] }),
  answerPermit: async () => ({ decision: 'no opinion', reason: '' }) as const,
};
const services = { resolve: async () => ({ host: 'localhost', port: 443 }) };
const clients = new WebhookClients({ clock: world.clock, services });
const parts = {
  lookup: lookupIn([]),
  world,
  mayDo: async () => ({ allowed: true }) as const,
  organizationsOf: () => [],
  resourcesOf: () => [],
  requestsOf: () => ({}),
  quotas: { book: { list: async () => [], write: async () => true }, ledger: new QuotaLedger(() => 0) },
  policies: { ...configuration, findParameterKind: () => undefined },
  webhooks: { ...configuration, world, clients: { mutating: clients, validating: clients } },
};
const names = (enable: string[], disable: string[]) =>
  choosePlugins({ enable, disable }, parts).map(({ name }) => name);

describe('The plugins', () => {
  it('bear the names of the table', () => {
    const all = names(['OwnerReferencesPermissionEnforcement', 'DenyServiceExternalIPs'], []);
    expect(all).toContain('OwnerReferencesPermissionEnforcement');
    expect(all.slice(0, 3)).toEqual(['NamespaceLifecycle', 'LimitRanger', 'ServiceAccount']);
    expect(all.at(-1)).toBe('ResourceQuota');
    expect(new Set(all).size).toBe(all.length);
    for (const name of all) expect(names([], [name])).not.toContain(name);
  });
  it('leave out what is off by default', () => {
    expect(names([], [])).not.toContain('DenyServiceExternalIPs');
  });
  it('may be turned off though they are not there', () => {
    expect(names([], ['ImagePolicyWebhook', 'Priority'])).not.toContain('Priority');
  });
  it.each([
    [['Prioritty'], [], /no admission plugin "Prioritty"; the known ones are NamespaceLifecycle, /],
    [[], ['Nope'], /no admission plugin "Nope"/],
    [['ImagePolicyWebhook'], [], /no admission plugin "ImagePolicyWebhook"/],
    [['Priority'], ['Priority'], /Priority cannot be disabled as well/],
  ])('cannot be chosen by %j and %j', (enable, disable, message) => {
    expect(() => names(enable, disable)).toThrow(PluginChoiceError);
    expect(() => names(enable, disable)).toThrow(message);
  });
});
