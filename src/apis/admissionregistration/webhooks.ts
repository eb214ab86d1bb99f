import {
  dns1035LabelFaults,
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  path,
  sameJson,
} from '#meta';
import { ageColumn, type BuiltinStrategy, builtin, column, nameColumn } from '#resource';
import { validateWebhookAddress } from '#webhook';
import { validateLabelSelector } from '../label-selector-validation.ts';
import { type Expressions, noExpressions } from './expression-validation.ts';
import {
  conditionExpressions,
  defaultRules,
  failurePolicies,
  type MatchCondition,
  matchPolicies,
  reinvocationPolicies,
  validateMatchConditions,
  validateOption,
} from './match.ts';
import { validateRule } from './resource-rule-validation.ts';
import type { Types } from './v1/types.gen.ts';
import { admissionV1 } from './v1/types.ts';

/** Those that may only refuse have no policy of reinvocation; the rest is the same. */
type Webhook = Types['MutatingWebhook'];
type WebhookConfiguration = Types['MutatingWebhookConfiguration'];

function defaultWebhook(webhook: Webhook): void {
  webhook.failurePolicy ??= 'Fail';
  webhook.matchPolicy ??= 'Equivalent';
  webhook.namespaceSelector ??= {};
  webhook.objectSelector ??= {};
  webhook.timeoutSeconds ??= 10;
  const service = webhook.clientConfig?.service;
  if (service !== undefined) service.port ??= 443;
  defaultRules(webhook.rules);
}

/** What old objects may keep. */
interface Leniency {
  readonly looseConditions: boolean;
  readonly storedConditions: Expressions;
  readonly looseSideEffects: boolean;
  readonly looseVersions: boolean;
  readonly looseNames: boolean;
  readonly looseValues: boolean;
}
const strict: Leniency = {
  looseConditions: false,
  storedConditions: noExpressions,
  looseSideEffects: false,
  looseVersions: false,
  looseNames: false,
  looseValues: false,
};

const knownVersions = ['v1', 'v1beta1'];
const goodSideEffects = ['None', 'NoneOnDryRun'];
const allSideEffects = ['None', 'NoneOnDryRun', 'Some', 'Unknown'];

function leniencyFor(webhooks: readonly Webhook[], live: readonly Webhook[]): Leniency {
  const conditions = (list: readonly Webhook[]) => list.map(({ matchConditions }) => matchConditions ?? []);
  return {
    looseConditions: sameJson(conditions(webhooks), conditions(live)),
    storedConditions: conditionExpressions(conditions(live).flat()),
    looseSideEffects: live.some(({ sideEffects }) => !goodSideEffects.includes(sideEffects ?? '')),
    looseVersions: live.some(({ admissionReviewVersions: versions }) => isUnknown(versions ?? [])),
    looseNames: new Set(live.map(({ name }) => name)).size < live.length,
    looseValues: live.some((webhook) => validateSelector(path('webhooks'), webhook, false).length > 0),
  };
}

const isUnknown = (versions: readonly string[]): boolean =>
  versions.length > 0 && !versions.some((version) => knownVersions.includes(version));

function validate(webhooks: readonly Webhook[], leniency: Leniency): FieldError[] {
  return webhooks.flatMap((webhook, at) => {
    const field = path('webhooks').index(at);
    const { name = '', admissionReviewVersions } = webhook;
    const repeated = name !== '' && webhooks.slice(0, at).some((other) => other.name === name);
    return [
      ...validateWebhook(field, webhook, leniency),
      ...validateVersion(field.child('admissionReviewVersions'), admissionReviewVersions ?? [], leniency),
      ...(repeated && !leniency.looseNames ? [fieldErrors.duplicate(field.child('name'), name)] : []),
    ];
  });
}

function validateWebhook(field: FieldPath, webhook: Webhook, leniency: Leniency): FieldError[] {
  const { rules = [], matchConditions = [] } = webhook;
  return [
    ...validateFullName(field.child('name'), webhook.name ?? ''),
    ...rules.flatMap((rule, at) => validateRule(field.child('rules').index(at), rule)),
    ...validateOption(field.child('failurePolicy'), webhook.failurePolicy, failurePolicies),
    ...validateOption(field.child('matchPolicy'), webhook.matchPolicy, matchPolicies),
    ...validateSideEffect(field.child('sideEffects'), webhook, leniency),
    ...validateTimeout(field.child('timeoutSeconds'), webhook.timeoutSeconds),
    ...validateSelector(field, webhook, leniency.looseValues),
    ...validateOption(field.child('reinvocationPolicy'), webhook.reinvocationPolicy, reinvocationPolicies),
    ...validateWebhookAddress(webhook.clientConfig ?? {}, field.child('clientConfig')),
    ...validateWebhookConditions(field.child('matchConditions'), matchConditions, leniency),
  ];
}

