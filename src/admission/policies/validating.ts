import { ApiError, type KubeObject } from '#meta';
import { forbid } from '../forbid.ts';
import { activationOf } from '../matching/activation.ts';
import { conditionTeller, policyConditions } from '../matching/condition-teller.ts';
import { Permits } from '../matching/permits.ts';
import type { AdmissionAttributes, AdmissionRequest, DynamicPlugin } from '../plugin.ts';
import { errorOf, type PolicyCheck, type StepObserver } from '../step-observation.ts';
import { compiledValidations } from './compiled-policy.ts';
import { type Decisions, decide, type PolicyActivations } from './decisions.ts';
import { type Invocation, invocationsFor, namespaceObject, type PolicyParts } from './dispatch.ts';
import type { Parameter } from './parameters.ts';
import type { ValidatingSpec } from './policy.ts';
import { noteFailure, PolicyAnnotations } from './policy-annotations.ts';
import { type BoundPolicy, PolicyIndex } from './policy-index.ts';

/** What refuses the request, if it is the first. */
interface Refusal {
  readonly policy: string;
  readonly binding?: string;
  readonly message: string;
  readonly reason?: string;
}

const codes: Readonly<Record<string, number>> = { Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413 };

/** Asks ValidatingAdmissionPolicies. k8s: apiserver/pkg/admission/plugin/policy/validating/dispatcher.go */
export function validatingAdmissionPolicy(parts: PolicyParts): DynamicPlugin {
  const index = new PolicyIndex<ValidatingSpec>(parts, {
    policies: 'validatingadmissionpolicies',
    bindings: 'validatingadmissionpolicybindings',
  });
  return {
    name: 'ValidatingAdmissionPolicy',
    looksAt: 'steps',
    checkAll(request) {
      const bound = index.for(request);
      if (!(bound instanceof Promise) && bound.length === 0) return undefined;
      return checkByAll(bound, request, parts);
    },
  };
}

async function checkByAll(
  bound: readonly BoundPolicy<ValidatingSpec>[] | Promise<readonly BoundPolicy<ValidatingSpec>[]>,
  attributes: AdmissionAttributes,
  parts: PolicyParts,
): Promise<void> {
  const refusals: Refusal[] = [];
  const annotations = new PolicyAnnotations();
  const { observer } = parts;
  const permits = new Permits(parts.answerPermit);
  const invocations = await invocationsFor(await bound, attributes, parts);
  if (invocations.length === 0) return;
  const request = await attributes.load();
  const namespace = await namespaceObject(request, parts.lookup);
  for (const found of invocations) {
    const { policy, binding } = found;
    const names = { policy: policy.metadata.name ?? '', ...(binding && { binding: binding.metadata.name ?? '' }) };
    if ('message' in found) {
      if (policy.spec.failurePolicy !== 'Ignore') refusals.push({ ...names, message: found.message });
      continue;
    }
    for (const params of found.parameters) {
      const began = observer?.now() ?? 0;
      const decisions = await decisionsOf(found, { request, params, namespace, permits, observer });
      if (observer !== undefined) tellChecks(decisions, found, { observer, began });
      refusals.push(...act(decisions, found, request).map((refusal) => ({ ...names, ...refusal })));
      annotations.add(names.policy, decisions.annotations);
    }
  }
  annotations.publish(request);
  const [first] = refusals;
  if (first !== undefined) throw refused(request, first);
}

interface Evaluating {
  readonly request: AdmissionRequest;
  readonly params: Parameter | null;
  readonly namespace: KubeObject | null;
  readonly permits: Permits;
  readonly observer: StepObserver | undefined;
}

async function decisionsOf(invocation: Invocation<ValidatingSpec>, evaluating: Evaluating): Promise<Decisions> {
  const { policy } = invocation;
  const activations = await activationsFor(invocation, evaluating);
  const compiled = compiledValidations(policy);
  const { observer, request } = evaluating;
  const told = conditionTeller(observer, policyConditions(policy, request));
  const decisions = await evaluating.permits.during(() => decide(policy.spec, compiled, activations));
  if (decisions.conditions !== undefined) told(decisions.conditions);
  return decisions;
}

