import { checkBounds } from './checks/bounds-check.ts';
import { checkRules } from './checks/cel-check.ts';
import { checkConditions } from './checks/condition-check.ts';
import { checkDefault } from './checks/default-check.ts';
import { checkDescription } from './checks/description-check.ts';
import { checkEnum } from './checks/enum-check.ts';
import { FieldChanges } from './checks/field-changes.ts';
import { checkFormat } from './checks/format-check.ts';
import { checkPattern } from './checks/pattern-check.ts';
import { checkRequired } from './checks/required-check.ts';
import { checkStructure } from './checks/structure-check.ts';
import { checkTopology } from './checks/topology-check.ts';
import { checkType } from './checks/type-check.ts';
import { checkUnion } from './checks/union-check.ts';
import type { FieldCheck, FieldPair } from './field-pair.ts';
import type { VersionReport } from './report.ts';
import type { SchemaView } from './schema-view.ts';

/** All that is looked at where the type stayed the same. */
const checks: readonly FieldCheck[] = [
  checkRequired,
  checkDefault,
  checkEnum,
  checkBounds,
  checkPattern,
  checkFormat,
  checkRules,
  checkConditions,
  checkUnion,
  checkTopology,
  checkStructure,
  checkDescription,
];

/** Documents may refer in circles. */
const MAX_DEPTH = 40;

/** Tells everything that differs between two schemas of one version. */
export function compareSchemas(old: SchemaView, next: SchemaView, report: VersionReport): void {
  const changes = new FieldChanges();
  walk({ path: [], old, next, parent: undefined, report }, changes);
  changes.tell(report);
}

function walk(pair: FieldPair, changes: FieldChanges): void {
  const { old, next, path } = pair;
  if (old.source === next.source || path.length > MAX_DEPTH || isCircle(pair)) return;
  if (!checkType(pair)) {
    // Types may differ where nothing else is comparable; words and defaults still are.
    checkDefault(pair);
    return;
  }
  for (const check of checks) check(pair);
  changes.look(pair);
  for (const [name, property] of old.properties) {
    const after = next.properties.get(name);
    if (after !== undefined) walk(below(pair, name, [property, after]), changes);
  }
  if (old.items !== undefined && next.items !== undefined) walk(below(pair, '[*]', [old.items, next.items]), changes);
  if (old.values !== undefined && next.values !== undefined)
    walk(below(pair, '{*}', [old.values, next.values]), changes);
}

function below(parent: FieldPair, step: string, [old, next]: readonly [SchemaView, SchemaView]): FieldPair {
  return { path: [...parent.path, step], old, next, parent, report: parent.report };
}

/** A type that holds itself has been compared further up. */
function isCircle({ old: { reference }, parent }: FieldPair): boolean {
  if (reference === undefined) return false;
  for (let above = parent; above !== undefined; above = above.parent)
    if (above.old.reference === reference) return true;
  return false;
}
