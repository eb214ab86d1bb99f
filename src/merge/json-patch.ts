import { getOwn, isJsonObject, type Json, type JsonObject, numericEqual } from '#meta';
import { JsonDraft, unescapeKey } from './json-draft.ts';
import type { JsonPatch } from './json-patch-document.ts';
import { checkDepth, deepCopy, jsonSize } from './json-tree.ts';
import { MissingParentError, PatchDoesNotApplyError, PatchTestFailedError } from './patch-errors.ts';

/** What all the copies of one patch may add together, in bytes of JSON. */
const MAX_COPIED_BYTES = 3 * 1024 * 1024;

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
  for (const operation of patch.operations) applyOperation(applying, isJsonObject(operation) ? operation : {});
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
  ['add', add],
  ['remove', remove],
  ['replace', replace],
  ['move', move],
  ['copy', copy],
  ['test', test],
]);

/** The messages for a path that leads nowhere, and for a value that does not fit. */
interface Words {
  readonly missing: string;
  readonly wrong: (why: string) => string;
}

/** Says it in the words that Kubernetes' library has for it. */
function attempt<T>(work: () => T, { missing, wrong }: Words): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof MissingParentError) throw new MissingParentError(`${missing}: missing value`);
    if (error instanceof PatchDoesNotApplyError) throw new PatchDoesNotApplyError(wrong(error.message));
    throw error;
  }
}

function add({ draft }: Applying, operation: JsonObject): void {
  const path = textOf(operation, 'path') ?? undecodable('add operation failed to decode path');
  attempt(() => draft.add(path, newValue(operation)), {
    missing: `add operation does not apply: doc is missing path: "${path}"`,
    wrong: (why) => `error in add for path: '${path}': ${why}`,
  });
}

function remove({ draft }: Applying, operation: JsonObject): void {
  const path = textOf(operation, 'path') ?? undecodable('remove operation failed to decode path');
  attempt(() => draft.remove(path), {
    missing: `remove operation does not apply: doc is missing path: "${path}"`,
    wrong: (why) => `error in remove for path: '${path}': ${why}`,
  });
}

function replace({ draft }: Applying, operation: JsonObject): void {
  const path = textOf(operation, 'path') ?? undecodable(`replace operation failed to decode path: ${NO_PATH}`);
  const value = newValue(operation);
  // The real server wraps an error there that it does not have.
  if (path === '' && (typeof value !== 'object' || value === null))
    throw new PatchDoesNotApplyError('replace operation value must be object or array: %!w(<nil>)');
  attempt(() => draft.replace(path, value), {
    missing: `replace operation does not apply: doc is missing path: ${path}`,
    wrong: () => `replace operation does not apply: doc is missing key: ${path}: missing value`,
  });
}

function move({ draft }: Applying, operation: JsonObject): void {
  const from = textOf(operation, 'from') ?? undecodable(`move operation failed to decode from: ${NO_FROM}`);
  const words: Words = {
    missing: `move operation does not apply: doc is missing from path: ${from}`,
    wrong: (why) => `error in move for path: '${unescapeKey(from.slice(from.lastIndexOf('/') + 1))}': ${why}`,
  };
  const value = attempt(() => {
    const found = draft.get(from) ?? null;
    draft.remove(from);
    return found;
  }, words);
  const path = textOf(operation, 'path') ?? undecodable(`move operation failed to decode path: ${NO_PATH}`);
  attempt(() => draft.add(path, value), {
    missing: `move operation does not apply: doc is missing destination path: ${path}`,
    wrong: (why) => `error in move for path: '${path}': ${why}`,
  });
}

function copy(applying: Applying, operation: JsonObject): void {
  const { draft } = applying;
  const from = textOf(operation, 'from') ?? undecodable(`copy operation failed to decode from: ${NO_FROM}`);
  const value = attempt(() => draft.get(from), {
    missing: `copy operation does not apply: doc is missing from path: ${from}`,
    wrong: (why) => `error in copy for from: '${from}': ${why}`,
  });
  const path = textOf(operation, 'path') ?? undecodable('copy operation failed to decode path');
  countCopy(applying, value);
  // The draft changes its containers in place: the same one must not stand in two places.
  attempt(() => draft.add(path, value === undefined ? null : deepCopy(value)), {
    missing: `copy operation does not apply: doc is missing destination path: ${path}`,
    wrong: (why) => `error while adding value during copy: ${why}`,
  });
}

function countCopy(applying: Applying, value: Json | undefined): void {
  applying.copiedBytes += value === undefined ? 0 : jsonSize(value);
  if (applying.copiedBytes <= MAX_COPIED_BYTES) return;
  throw new PatchDoesNotApplyError(
    `Unable to complete the copy, the accumulated size increase of copy is ${applying.copiedBytes}, exceeding the limit ${MAX_COPIED_BYTES}`,
  );
}

function test({ draft }: Applying, operation: JsonObject): void {
  const path = textOf(operation, 'path') ?? undecodable(`test operation failed to decode path: ${NO_PATH}`);
  const found = () => (path === '' ? draft.root : (draft.get(path) ?? null));
  const actual = attempt(found, {
    missing: `test operation does not apply: is missing path: ${path}`,
    wrong: (why) => `error in test for path: '${path}': ${why}`,
  });
  if (!numericEqual(actual, newValue(operation))) {
    throw new PatchTestFailedError(`testing value ${path} failed: test failed`);
  }
}

const NO_PATH = 'operation missing path field';
const NO_FROM = 'operation, missing from field';

function undecodable(message: string): never {
  throw new PatchDoesNotApplyError(`${message}: missing value`);
}

function newValue(operation: JsonObject): Json {
  return getOwn(operation, 'value') ?? null;
}

function textOf(operation: JsonObject, field: 'path' | 'from'): string | undefined {
  const text = getOwn(operation, field);
  return typeof text === 'string' ? text : undefined;
}
