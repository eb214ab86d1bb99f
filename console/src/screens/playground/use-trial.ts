import { useEffect, useState } from 'preact/hooks';
import { type ApiCall, ask, StatusError } from '../../api/call.ts';
import type { JsonObject } from '../../api/types.ts';
import type { Mark } from '../../components/codemirror.ts';
import { type FieldFault, marksOf } from '../../yaml/field-line.ts';
import { parseYaml } from '../../yaml/parse-yaml.ts';

export interface TriedRule {
  readonly field: string;
  readonly rule: string;
  readonly value?: string;
  readonly error?: string;
  readonly parts: readonly {
    readonly expression: string;
    readonly values: readonly string[];
    readonly depth: number;
  }[];
}

/** What a definition would make of an object. */
export interface Trial {
  readonly version: string;
  readonly object: JsonObject;
  readonly removed: readonly string[];
  readonly faults: readonly FieldFault[];
  readonly rules: readonly TriedRule[];
  readonly conversion?: ConversionTrial;
}

/** What rules make of the object in the other versions. */
export interface ConversionTrial {
  readonly faults: readonly FieldFault[];
  /** Why the rules would not be in force. */
  readonly problems: readonly string[];
  readonly versions: readonly ConvertedTrial[];
}

export interface ConvertedTrial {
  readonly version: string;
  readonly object?: JsonObject;
  readonly error?: string;
  readonly rules: readonly {
    readonly rule: string;
    readonly from: string;
    readonly to: string;
    readonly taken: readonly string[];
    readonly made: readonly string[];
  }[];
  /** On the way back. */
  readonly lost?: readonly string[];
}

/** What became of the texts. */
export interface TrialState {
  readonly definition: { readonly marks: readonly Mark[]; readonly error?: unknown; readonly isTaken?: boolean };
  readonly object: { readonly marks: readonly Mark[]; readonly error?: unknown };
  readonly policy: { readonly marks: readonly Mark[] };
  readonly trial?: Trial;
  /** The definition as it was read. */
  readonly read?: JsonObject;
}

/** What is written in the editors; the policy may be empty. */
export interface TrialTexts {
  readonly definition: string;
  readonly object: string;
  readonly policy: string;
}

export const TRIALS_PATH = '/pinnace/trials';
const PAUSE_MS = 350;
const nothing: TrialState = { definition: { marks: [] }, object: { marks: [] }, policy: { marks: [] } };

/** Asks the server when somebody has stopped typing. */
export function useTrial({ definition, object, policy }: TrialTexts): TrialState {
  const [state, setState] = useState<TrialState>(nothing);
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      tried({ definition, object, policy }, abort.signal).then(
        (made) => !abort.signal.aborted && setState(made),
        (error: unknown) => !abort.signal.aborted && setState({ ...nothing, object: { marks: [], error } }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [definition, object, policy]);
  return state;
}

/** The definition as a dry run of an apply, which is right whether it is there already or not. */
export function definitionCall(definition: JsonObject): ApiCall {
  const { name = '' } = (definition.metadata ?? {}) as { readonly name?: string };
  return {
    method: 'PATCH',
    path: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${encodeURIComponent(name)}`,
    query: { dryRun: 'All', fieldManager: 'pinnace-console', force: true },
    contentType: 'application/apply-patch+yaml',
    body: definition,
  };
}

async function tried(texts: TrialTexts, signal: AbortSignal): Promise<TrialState> {
  const hasPolicy = texts.policy.trim() !== '';
  const [definition, object, policy] = await Promise.all([
    parseYaml(texts.definition),
    parseYaml(texts.object),
    hasPolicy ? parseYaml(texts.policy) : undefined,
  ]);
  const marked = (text: typeof policy): readonly Mark[] => (text !== undefined && 'marks' in text ? text.marks : []);
  const marks = { object: { marks: marked(object) }, policy: { marks: marked(policy) } };
  if ('marks' in definition) return { ...marks, definition: { marks: definition.marks } };
  const refused = await refusalOf(definitionCall(definition.value), signal);
  const state = {
    ...marks,
    read: definition.value,
    definition: {
      marks: await marksOf(texts.definition, causesOf(refused)),
      error: refused,
      isTaken: refused === undefined,
    },
  };
  if ('marks' in object) return state;
  const rules = policy !== undefined && 'value' in policy ? { policy: policy.value } : {};
  try {
    const body = { definition: definition.value, object: object.value, ...rules };
    const trial = await ask<Trial>({ method: 'POST', path: TRIALS_PATH, body }, signal);
    const faulty = await marksOf(texts.policy, trial.conversion?.faults ?? []);
    return {
      ...state,
      trial,
      object: { marks: await marksOf(texts.object, trial.faults) },
      policy: { marks: [...state.policy.marks, ...faulty] },
    };
  } catch (error) {
    return { ...state, object: { marks: [], error } };
  }
}

async function refusalOf(call: ApiCall, signal: AbortSignal): Promise<unknown> {
  try {
    await ask(call, signal);
    return undefined;
  } catch (error) {
    return error;
  }
}

const causesOf = (error: unknown): readonly FieldFault[] =>
  error instanceof StatusError ? (error.status.details?.causes ?? []) : [];
