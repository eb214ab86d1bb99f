import { encodeJson, type ServedResource } from '#machinery';
import { apiVersionOf, type JsonObject } from '#meta';
import { convertAll, type Entry, jsonInVersion, type List, servesStoredBytes, whenReady, wireParts } from '#registry';
import { Chunks } from './chunks.ts';
import { listMeta, objectFor, partialObject, showsStoredMetadata } from './metadata.ts';
import { notAcceptable } from './not-acceptable.ts';
import { protobufList } from './protobuf.ts';
import { rowSource, tableHead, tableRow } from './table.ts';
import { finishJson, type View } from './view.ts';

/** A list in the representation that was asked for, in chunks: nothing is sized by the list unless YAML or people ask. */
export async function* presentList(view: View, list: List, chunkSize?: number): AsyncGenerator<Uint8Array> {
  const { representation } = view;
  if (!showsStoredMetadata(view)) await convertAll(view.served, list.entries);
  if (representation.media === 'protobuf') yield* protobufList(view, list);
  else if (representation.media === 'yaml' || representation.pretty) yield await finishWhole(view, list);
  else yield* jsonList(view, list, chunkSize);
}

/** Refuses what a list cannot be shown as, before anything is read. */
export function checkListRepresentation(view: View): void {
  if (view.representation.as === 'PartialObjectMetadata') throw notAcceptable(view, 'is a list');
}

async function finishWhole(view: View, list: List): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of jsonList(view, list)) parts.push(chunk);
  return finishJson(Buffer.concat(parts).toString().trimEnd(), view.representation);
}

async function* jsonList(view: View, list: List, chunkSize?: number): AsyncGenerator<Uint8Array> {
  const chunks = new Chunks(chunkSize);
  const { head, tail, empty } = frame(view, list);
  if (list.entries.length === 0) {
    chunks.add(head + empty + tail);
    yield* chunks.finish();
    return;
  }
  const add = itemWriter(view, chunks);
  chunks.add(`${head}[`);
  let first = true;
  for (const entry of list.entries) {
    if (!first) chunks.add(',');
    first = false;
    const pending = add(entry);
    if (pending !== undefined) await pending;
    for (const chunk of chunks.take()) yield chunk;
  }
  chunks.add(`]${tail}`);
  yield* chunks.finish();
}

interface Frame {
  readonly head: string;
  readonly tail: string;
  /** What stands for no items. */
  readonly empty: string;
}

/** What stands around the items. Typed lists have the order of their Go type; the others have sorted keys. */
function frame(view: View, list: List): Frame {
  const { served, representation } = view;
  const meta = listMeta(list);
  if (representation.as === 'Table') {
    const head = encodeJson(tableHead(served, meta, { representation, columns: true }));
    return { head: `${head.slice(0, -1)},"rows":`, tail: '}\n', empty: '[]' };
  }
  if (representation.as === 'PartialObjectMetadataList') {
    const kind = {
      kind: 'PartialObjectMetadataList',
      apiVersion: `meta.k8s.io/${representation.metaVersion}`,
      metadata: meta,
    };
    return { head: `${encodeJson(kind).slice(0, -1)},"items":`, tail: '}\n', empty: 'null' };
  }
  const kind = served.definition.listKind;
  const apiVersion = apiVersionOf(served);
  if (served.versionDefinition.codec.typed) {
    return {
      head: `${encodeJson({ kind, apiVersion, metadata: meta }).slice(0, -1)},"items":`,
      tail: '}\n',
      empty: '[]',
    };
  }
  // A list of custom resources always has a `continue`, be it empty.
  const { resourceVersion, ...rest } = meta;
  const tail = encodeJson({ kind, metadata: { continue: '', ...rest, resourceVersion } }).slice(1);
  return { head: `{"apiVersion":${encodeJson(apiVersion)},"items":`, tail: `,${tail}\n`, empty: '[]' };
}

/** Writes one item; a promise only where a conversion has to be waited for. */
function itemWriter(view: View, chunks: Chunks): (entry: Entry) => Promise<void> | undefined {
  const { served, representation } = view;
  if (representation.as === 'object') return objectWriter(served, chunks);
  const add = (value: JsonObject): void => chunks.add(encodeJson(value));
  const make = (entry: Entry): JsonObject | Promise<JsonObject> =>
    representation.as === 'Table'
      ? whenReady(rowSource(view, entry), (row) => tableRow(view, row))
      : whenReady(objectFor(view, entry), (object) => partialObject(object, representation));
  return (entry) => {
    const value = make(entry);
    if (value instanceof Promise) return value.then(add);
    add(value);
    return undefined;
  };
}

function objectWriter(served: ServedResource, chunks: Chunks): (entry: Entry) => Promise<void> | undefined {
  const skip = served.versionDefinition.codec.typed ? typePrefix(served).length : 0;
  const addConverted = (bytes: Uint8Array): void => {
    if (skip > 0) chunks.add('{');
    chunks.add(bytes.subarray(skip));
  };
  return (entry) => {
    if (servesStoredBytes(served, entry)) return addStored(entry, skip, chunks);
    const bytes = jsonInVersion(served, entry);
    if (bytes instanceof Promise) return bytes.then(addConverted);
    addConverted(bytes);
    return undefined;
  };
}

/** Items of typed lists go without `kind` and `apiVersion`, which are always the first members of an object's encoding. */
function typePrefix(served: ServedResource): string {
  return `{"kind":${encodeJson(served.definition.kind)},"apiVersion":${encodeJson(apiVersionOf(served))},`;
}

function addStored(entry: Entry, skip: number, chunks: Chunks): undefined {
  const [before, revision, after] = wireParts(entry);
  if (skip > 0) chunks.add('{');
  chunks.add(before.subarray(skip));
  chunks.add(revision);
  chunks.add(after);
}
