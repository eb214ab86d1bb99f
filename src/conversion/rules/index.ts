import { celRule } from './cel-rule.ts';
import {
  fieldsToMapRule,
  forEachRule,
  listToMapRule,
  mapToFieldsRule,
  mapToListRule,
  toItemRule,
  toListRule,
} from './list-rules.ts';
import {
  annotationToField,
  constantRule,
  defaultRule,
  deleteRule,
  fieldToAnnotation,
  fieldToLabel,
  labelToField,
  moveRule,
  preserveRule,
  renameRule,
} from './place-rules.ts';
import type { RuleKind } from './rule-kind.ts';
import { formatRule, joinRule, parseRule, splitRule } from './text-rules.ts';
import { coerceRule, durationRule, enumRule, quantityRule, scaleRule } from './value-rules.ts';

/** Every kind of rule, by the word that it is written with. */
export const ruleKinds: ReadonlyMap<string, RuleKind> = new Map(
  Object.entries({
    rename: renameRule,
    move: moveRule,
    split: splitRule,
    join: joinRule,
    parse: parseRule,
    format: formatRule,
    toList: toListRule,
    toItem: toItemRule,
    listToMap: listToMapRule,
    mapToList: mapToListRule,
    fieldsToMap: fieldsToMapRule,
    mapToFields: mapToFieldsRule,
    annotationToField,
    fieldToAnnotation,
    labelToField,
    fieldToLabel,
    enum: enumRule,
    constant: constantRule,
    default: defaultRule,
    scale: scaleRule,
    quantity: quantityRule,
    duration: durationRule,
    coerce: coerceRule,
    delete: deleteRule,
    preserve: preserveRule,
    forEach: forEachRule,
    cel: celRule,
  }),
);