function validateWebhookConditions(field: FieldPath, conditions: readonly MatchCondition[], leniency: Leniency) {
  if (leniency.looseConditions) return [];
  return validateMatchConditions(field, conditions, { params: false, stored: leniency.storedConditions });
}

function validateFullName(field: FieldPath, name: string): FieldError[] {
  if (name === '') return [fieldErrors.required(field)];
  const faults = dns1123SubdomainFaults(name);
  if (faults.length > 0) return [fieldErrors.invalid(field, name, faults.join(','))];
  if (name.split('.').length >= 3) return [];
  return [fieldErrors.invalid(field, name, 'should be a domain with at least three segments separated by dots')];
}

function validateSideEffect(field: FieldPath, { sideEffects }: Webhook, { looseSideEffects }: Leniency): FieldError[] {
  const supported = looseSideEffects ? allSideEffects : goodSideEffects;
  if (sideEffects === undefined || sideEffects === null) {
    return [fieldErrors.required(field, `must specify one of ${supported.join(', ')}`)];
  }
  return validateOption(field, sideEffects, supported);
}

function validateTimeout(field: FieldPath, seconds: number | undefined): FieldError[] {
  if (seconds === undefined || (seconds >= 1 && seconds <= 30)) return [];
  return [fieldErrors.invalid(field, seconds, 'the timeout value must be between 1 and 30 seconds')];
}

function validateSelector(field: FieldPath, webhook: Webhook, looseValues: boolean): FieldError[] {
  return [
    ...validateLabelSelector(field.child('namespaceSelector'), webhook.namespaceSelector, { looseValues }),
    ...validateLabelSelector(field.child('objectSelector'), webhook.objectSelector, { looseValues }),
  ];
}

function validateVersion(field: FieldPath, versions: readonly string[], { looseVersions }: Leniency): FieldError[] {
  const known = knownVersions.join(', ');
  if (versions.length === 0) return [fieldErrors.required(field, `must specify one of ${known}`)];
  const faults = versions.flatMap((version, at) => {
    const own = field.index(at);
    if (versions.indexOf(version) < at) return [fieldErrors.invalid(own, version, 'duplicate version')];
    return dns1035LabelFaults(version).map((fault) => fieldErrors.invalid(own, version, fault));
  });
  if (looseVersions || !isUnknown(versions)) return faults;
  return [...faults, fieldErrors.invalid(field, versions, `must include at least one of ${known}`)];
}

const strategy: BuiltinStrategy<WebhookConfiguration> = {
  tracksGeneration: true,
  updatesUnconditionally: false,
  repeats: ['whole'],
  countsEmptyLists: true,
  validateCreate: ({ webhooks = [] }) => validate(webhooks, strict),
  validateUpdate: ({ webhooks = [] }, live) => validate(webhooks, leniencyFor(webhooks, live.webhooks ?? [])),
};

const shared = {
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  categories: ['api-extensions'],
  namespaced: false,
  anyFinalizers: true,
  strategy,
  columns: [
    nameColumn,
    {
      ...column(
        'Webhooks',
        'How many webhooks it has.',
        (object: WebhookConfiguration) => object.webhooks?.length ?? 0,
      ),
      type: 'integer',
    },
    ageColumn,
  ],
};

export const mutatingWebhookConfigurations = builtin({
  ...shared,
  kind: 'MutatingWebhookConfiguration',
  resource: 'mutatingwebhookconfigurations',
  formerly: ['admissionregistration.k8s.io/v1beta1'],
  type: admissionV1.type('MutatingWebhookConfiguration'),
  defaults({ webhooks = [] }) {
    for (const webhook of webhooks) {
      defaultWebhook(webhook);
      webhook.reinvocationPolicy ??= 'Never';
    }
  },
});

export const validatingWebhookConfigurations = builtin({
  ...shared,
  kind: 'ValidatingWebhookConfiguration',
  resource: 'validatingwebhookconfigurations',
  formerly: ['admissionregistration.k8s.io/v1beta1'],
  type: admissionV1.type('ValidatingWebhookConfiguration'),
  defaults({ webhooks = [] }) {
    webhooks.forEach(defaultWebhook);
  },
});