async function activationsFor({ matched }: Invocation<ValidatingSpec>, evaluating: Evaluating) {
  const { request, params, namespace, permits } = evaluating;
  const { version } = matched;
  const shared = {
    request,
    matched,
    params,
    object: await request.objectIn(version),
    oldObject: await request.oldObjectIn(version),
  };
  const authorize = permits.ask;
  const shown = namespace === null ? null : visibleNamespace(namespace);
  return {
    // Conditions see no namespace, and the resource as it was asked for.
    conditions: activationOf({ ...shared, authorize, matched: { ...matched, resource: request.resource } }),
    validations: activationOf({ ...shared, authorize, namespaceObject: shown }),
    messages: activationOf({ ...shared, namespaceObject: shown }),
    annotations: activationOf({ ...shared, namespaceObject: namespace }),
  } satisfies PolicyActivations;
}

const visibleMetadata = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'finalizers',
];

/** What validations see of a namespace. k8s: apiserver/pkg/admission/plugin/cel/condition.go CreateNamespaceObject */
function visibleNamespace({ metadata, spec, status }: KubeObject): object {
  const shown = visibleMetadata.filter((name) => Object.hasOwn(metadata, name)).map((name) => [name, metadata[name]]);
  return { metadata: Object.fromEntries(shown), spec: spec ?? {}, status: status ?? {} };
}

/** Of each decision what was done about it. */
function tellChecks(
  { denials, annotationErrors, ignored }: Decisions,
  { policy, binding }: Invocation<ValidatingSpec>,
  { observer, began }: { readonly observer: StepObserver; readonly began: number },
): void {
  const names = { policy: policy.metadata.name ?? '', binding: binding.metadata.name ?? '' };
  const milliseconds = observer.now() - began;
  const tell = (action: PolicyCheck['action'] & string, messages: readonly string[]): void => {
    for (const message of messages) {
      const error = errorOf(message);
      observer.observe({ of: 'policy', kind: 'validating', ...names, error, action, milliseconds });
    }
  };
  tell('allow', ignored);
  for (const action of binding.spec.validationActions ?? []) {
    tell(
      action.toLowerCase() as 'deny' | 'audit' | 'warn',
      denials.map(({ message }) => message),
    );
  }
  tell('deny', annotationErrors);
}

/** Does what the binding says shall be done. Returns what refuses the request. */
function act(
  { denials, annotationErrors }: Decisions,
  { policy, binding }: Invocation<ValidatingSpec>,
  request: AdmissionRequest,
): readonly Pick<Refusal, 'message' | 'reason'>[] {
  const { validationActions = [] } = binding.spec;
  const refusing = validationActions.includes('Deny') ? denials : [];
  if (validationActions.includes('Warn')) {
    for (const { message } of denials) {
      const names = `'${policy.metadata.name}' with binding '${binding.metadata.name}'`;
      request.warn(`Validation failed for ValidatingAdmissionPolicy ${names}: ${message}`);
    }
  }
  if (validationActions.includes('Audit')) {
    for (const denial of denials) noteFailure(request, { policy, binding, ...denial });
  }
  return [...refusing, ...annotationErrors.map((message) => ({ message }))];
}

/** As of a plugin that refuses, but with a code and a reason of its own. */
function refused(request: AdmissionRequest, { policy, binding, message, reason = 'Invalid' }: Refusal): ApiError {
  const by = binding === undefined ? `'${policy}'` : `'${policy}' with binding '${binding}'`;
  const why = `ValidatingAdmissionPolicy ${by} denied request: ${message}`;
  const { status } = forbid(request, why);
  return new ApiError({
    code: codes[reason] ?? 422,
    reason,
    message: status.message ?? '',
    details: { ...status.details, causes: [{ message: why }] },
  });
}
