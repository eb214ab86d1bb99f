import type { Json } from '#meta';
import type { Mapping } from '../mapping.ts';
import type { RuleReader } from '../rule-reader.ts';

/** What a rule is compiled for. */
export interface RuleContext {
  readonly from: string;
  readonly to: string;
  /** Compiles the rules of items. */
  rules(value: Json | undefined): readonly Mapping[];
}

/** Makes a mapping of what somebody wrote. */
export type RuleKind = (reader: RuleReader, context: RuleContext) => Mapping;
