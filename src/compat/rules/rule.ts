import type { JsonObject } from '#meta';
import type { Stability } from '../api-definition.ts';

export type Severity = 'error' | 'warning' | 'note';
/** Who is hurt: who sends objects, or who reads them. */
export type Direction = 'send' | 'read';

/** One rule of changing an API. */
export interface Rule {
  readonly id: string;
  /** One line. */
  readonly title: string;
  /** What the checker looks for. */
  readonly meaning: string;
  readonly why: string;
  /** How to do it right. */
  readonly advice: string;
  /** How grave it is. A rule that says nothing of a direction does not concern it. */
  readonly severity: { readonly [direction in Direction]?: BySeverity };
  /** Whether somebody is hurt cannot be decided by a program: it is an error only with `--strict`. */
  readonly judgedByPeople?: true;
  /** A change that breaks the rule. */
  readonly fails: Example;
  /** A change that is alike and keeps it. */
  readonly passes: Example;
}

type BySeverity = { readonly [stability in Stability]: Severity };

export interface Example {
  readonly old: ExamplePart;
  readonly new: ExamplePart;
}

/** What differs from the definition that all examples have in common. */
export interface ExamplePart {
  /** Properties of `spec` in v1. */
  readonly spec?: JsonObject;
  /** The whole schema of `spec`, where more than its properties matters. */
  readonly specSchema?: JsonObject;
  /** Properties of `status` in v1. */
  readonly status?: JsonObject;
  /** More members of version v1. */
  readonly version?: JsonObject;
  /** All versions, in place of v1 alone. */
  readonly versions?: readonly JsonObject[];
  /** `status.storedVersions`. */
  readonly storedVersions?: readonly string[];
  /** More members of the definition's `spec`. */
  readonly definition?: JsonObject;
}

/** Breaks a promise of beta and stable versions; alpha versions have made none. */
export const breaking: BySeverity = { alpha: 'warning', beta: 'error', stable: 'error' };
/** May surprise. */
export const surprising: BySeverity = { alpha: 'note', beta: 'warning', stable: 'warning' };
/** Worth a look. */
export const notable: BySeverity = { alpha: 'note', beta: 'note', stable: 'note' };
/** Breaks whatever the version promised: the server itself, or every object. */
export const always: BySeverity = { alpha: 'error', beta: 'error', stable: 'error' };

/** The definition that an example describes. */
export function exampleDefinition(part: ExamplePart): JsonObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      versions: part.versions === undefined ? [onlyVersion(part)] : [...part.versions],
      ...part.definition,
    },
    ...(part.storedVersions === undefined ? {} : { status: { storedVersions: [...part.storedVersions] } }),
  };
}

function onlyVersion(part: ExamplePart): JsonObject {
  return {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: exampleSchema(part) },
    subresources: { status: {} },
    ...part.version,
  };
}

/** The schema of an object with this `spec` and `status`. */
function exampleSchema({ spec, specSchema, status }: ExamplePart): JsonObject {
  return {
    type: 'object',
    description: 'A widget.',
    properties: {
      spec: { type: 'object', properties: spec ?? {}, ...specSchema },
      ...(status === undefined ? {} : { status: { type: 'object', properties: status } }),
    },
  };
}

/** A version of an example with more than one. */
export function exampleVersion(name: string, spec: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    name,
    served: true,
    storage: false,
    schema: { openAPIV3Schema: exampleSchema({ spec }) },
    ...more,
  };
}
