import { describe, expect, it } from 'vitest';
import { lookForNonStructural, markForDeletion, nonStructuralFinding } from './conditions.ts';
import { beginCleanup, decideStatus, finishCleanup, needsCleanup } from './controller.ts';
import type { CustomResourceDefinition, DefinitionNames } from './definition.ts';
import { sampleDefinition, sampleVersion } from './testing/sample-definition.ts';

const now = '2024-01-01T00:00:00Z';
const later = '2024-01-01T00:01:00Z';

function fresh(
  names: Partial<DefinitionNames> & { plural: string; kind: string },
  spec = {},
): CustomResourceDefinition {
  const singular = names.kind.toLowerCase();
  const all = { singular, listKind: `${names.kind}List`, ...names };
  const definition = sampleDefinition([sampleVersion('v1')], { name: names.plural, spec: { names: all, ...spec } });
  definition.status = { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: ['v1'] };
  return definition;
}

/** Looks at all definitions until nothing changes any more, as a controller does. */
function settle(...definitions: CustomResourceDefinition[]): CustomResourceDefinition[] {
  const all = [...definitions];
  for (let changed = true; changed; ) {
    changed = false;
    for (const [i, definition] of all.entries()) {
      const next = decideStatus({ definition, others: all, now });
      if (next === undefined) continue;
      all[i] = next;
      changed = true;
    }
  }
  return all;
}

const conditions = (definition: CustomResourceDefinition | undefined): string[] =>
  (definition?.status?.conditions ?? []).map(
    ({ type, status, reason, message }) => `${type}=${status} ${reason}: ${message}`,
  );

const accepted = [
  'NamesAccepted=True NoConflicts: no conflicts found',
  'Established=True InitialNamesAccepted: the initial names have been accepted',
];
const refused = (reason: string, name: string): string[] => [
  `NamesAccepted=False ${reason}: "${name}" is already in use`,
  'Established=False NotAccepted: not all names are accepted',
];

describe('names', () => {
  it('are accepted, and the definition established, in one step', () => {
    const next = decideStatus({ definition: fresh({ plural: 'widgets', kind: 'Widget' }), others: [], now });
    expect(conditions(next)).toEqual(accepted);
    expect(next?.status?.acceptedNames).toEqual({
      plural: 'widgets',
      singular: 'widget',
      kind: 'Widget',
      listKind: 'WidgetList',
    });
    expect(decideStatus({ definition: next as CustomResourceDefinition, others: [], now: later })).toBeUndefined();
  });

  it.each([
    ['a short name', { plural: 'gadgets', kind: 'Gadget', shortNames: ['gd', 'wg'] }, 'ShortNamesConflict', 'wg'],
    ['a singular', { plural: 'things', kind: 'Thing', singular: 'widget' }, 'SingularConflict', 'widget'],
    ['a plural as a short name', { plural: 'wg', kind: 'Other' }, 'PluralConflict', 'wg'],
    [
      'a kind',
      { plural: 'gizmos', kind: 'Widget', singular: 'gizmo', listKind: 'GizmoList' },
      'KindConflict',
      'Widget',
    ],
    ['a list kind', { plural: 'lists', kind: 'List', listKind: 'WidgetList' }, 'ListKindConflict', 'WidgetList'],
  ])('go to who had them first: %s', (_, names, reason, name) => {
    const [, second] = settle(fresh({ plural: 'widgets', kind: 'Widget', shortNames: ['wg'] }), fresh(names));
    expect(conditions(second)).toEqual(refused(reason, name));
  });

  it('of several short names in use are all told', () => {
    const [, second] = settle(
      fresh({ plural: 'widgets', kind: 'Widget', shortNames: ['a', 'b'] }),
      fresh({ plural: 'gadgets', kind: 'Gadget', shortNames: ['a', 'b', 'c'] }),
    );
    expect(conditions(second)[0]).toContain('["a" is already in use, "b" is already in use]');
    expect(second?.status?.acceptedNames?.shortNames).toBeUndefined();
  });

  it('are free again when their owner is gone', () => {
    const [first, second] = settle(
      fresh({ plural: 'widgets', kind: 'Widget', shortNames: ['wg'] }),
      fresh({ plural: 'gadgets', kind: 'Gadget', shortNames: ['wg'] }),
    );
    expect(conditions(first)).toEqual(accepted);
    expect(conditions(settle(second as CustomResourceDefinition)[0])).toEqual(accepted);
  });

  it('of another group do not matter', () => {
    const all = settle(
      fresh({ plural: 'widgets', kind: 'Widget' }),
      fresh({ plural: 'widgets', kind: 'Widget' }, { group: 'other.example.com' }),
    );
    expect(all.map(conditions)).toEqual([accepted, accepted]);
  });

  it('that an established definition wants in vain do not end its service', () => {
    const [first, second] = settle(
      fresh({ plural: 'widgets', kind: 'Widget', shortNames: ['wg'] }),
      fresh({ plural: 'gadgets', kind: 'Gadget', shortNames: ['gd'] }),
    ) as [CustomResourceDefinition, CustomResourceDefinition];
    second.spec.names.shortNames = ['wg'];
    second.spec.names.categories = ['x'];
    const [, next] = settle(first, second);
    expect(conditions(next)).toEqual(['NamesAccepted=False ShortNamesConflict: "wg" is already in use', accepted[1]]);
    expect(next?.status?.acceptedNames).toMatchObject({ shortNames: ['gd'], categories: ['x'] });
  });
});

