import type { Json } from '#meta';
import type { Direction, RuleId, Severity } from './rules/index.ts';

/** Steps from the root of an object: names, `[*]` for any item, `{*}` for any value of a map. */
export type Path = readonly string[];

/** `spec.ports[*].name`, `metadata.labels{*}`. */
export function pathText(path: Path): string {
  let text = '';
  for (const step of path) text += step === '[*]' || step === '{*}' ? step : `${text === '' ? '' : '.'}${step}`;
  return text;
}

/** One change that somebody may notice. */
export interface Finding {
  readonly rule: RuleId;
  readonly severity: Severity;
  /** Whom it concerns: who sends objects, who reads them. */
  readonly directions: readonly Direction[];
  /** `widgets.example.com` */
  readonly definition: string;
  /** Empty for what concerns all versions; `v1beta1, v1` for two that do not agree. */
  readonly version: string;
  /** Empty for what concerns the whole version. */
  readonly path: string;
  readonly message: string;
  /** It could not be decided whether anybody notices. */
  readonly undecided?: true;
  /** Values or objects that show it. */
  readonly evidence?: readonly Json[];
  /** How many stored objects it touches, where a server was asked. */
  readonly touched?: TouchedObjects;
  /** Where the definition was read, and the line it begins at. */
  readonly origin: string;
  readonly line: number;
}

export interface TouchedObjects {
  readonly count: number;
  readonly of: number;
  /** Some of them: `default/a`. */
  readonly examples: readonly string[];
}
