import { arrayOf } from '../values/lists.ts';
import { isList, readJson, type Value } from '../values/value.ts';
import { Configuration, jsonOfValue, misnamedParts, NoJson, PatchOperation } from './mutation-values.ts';

/** The result of an expression cannot be applied to an object. */
export class MutationFault extends Error {
  override name = 'MutationFault';
}

function requireNames(value: Value, path: string): void {
  const faults = misnamedParts(value, path);
  if (faults.length > 0) throw new MutationFault(`type mismatch: ${faults.join('\n')}`);
}

/** The JSON of an `Object{…}`. k8s: apiserver/pkg/admission/plugin/policy/mutating/patch/smd.go */
export function configurationJson(value: Value): { [key: string]: unknown } {
  if (!(value instanceof Configuration)) throw new MutationFault('invalid return type');
  requireNames(value, value.type.name);
  return withWords(() => jsonOfValue(value) as { [key: string]: unknown }, 'invalid return type');
}

/** The JSON of a list of `JSONPatch{…}`. k8s: apiserver/pkg/admission/plugin/policy/mutating/patch/json_patch.go */
export function patchJson(value: Value): readonly { readonly [key: string]: unknown }[] {
  const operations = isList(value) ? arrayOf(value).map(readJson) : [];
  return operations.map((operation) => {
    if (!(operation instanceof PatchOperation)) {
      throw new MutationFault('type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch');
    }
    return operationJson(operation);
  });
}

const NO_JSON = 'JSONPath valueExpression evaluated to a type that could not marshal to JSON';

function operationJson(operation: PatchOperation): { readonly [key: string]: unknown } {
  const from = operation.text('from');
  const value = operation.fields.get('value');
  if (value instanceof Configuration) requireNames(value, value.type.name);
  return {
    op: operation.text('op'),
    path: operation.text('path'),
    ...(from !== '' && { from }),
    ...(value !== undefined && { value: withWords(() => jsonOfValue(value), NO_JSON) }),
  };
}

function withWords<T>(work: () => T, words: string): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof NoJson) throw new MutationFault(`${words}: ${error.message}`);
    throw error;
  }
}
