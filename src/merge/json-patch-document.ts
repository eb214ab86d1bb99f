import { isJsonObject, type Json, type JsonObject } from '#meta';
import { cannotUnmarshal } from './go-words.ts';
import { membersOf } from './json.ts';
import type { PatchReading } from './json-merge-patch.ts';
import { MalformedPatchError, TooManyOperationsError } from './patch-errors.ts';

const MAX_OPERATIONS = 10_000;

/** A JSON patch that has been read; see `applyJsonPatch`. */
export interface JsonPatch {
  /** Not looked into yet: whether an operation makes sense shows when it is applied. */
  readonly operations: readonly Json[];
  /** One sentence for each member that no operation has: `unknown field "[0].valeu"`. */
  readonly unknownFields: readonly string[];
}

/** More unknown fields than this are not reported. */
const MAX_UNKNOWN_FIELDS = 100;

const fields = new Set(['op', 'path', 'from', 'value']);

/** Reads the document of a JSON patch. The lenient reader does not look into the operations. */
export function readJsonPatch(document: Json, { lenient = false }: PatchReading = {}): JsonPatch {
  const operations = document ?? [];
  const unknownFields: string[] = [];
  if (!Array.isArray(operations)) throw malformed(operations, { lenient, type: 'patch' });
  for (const [at, operation] of operations.entries()) {
    if (operation === null) continue;
    if (!isJsonObject(operation)) throw malformed(operation, { lenient, type: 'operation' });
    if (!lenient)
      unknownFields.push(...checkOperation(operation, at).slice(0, MAX_UNKNOWN_FIELDS - unknownFields.length));
  }
  if (operations.length > MAX_OPERATIONS) {
    throw new TooManyOperationsError(
      `The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${operations.length}`,
    );
  }
  return { operations, unknownFields };
}

// k8s: apiserver/pkg/endpoints/handlers/patch.go jsonPatchOp: the names of Go's types are part of the messages.
const goTypes = {
  strict: { patch: '[]handlers.jsonPatchOp', operation: 'handlers.jsonPatchOp' },
  lenient: { patch: 'jsonpatch.Patch', operation: 'jsonpatch.Operation' },
} as const;

function malformed(value: Json, { lenient, type }: { lenient: boolean; type: 'patch' | 'operation' }) {
  const error = cannotUnmarshal(value, `value of type ${goTypes[lenient ? 'lenient' : 'strict'][type]}`);
  return lenient ? error : new MalformedPatchError(`error decoding patch: ${error.message}`);
}

function checkOperation(operation: JsonObject, at: number): string[] {
  const unknown: string[] = [];
  for (const [key, value] of membersOf(operation)) {
    if (!fields.has(key)) {
      unknown.push(`unknown field "[${at}].${key}"`);
    } else if (key !== 'value' && value !== null && typeof value !== 'string') {
      const { message } = cannotUnmarshal(value, `struct field jsonPatchOp.${key} of type string`);
      throw new MalformedPatchError(`error decoding patch: ${message}`);
    }
  }
  return unknown;
}
