import { cloneJson, isJsonObject, type JsonObject } from '#meta';
import { applyDefaults, compileSchema, pruneObject } from '#schema';
import type { ApiVersion } from './api-definition.ts';
import type { Report } from './report.ts';
import { smallestValue } from './values/generate.ts';
import { ValueJudge } from './values/validity.ts';

/** Whether the definition before takes what the new one writes for somebody who uses nothing that is new. */
export function checkRollback(old: ApiVersion, next: ApiVersion, report: Report): void {
  if (old.structural === undefined || next.structural === undefined || !old.served) return;
  const written = smallestObject(next);
  const judge = new ValueJudge(next.structural, { isWholeObject: true });
  if (written === undefined || !judge.accepts(written)) return;
  const before = compileSchema(old.structural);
  const read = cloneJson(written) as JsonObject;
  pruneObject(before, read);
  const faults = new ValueJudge(old.structural, { isWholeObject: true }).faults(read);
  // An object with less in it than the old definition asks for has its own rule.
  const [fault] = faults.filter((text) => !/Required value/.test(text));
  if (fault === undefined) return;
  report.version(next.name).note({
    rule: 'rollback-unsafe',
    message: `the definition before refuses an object without anything new: ${fault}`,
    evidence: [written],
  });
}

/** With all its defaults, as it would be stored. */
function smallestObject({ schema, structural }: ApiVersion): JsonObject | undefined {
  const value = smallestValue(schema);
  if (!isJsonObject(value ?? null) || structural === undefined) return undefined;
  const object: JsonObject = {
    apiVersion: 'example.com/v1',
    kind: 'Any',
    metadata: { name: 'a' },
    ...(cloneJson(value as JsonObject) as JsonObject),
  };
  if (schema.properties.has('spec')) object.spec ??= {};
  applyDefaults(compileSchema(structural), object);
  return object;
}
