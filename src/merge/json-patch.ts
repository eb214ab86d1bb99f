import { getOwn, isObject, type Json, type JsonObject } from './json.ts';
import { JsonDraft } from './json-draft.ts';
import type { JsonPatch } from './json-patch-document.ts';
import { checkDepth, deepCopy, jsonSize, sameJson } from './json-tree.ts';
import { PatchDoesNotApplyError } from './patch-errors.ts';

/** What all the copies of one patch may add together, in bytes of JSON. */
const maxCopiedBytes = 3 * 1024 * 1024;

interface Applying {
  readonly draft: JsonDraft;
  copiedBytes: number;
}
type Operation = (applying: Applying, operation: JsonObject) => void;

/**
 * Applies a JSON patch (RFC 6902), all of it or, when an operation fails, nothing. More is taken than the RFC allows:
 * `replace` adds a missing key, a value that is left out is null, `copy` of a missing key gives null, `test` for null
 * passes where the key is missing, lists count from their end below zero, and whatever stands before the first slash
 * of a path is overlooked.
 *
 * The result may share parts with the document and the patch, and neither is changed.
 */
export function applyJsonPatch(document: JsonObject, patch: JsonPatch): Json {
  const applying: Applying = { draft: new JsonDraft(document), copiedBytes: 0 };
  for (const operation of patch.operations) applyOperation(applying, isObject(operation) ? operation : {});
  const result = applying.draft.result();
  if (patch.operations.length > 0) checkDepth(result);
  return result;
}

function applyOperation(applying: Applying, operation: JsonObject): void {
  const name = getOwn(operation, 'op');
  const apply = typeof name === 'string' ? operations.get(name) : undefined;
  if (apply === undefined) {
    throw new PatchDoesNotApplyError(`Unexpected kind: ${typeof name === 'string' ? name : 'unknown'}`);
  }
  apply(applying, operation);
}

const operations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['add', ({ draft }, operation) => draft.add(pathOf(operation), newValue(operation))],
  ['remove', ({ draft }, operation) => draft.remove(pathOf(operation))],
  ['replace', ({ draft }, operation) => draft.replace(pathOf(operation), newValue(operation))],
  ['move', move],
  ['copy', copy],
  ['test', test],
]);

function move({ draft }: Applying, operation: JsonObject): void {
  const from = fromOf(operation);
  const value = draft.get(from) ?? null;
  draft.remove(from);
  draft.add(pathOf(operation), value);
}

function copy(applying: Applying, operation: JsonObject): void {
  const value = applying.draft.get(fromOf(operation));
  applying.copiedBytes += value === undefined ? 0 : jsonSize(value);
  if (applying.copiedBytes > maxCopiedBytes) {
    throw new PatchDoesNotApplyError(
      `Unable to complete the copy, the accumulated size increase of copy is ${applying.copiedBytes}, exceeding the limit ${maxCopiedBytes}`,
    );
  }
  // The draft changes its containers in place: the same one must not stand in two places.
  applying.draft.add(pathOf(operation), value === undefined ? null : deepCopy(value));
}

function test({ draft }: Applying, operation: JsonObject): void {
  const path = pathOf(operation);
  const actual = path === '' ? draft.root : (draft.get(path) ?? null);
  if (!sameJson(actual, newValue(operation))) {
    throw new PatchDoesNotApplyError(`testing value ${path} failed`);
  }
}

function newValue(operation: JsonObject): Json {
  return getOwn(operation, 'value') ?? null;
}

function pathOf(operation: JsonObject): string {
  return textOf(operation, 'path');
}

function fromOf(operation: JsonObject): string {
  return textOf(operation, 'from');
}

function textOf(operation: JsonObject, field: 'path' | 'from'): string {
  const text = getOwn(operation, field);
  if (typeof text !== 'string') throw new PatchDoesNotApplyError(`operation missing ${field} field`);
  return text;
}
