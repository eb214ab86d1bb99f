import { describe, expect, it } from 'vitest';
import { resources } from '../objects.ts';
import type { AdmissionRequest } from '../plugin.ts';
import { lookupIn, pod, requestFor, stored } from '../testing/admission-requests.ts';
import { type MatchResources, matchResources } from './resource-match.ts';
import { type MatchRule, matchRules } from './rule-match.ts';

const rule: MatchRule = {
  operations: ['CREATE'],
  apiGroups: [''],
  apiVersions: ['v1'],
  resources: ['pods'],
  scope: '*',
};

describe('Rules', () => {
  it.each<[Partial<MatchRule>, boolean]>([
    [{}, true],
    [{ operations: ['*'] }, true],
    [{ operations: ['UPDATE'] }, false],
    [{ apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }, true],
    [{ resources: ['*/*'] }, true],
    [{ resources: ['pods/*'] }, true],
    [{ resources: ['pods/status'] }, false],
    [{ resources: ['*/status'] }, false],
    [{ scope: 'Namespaced' }, true],
    [{ scope: 'Cluster' }, false],
    [{ resourceNames: ['q', 'p'] }, true],
    [{ resourceNames: ['q'] }, false],
  ])('with %j', (more, expected) => {
    const request = requestFor({ object: pod() });
    expect(matchRules([{ ...rule, ...more }], 'Exact', request) !== undefined).toBe(expected);
  });

  it('take a namespace for cluster-wide, though requests about it are in it', () => {
    const request = requestFor({
      namespace: '',
      name: 'ns',
      resource: { group: '', version: 'v1', resource: 'namespaces' },
    });
    const matches = (scope: string) => matchRules([{ ...rule, resources: ['namespaces'], scope }], 'Exact', request);
    expect(matches('Cluster')).toBeDefined();
    expect(matches('Namespaced')).toBeUndefined();
  });

  it('match a resource in another of its versions, if they may', () => {
    const { served: one } = requestFor({});
    const { group, versionDefinition } = one;
    const [first, second] = ['v1', 'v2'];
    const versions = new Map([first, second].map((version) => [version, { ...versionDefinition, version }]));
    const definition = { ...one.definition, versions };
    const request = requestFor({
      served: { ...one, definition },
      resource: { group, version: first, resource: definition.resource },
      kind: { group, version: first, kind: definition.kind },
    });
    const other = { ...rule, apiGroups: [group], apiVersions: [second], resources: [definition.resource] };
    expect(matchRules([other], 'Exact', request)).toBeUndefined();
    expect(matchRules([other], 'Equivalent', request)).toMatchObject({
      resource: { group, version: second, resource: definition.resource },
      kind: { group, version: second, kind: definition.kind },
    });
  });
});

describe('Selectors', () => {
  const lookup = lookupIn([stored(resources.namespaces, 'ns', { metadata: { labels: { team: 'a' } } })]);
  const labelled = { matchLabels: { app: 'x' } };
  const matches = async (match: MatchResources, parts: Partial<AdmissionRequest> = {}) =>
    (await matchResources({ namespaceSelector: {}, objectSelector: {}, ...match }, requestFor(parts), lookup)) !==
    undefined;

  it.each<[MatchResources, boolean]>([
    [{}, true],
    [{ namespaceSelector: { matchLabels: { team: 'a' } } }, true],
    [{ namespaceSelector: { matchLabels: { team: 'b' } } }, false],
    [{ objectSelector: labelled }, false],
    [{ excludeResourceRules: [rule] }, false],
    [{ resourceRules: [rule], excludeResourceRules: [{ ...rule, resourceNames: ['q'] }] }, true],
  ])('such as %j', async (match, expected) => {
    expect(await matches(match, { object: pod() })).toBe(expected);
  });

  it('look at the object as it is and as it shall be', async () => {
    const with_ = pod({}, { labels: { app: 'x' } });
    expect(await matches({ objectSelector: labelled }, { object: with_, oldObject: pod() })).toBe(true);
    expect(await matches({ objectSelector: labelled }, { object: pod(), oldObject: with_ })).toBe(true);
    expect(await matches({ objectSelector: labelled }, { object: pod(), oldObject: pod() })).toBe(false);
  });

  it('look at a namespace as it shall be', async () => {
    const object = { ...pod({}, { name: 'ns', namespace: undefined, labels: { team: 'b' } }), kind: 'Namespace' };
    const resource = { group: '', version: 'v1', resource: 'namespaces' };
    const selector = { namespaceSelector: { matchLabels: { team: 'b' } } };
    expect(await matches(selector, { object, resource, namespace: '', operation: 'UPDATE' })).toBe(true);
    expect(
      await matches(selector, { oldObject: object, resource, namespace: '', name: 'ns', operation: 'DELETE' }),
    ).toBe(false);
  });

  it('of namespaces select everything that lies in none', async () => {
    const selector = { namespaceSelector: { matchLabels: { team: 'b' } } };
    const resource = { group: '', version: 'v1', resource: 'nodes' };
    expect(await matches(selector, { object: pod(), namespace: '', resource })).toBe(true);
  });
});
