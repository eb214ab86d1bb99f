import { getOwn, isJsonObject, type Json, type JsonObject, setOwn } from '#meta';
import { ConversionRuleError } from './conversion-fault.ts';

/** The names that lead from an object to a field of it. */
export type Steps = readonly string[];

const fieldName = /^[A-Za-z_$][A-Za-z0-9_$-]*$/;
const MAX_STEPS = 32;

/** `spec.frame.width`; undefined where it is no path. */
export function parsePath(text: string): Steps | undefined {
  const steps = text.split('.');
  return steps.length <= MAX_STEPS && steps.every((step) => fieldName.test(step)) ? steps : undefined;
}

/** The value, which is not there any more; nor are the objects that held nothing else. */
export function takeAt(object: JsonObject, steps: Steps): Json | undefined {
  const parents: JsonObject[] = [object];
  for (const step of steps.slice(0, -1)) {
    const next = getOwn(parents.at(-1) as JsonObject, step);
    if (!isJsonObject(next)) return undefined;
    parents.push(next);
  }
  const value = getOwn(parents.at(-1) as JsonObject, steps.at(-1) as string);
  for (let depth = steps.length - 1; depth >= 0; depth--) {
    const isEmptied = depth === steps.length - 1 || Object.keys(parents[depth + 1] as JsonObject).length === 0;
    // `spec` itself stays: a kind may want it.
    if (!isEmptied || (depth === 0 && steps.length > 1)) break;
    if (depth < steps.length - 1 && value === undefined) break;
    delete (parents[depth] as JsonObject)[steps[depth] as string];
  }
  return value;
}

export function putAt(object: JsonObject, steps: Steps, value: Json): void {
  let at = object;
  for (const step of steps.slice(0, -1)) {
    let next = getOwn(at, step);
    if (next === undefined || next === null) {
      next = {};
      setOwn(at, step, next);
    }
    if (!isJsonObject(next)) throw new ConversionRuleError(`${steps.join('.')}: ${step} is no object`);
    at = next;
  }
  setOwn(at, steps.at(-1) as string, value);
}