describe('the status of a definition', () => {
  it('keeps the time of a condition whose status has not changed', () => {
    const [first, second] = settle(
      fresh({ plural: 'widgets', kind: 'Widget', shortNames: ['a'] }),
      fresh({ plural: 'gadgets', kind: 'Gadget', shortNames: ['a'] }),
    ) as [CustomResourceDefinition, CustomResourceDefinition];
    second.spec.names.kind = 'Widget';
    const next = decideStatus({ definition: second, others: [first], now: later });
    expect(next?.status?.conditions?.[0]).toMatchObject({ reason: 'KindConflict', lastTransitionTime: now });
  });

  it('is not established while the certificates of its webhook make no sense', () => {
    const clientConfig = { url: 'https://example.com', caBundle: 'bm90IGEgY2VydA==' };
    const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
    const [definition] = settle(fresh({ plural: 'widgets', kind: 'Widget' }, { conversion }));
    expect(conditions(definition)[1]).toBe(
      'Established=False InvalidCABundle: The conversion webhook CABundle is invalid',
    );
    const { caBundle: _, ...mended } = clientConfig;
    Object.assign(conversion.webhook.clientConfig, mended, { caBundle: undefined });
    (definition as CustomResourceDefinition).spec.conversion = {
      ...conversion,
      webhook: { ...conversion.webhook, clientConfig: mended },
    };
    expect(conditions(settle(definition as CustomResourceDefinition)[0])).toEqual(accepted);
  });

  it('tells of a schema that is not structural, until it is', () => {
    const definition = fresh({ plural: 'widgets', kind: 'Widget' });
    definition.spec.versions = [sampleVersion('v1', { schema: { openAPIV3Schema: {} } })];
    const [told] = settle(definition) as [CustomResourceDefinition];
    expect(conditions(told)[2]).toBe(
      'NonStructuralSchema=True Violations: spec.versions[0].schema.openAPIV3Schema.type: Required value: must not be empty at the root',
    );
    const mended = { ...told, spec: { ...told.spec, versions: [sampleVersion('v1')] } };
    expect(conditions(settle(mended)[0])).toEqual(accepted);
  });

  it.each([
    [
      undefined,
      'False MissingAnnotation: protected groups must have approval annotation "api-approved.kubernetes.io", see',
    ],
    [
      'yes',
      'False InvalidAnnotation: protected groups must have approval annotation "api-approved.kubernetes.io" with either',
    ],
    ['unapproved, try', 'False UnapprovedAnnotation: not approved: "unapproved, try"'],
    ['https://example.com/1', 'True ApprovedAnnotation: approved in https://example.com/1'],
  ])('of a protected group tells of its approval: %s', (annotation, text) => {
    const definition = fresh({ plural: 'widgets', kind: 'Widget' }, { group: 'x.k8s.io' });
    if (annotation !== undefined) definition.metadata.annotations = { 'api-approved.kubernetes.io': annotation };
    expect(conditions(settle(definition)[0])[2]).toContain(`KubernetesAPIApprovalPolicyConformant=${text}`);
  });

  it('tells since when its webhook fails, and nothing of one that never failed', () => {
    const conversion = { strategy: 'Webhook' };
    const [definition] = settle(fresh({ plural: 'widgets', kind: 'Widget' }, { conversion })) as [
      CustomResourceDefinition,
    ];
    const health = (healthy: boolean, since: string, message = '') => ({ healthy, since: Date.parse(since), message });
    const look = (one: CustomResourceDefinition, webhook: ReturnType<typeof health>) =>
      decideStatus({ definition: one, others: [one], now: later, webhook });
    expect(look(definition, health(true, now))).toBeUndefined();
    const failing = look(definition, health(false, now, 'connection refused')) as CustomResourceDefinition;
    expect(failing.status?.conditions?.at(-1)).toEqual({
      type: 'ConversionHealthy',
      status: 'False',
      reason: 'WebhookFailed',
      message: 'connection refused',
      lastTransitionTime: now,
    });
    expect(look(failing, health(true, later))?.status?.conditions?.at(-1)).toMatchObject({
      status: 'True',
      lastTransitionTime: later,
    });
    failing.spec.conversion = { strategy: 'None' };
    expect(conditions(settle(failing)[0])).toEqual(accepted);
  });
});

