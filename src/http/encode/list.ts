import { encodeCbor, encodeJson, itemsNameKind, parseJson, type ServedResource, toYaml } from '#machinery';
import { type ApiError, type Json, type JsonObject, nextTurn, whenReady } from '#meta';
import { type Entry, jsonInVersion, servesStoredBytes, typePrefix, writeWireJson } from '#registry';
import { Chunks, type Pieces } from './chunks.ts';
import { JsonIndenter } from './json-indenter.ts';
import { cborFrame, jsonFrame, yamlFrame } from './list-frame.ts';
import { objectFor, partialObject } from './metadata.ts';
import { notAcceptable } from './not-acceptable.ts';
import { protobufList } from './protobuf-list.ts';
import { RowRunWriter } from './row-runs.ts';
import { type ShownList, showsRuns, slicesOf } from './shown-list.ts';
import { rowsName, storedRows } from './table.ts';
import type { View } from './view.ts';

/** Why a list cannot be shown as is asked for, if so. */
export function listRefusal(view: View): ApiError | undefined {
  return (
    view.refusal ?? (view.representation.as === 'PartialObjectMetadata' ? notAcceptable(view, 'is a list') : undefined)
  );
}

/** A list in the representation that was asked for, in chunks: whatever its form, nothing is sized by the list. */
export function presentList(view: View, list: ShownList): AsyncGenerator<Uint8Array> {
  const { media, pretty } = view.representation;
  if (media === 'protobuf') return protobufList(view, list);
  if (media === 'yaml') return yamlList(view, list);
  if (media === 'cbor') return cborList(view, list);
  return pretty ? indented(jsonList(view, list)) : jsonList(view, list);
}

async function* indented(json: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const indenter = new JsonIndenter();
  for await (const chunk of json) yield indenter.push(chunk);
}

async function* jsonList(view: View, list: ShownList): AsyncGenerator<Uint8Array> {
  const chunks = new Chunks(list.room);
  const { head, tail, empty } = jsonFrame(view, list);
  chunks.add(head);
  // A long list begins at once, even if it takes long until an item matches.
  if (list.more !== undefined) yield* chunks.finish();
  let before = '[';
  for await (const slice of slicesOf(view, list)) {
    const write = itemsWriter(slice.view, list, chunks);
    for (let at = 0; at < slice.entries.length; ) {
      chunks.add(before);
      before = ',';
      const written = write(slice.entries, at);
      at += written instanceof Promise ? await written : written;
      for (const chunk of chunks.take()) yield chunk;
    }
  }
  chunks.add(before === '[' ? empty : ']');
  chunks.add(tail);
  yield* chunks.finish();
}

async function* yamlList(view: View, list: ShownList): AsyncGenerator<Uint8Array> {
  const chunks = new Chunks();
  const { head, tail, empty } = yamlFrame(view, list);
  chunks.add(head);
  if (list.more !== undefined) yield* chunks.finish();
  let before = '\n';
  for await (const value of itemValues(view, list)) {
    // An item looks the same wherever its list stands.
    chunks.add(before + toYaml([value]));
    before = '';
    for (const chunk of chunks.take()) yield chunk;
  }
  if (before !== '') chunks.add(empty);
  chunks.add(tail);
  yield* chunks.finish();
}

async function* cborList(view: View, list: ShownList): AsyncGenerator<Uint8Array> {
  const chunks = new Chunks();
  const { head, tail } = cborFrame(view, list);
  chunks.add(head);
  if (list.more !== undefined) yield* chunks.finish();
  for await (const value of itemValues(view, list)) {
    chunks.add(encodeCbor(value));
    for (const chunk of chunks.take()) yield chunk;
  }
  chunks.add(tail);
  yield* chunks.finish();
}

/** What the items of the same list in JSON would be. */
async function* itemValues(view: View, list: ShownList): AsyncGenerator<Json> {
  for await (const slice of slicesOf(view, list)) {
    const item = new Collected();
    const add = itemWriter(slice.view, item);
    for (const entry of slice.entries) {
      const pending = add(entry);
      if (pending !== undefined) await pending;
      yield parseJson(item.take(), { duplicates: false }).value;
    }
  }
}

/** The pieces of one item. */
class Collected implements Pieces {
  #pieces: Uint8Array[] = [];

  add(piece: Uint8Array | string): void {
    this.#pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
  }
  addPart(bytes: Uint8Array, from: number, to: number): void {
    this.#pieces.push(bytes.subarray(from, to));
  }
  take(): Buffer {
    return Buffer.concat(this.#pieces.splice(0));
  }
}

/** Writes what stands at a place of a list as JSON, one item or more, and tells how many. */
function itemsWriter(
  view: View,
  list: ShownList,
  out: Pieces,
): (entries: readonly Entry[], at: number) => number | Promise<number> {
  if (showsRuns(view, list)) {
    const shown = { name: `rows:${rowsName(view)}`, now: view.now(), rowOf: storedRows(view) };
    const rows = new RowRunWriter(shown, out);
    return (entries, at) => whenReady(rows.write(entries, at), (count) => (rows.isTired() ? rest(count) : count));
  }
  const write = itemWriter(view, out);
  return (entries, at) => write(entries[at] as Entry)?.then(() => 1) ?? 1;
}

/** Writes one item as JSON; a promise only where a conversion has to be waited for. */
function itemWriter(view: View, out: Pieces): (entry: Entry) => Promise<void> | undefined {
  const { representation } = view;
  if (representation.as === 'object') return objectWriter(view, out);
  if (representation.as === 'Table') return rowWriter(view, out);
  const add = (value: JsonObject): void => out.add(encodeJson(value));
  const make = (entry: Entry): JsonObject | Promise<JsonObject> =>
    whenReady(objectFor(view, entry), (object) => partialObject(object, representation));
  return (entry) => {
    const value = make(entry);
    if (value instanceof Promise) return value.then(add);
    add(value);
    return undefined;
  };
}

function rowWriter(view: View, out: Pieces): (entry: Entry) => Promise<void> | undefined {
  const now = view.now();
  const rowOf = storedRows(view);
  return (entry) => {
    const row = rowOf(entry);
    if (row instanceof Promise) return row.then((ready) => out.add(ready.bytesAt(now)));
    out.add(row.bytesAt(now));
    return undefined;
  };
}

function objectWriter({ served, converted }: View, out: Pieces): (entry: Entry) => Promise<void> | undefined {
  const skip = skippedLength(served);
  const addConverted = (bytes: Uint8Array): void => {
    if (skip > 0) out.add('{');
    out.add(bytes.subarray(skip));
  };
  return (entry) => {
    if (servesStoredBytes(served, entry)) {
      if (skip > 0) out.add('{');
      writeWireJson(entry, skip, out);
      return undefined;
    }
    const bytes = jsonInVersion(served, entry, converted);
    if (bytes instanceof Promise) return bytes.then(addConverted);
    addConverted(bytes);
    return undefined;
  };
}

/** Others get their turn. */
async function rest(count: number): Promise<number> {
  await nextTurn();
  return count;
}

/** How much is left out of each item. */
function skippedLength(served: ServedResource): number {
  return itemsNameKind(served) ? 0 : typePrefix(served).length;
}
