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
}

/** What became of the two texts. */
export interface TrialState {
  readonly definition: { readonly marks: readonly Mark[]; readonly error?: unknown; readonly isTaken?: boolean };
  readonly object: { readonly marks: readonly Mark[]; readonly error?: unknown };
  readonly trial?: Trial;
}

export const TRIALS_PATH = '/pinnace/trials';
const PAUSE_MS = 350;
const nothing: TrialState = { definition: { marks: [] }, object: { marks: [] } };

/** Asks the server when somebody has stopped typing. */
export function useTrial(definition: string, object: string): TrialState {
  const [state, setState] = useState<TrialState>(nothing);
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      tried(definition, object, abort.signal).then(
        (made) => !abort.signal.aborted && setState(made),
        (error: unknown) => !abort.signal.aborted && setState({ ...nothing, object: { marks: [], error } }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [definition, object]);
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

async function tried(definitionText: string, objectText: string, signal: AbortSignal): Promise<TrialState> {
  const [definition, object] = await Promise.all([parseYaml(definitionText), parseYaml(objectText)]);
  const objectMarks = 'marks' in object ? object.marks : [];
  if ('marks' in definition) return { definition: { marks: definition.marks }, object: { marks: objectMarks } };
  const refused = await refusalOf(definitionCall(definition.value), signal);
  const state = {
    definition: {
      marks: await marksOf(definitionText, causesOf(refused)),
      error: refused,
      isTaken: refused === undefined,
    },
    object: { marks: objectMarks },
  };
  if ('marks' in object) return state;
  try {
    const body = { definition: definition.value, object: object.value };
    const trial = await ask<Trial>({ method: 'POST', path: TRIALS_PATH, body }, signal);
    return { ...state, trial, object: { marks: await marksOf(objectText, trial.faults) } };
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
