import type { ApiDefinition } from './api-definition.ts';
import { compareDefinitions, removedDefinition } from './compare-definitions.ts';
import type { Finding } from './finding.ts';
import type { ReportOptions } from './report.ts';

/** A definition that is read when it is needed: thousands of them would not fit into memory together. */
export interface LazyDefinition {
  /** `widgets.example.com` */
  readonly name: string;
  load(): ApiDefinition;
  /** What it is read from, where that is at hand: the same bytes are the same definition. */
  bytes?(): Uint8Array;
}

/** The definitions of one source, by name. */
export interface DefinitionSet {
  /** As the user called it. */
  readonly label: string;
  readonly definitions: ReadonlyMap<string, LazyDefinition>;
}

interface SetComparison {
  readonly compared: number;
  readonly findings: readonly Finding[];
}

/** Compares two sources, one definition at a time. Definitions that are new break nobody. */
export function compareSets(old: DefinitionSet, next: DefinitionSet, options: ReportOptions = {}): SetComparison {
  const findings: Finding[] = [];
  let compared = 0;
  for (const [name, before] of old.definitions) {
    const after = next.definitions.get(name);
    if (after === undefined) {
      findings.push(...removedDefinition(before.load(), added(old, next), options));
    } else {
      compared++;
      if (isSameText(before, after)) continue;
      findings.push(...compareDefinitions(before.load(), after.load(), options));
    }
  }
  return { compared, findings };
}

function isSameText(old: LazyDefinition, next: LazyDefinition): boolean {
  const [before, after] = [old.bytes?.(), next.bytes?.()];
  return before !== undefined && after !== undefined && Buffer.compare(before, after) === 0;
}

function added(old: DefinitionSet, next: DefinitionSet): readonly ApiDefinition[] {
  return [...next.definitions].filter(([name]) => !old.definitions.has(name)).map(([, lazy]) => lazy.load());
}
