import {
  type AdmissionActivation,
  AdmissionEvaluation,
  type CompiledExpression,
  type ExpressionOutcome,
  OutOfBudget,
  POLICY_COST_BUDGET,
} from '#cel';
import { byteLength } from '#meta';
import { checkConditions } from '../matching/match-conditions.ts';
import type { CompiledValidations } from './compiled-policy.ts';
import type { ValidatingSpec, Validation } from './policy.ts';

/** Something that a policy does not allow. */
interface Denial {
  /** Which validation it was. */
  readonly index: number;
  readonly message: string;
  /** Of the answer; absent where nobody could tell. */
  readonly reason?: string;
}

interface AuditAnnotation {
  readonly key: string;
  readonly value: string;
}

/** What a policy says of a request, with one set of parameters. */
export interface Decisions {
  readonly denials: readonly Denial[];
  /** These refuse whatever the actions are. */
  readonly annotationErrors: readonly string[];
  readonly annotations: readonly AuditAnnotation[];
  /** What failed, and is not in the way because failures are ignored. */
  readonly ignored: readonly string[];
  /** How the conditions came out, where they did not all hold. */
  readonly conditions?: ReturnType<typeof checkConditions>;
}

/** What the parts of a policy see: who may be asked what, and how much of the namespace is shown, differs. */
export interface PolicyActivations {
  readonly conditions: AdmissionActivation;
  readonly validations: AdmissionActivation;
  readonly messages: AdmissionActivation;
  readonly annotations: AdmissionActivation;
}

const nothing: Decisions = { denials: [], annotationErrors: [], annotations: [], ignored: [] };
/** In bytes. A longer message is not told. */
const MAX_MESSAGE = 5 * 1024;

/** k8s: apiserver/pkg/admission/plugin/policy/validating/validator.go */
export function decide(spec: ValidatingSpec, compiled: CompiledValidations, activations: PolicyActivations): Decisions {
  const failed = (message: string): Decisions =>
    spec.failurePolicy === 'Ignore'
      ? { ...nothing, ignored: [message] }
      : { ...nothing, denials: [{ index: 0, message }] };
  if (compiled.conditions !== undefined) {
    const verdict = checkConditions(compiled.conditions, activations.conditions);
    if ('error' in verdict) return { ...failed(verdict.error), conditions: verdict };
    if (!verdict.matches) return { ...nothing, conditions: verdict };
  }
  try {
    const denials = deny(spec, compiled, activations);
    return { ...denials, ...annotate(spec, compiled, activations.annotations) };
  } catch (error) {
    if (error instanceof OutOfBudget) return failed(error.message);
    throw error;
  }
}

function deny(spec: ValidatingSpec, compiled: CompiledValidations, activations: PolicyActivations): Denied {
  const { variables, validations, messages } = compiled;
  const evaluation = new AdmissionEvaluation({
    activation: activations.validations,
    variables,
    budget: POLICY_COST_BUDGET,
  });
  const outcomes = validations.map((validation) => evaluation.evaluate(validation));
  const { budget } = evaluation;
  const told = messagesOf(messages, { activation: activations.messages, variables, budget });
  const ignored: string[] = [];
  const denials = outcomes.flatMap((outcome, index): Denial[] => {
    const error = outcome.error ?? (typeof told === 'string' ? `failed messageExpression: ${told}` : undefined);
    if (error !== undefined && spec.failurePolicy === 'Ignore') ignored.push(error);
    if (error !== undefined) return spec.failurePolicy === 'Ignore' ? [] : [{ index, message: error }];
    if ('value' in outcome && outcome.value === true) return [];
    const validation = spec.validations?.[index] ?? {};
    const { reason = 'Invalid' } = validation;
    return [{ index, message: messageFor(validation, (told as readonly MessageOutcome[])[index]), reason }];
  });
  return { denials, ignored };
}

type Denied = Pick<Decisions, 'denials' | 'ignored'>;

type MessageOutcome = ExpressionOutcome | undefined;

/** All messages are made, also of what holds; a text where that costs too much. */
function messagesOf(
  messages: readonly (CompiledExpression | undefined)[],
  options: ConstructorParameters<typeof AdmissionEvaluation>[0],
): readonly MessageOutcome[] | string {
  const evaluation = new AdmissionEvaluation(options);
  try {
    return messages.map((message) => message && evaluation.evaluate(message));
  } catch (error) {
    if (error instanceof OutOfBudget) return error.message;
    throw error;
  }
}

function messageFor({ expression = '', message = '' }: Validation, made: MessageOutcome): string {
  const text = made !== undefined && 'value' in made && typeof made.value === 'string' ? made.value.trim() : '';
  const isGood = byteLength(text) <= MAX_MESSAGE && !text.includes('\n');
  return (isGood ? text : '') || message.trim() || `failed expression: ${expression.trim()}`;
}

function annotate(
  { auditAnnotations = [], failurePolicy }: ValidatingSpec,
  { variables, annotations }: CompiledValidations,
  activation: AdmissionActivation,
): Pick<Decisions, 'annotations' | 'annotationErrors'> {
  const evaluation = new AdmissionEvaluation({ activation, variables, budget: POLICY_COST_BUDGET });
  const made: AuditAnnotation[] = [];
  const errors: string[] = [];
  for (const [index, compiled] of annotations.entries()) {
    const outcome = evaluation.evaluate(compiled);
    if (outcome.error !== undefined) errors.push(outcome.error);
    else if (typeof outcome.value === 'string' && outcome.value.trim() !== '') {
      made.push({ key: auditAnnotations[index]?.key ?? '', value: outcome.value.trim() });
    }
  }
  return { annotations: made, annotationErrors: failurePolicy === 'Ignore' ? [] : errors };
}