describe('the objects of a deleted definition', () => {
  const deleted = (): CustomResourceDefinition => {
    const [definition] = settle(fresh({ plural: 'widgets', kind: 'Widget' })) as [CustomResourceDefinition];
    markForDeletion(definition, now);
    return definition;
  };
  const told = (definition: CustomResourceDefinition): string => conditions(definition).at(-1) as string;

  it('are deleted first, and then the definition lets go of itself', () => {
    const begun = beginCleanup(deleted(), now) as CustomResourceDefinition;
    expect(told(begun)).toBe('Terminating=True InstanceDeletionInProgress: CustomResource deletion is in progress');
    expect(beginCleanup(begun, later)).toBeUndefined();
    const done = finishCleanup(begun, { outcome: 'removed' }, later);
    expect(told(done)).toBe('Terminating=False InstanceDeletionCompleted: removed all instances');
    expect([needsCleanup(begun), needsCleanup(done)]).toEqual([true, false]);
  });

  it.each([
    [{ outcome: 'some-left', count: 2 }, 'True InstanceDeletionInProgress', true],
    [{ outcome: 'list-failed', error: 'x' }, 'True InstanceDeletionFailed: could not list instances: x', true],
    [{ outcome: 'delete-failed', error: 'x' }, 'True InstanceDeletionFailed: could not issue all deletes: x', true],
    [{ outcome: 'never-established' }, 'False NeverEstablished: resource was never established', false],
    [{ outcome: 'overlaps-built-in' }, 'False OverlappingBuiltInResource', false],
  ] as const)('that came to %o are told of', (outcome, text, goesOn) => {
    const after = finishCleanup(deleted(), outcome, now);
    expect(told(after)).toContain(`Terminating=${text}`);
    expect(needsCleanup(after)).toBe(goesOn);
  });
});

describe('the look for schemas that are not structural', () => {
  it('lets others in between, and is remembered', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, at) => [`p${at}`, at === 7 ? {} : { type: 'string' }]),
    );
    const schema = { openAPIV3Schema: { type: 'object', properties } };
    const wide = sampleDefinition([sampleVersion('v1', { schema })]);
    let turns = 0;
    const count = (): void => {
      turns++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await lookForNonStructural(wide);
    clearImmediate(next);
    expect(turns).toBeGreaterThan(5);
    const found = nonStructuralFinding(wide);
    expect(found?.message).toMatch(/properties\[p7\]\.type: Required value/);
    expect(nonStructuralFinding(wide)).toBe(found);
  });
});
