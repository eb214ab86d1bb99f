import { envelopeOf, fieldHead, metaProtobuf } from '#machinery';
import { apiVersionOf, whenReady } from '#meta';
import { type Entry, viewName } from '#registry';
import { Chunks } from './chunks.ts';
import { listMeta, objectFor } from './metadata.ts';
import { protobufCodecOf } from './protobuf.ts';
import { type ShownList, slicesOf } from './shown-list.ts';
import type { View } from './view.ts';

/** Messages that were made to measure them are kept until they are sent, up to so many bytes. */
const KEPT_BYTES = 4 * 1024 * 1024;

/**
 * All lists look alike: their metadata is field 1, their items are field 2. The envelope tells the length of the whole
 * list before the list begins, so that a long one is gone through twice: to measure and to send. What is at the beginning
 * of the envelope goes out first.
 */
export async function* protobufList(view: View, list: ShownList): AsyncGenerator<Uint8Array> {
  const { representation } = view;
  const partial = representation.as === 'PartialObjectMetadataList';
  const kind = partial ? 'PartialObjectMetadataList' : view.served.definition.listKind;
  const apiVersion = partial ? `meta.k8s.io/${representation.metaVersion}` : apiVersionOf(view.served);
  const envelope = envelopeOf({ apiVersion, kind });
  const meta = metaProtobuf('ListMeta').encode(listMeta(list));
  const chunks = new Chunks(list.room);
  chunks.add(envelope.beginning);
  if (list.more !== undefined) yield* chunks.finish();
  const { length, count, kept } = await measured(view, list);
  if (list.signal?.aborted) return;
  chunks.add(envelope.length(length + fieldLength(meta)));
  addField(chunks, 1, meta);
  for await (const batch of kept.length === count ? [kept] : messages(view, list, kept)) {
    for (const message of batch) {
      addField(chunks, 2, message);
      for (const chunk of chunks.take()) yield chunk;
    }
  }
  chunks.add(envelope.end);
  yield* chunks.finish();
}

interface Measured {
  /** Of all items with what stands before each. */
  readonly length: number;
  readonly count: number;
  /** The first messages, in order. */
  readonly kept: readonly Uint8Array[];
}

async function measured(view: View, list: ShownList): Promise<Measured> {
  const kept: Uint8Array[] = [];
  let length = 0;
  let count = 0;
  for await (const batch of messages(view, list, [])) {
    for (const message of batch) {
      length += fieldLength(message);
      count++;
      if (length <= KEPT_BYTES) kept.push(message);
    }
  }
  return { length, count, kept };
}

/** The items as messages, as many as are encoded in one go. Those that are known already are not made again. */
async function* messages(
  view: View,
  list: ShownList,
  known: readonly Uint8Array[],
): AsyncGenerator<readonly Uint8Array[]> {
  let at = 0;
  for await (const slice of slicesOf(view, list)) {
    const batch: Uint8Array[] = [];
    for (const entry of slice.entries) {
      const message = known[at++] ?? entryMessage(slice.view, entry, { isKept: list.more === undefined });
      batch.push(message instanceof Promise ? await message : message);
    }
    yield batch;
  }
}

/**
 * An entry as a message. Messages of short lists are cached for the next reader; those of long lists would only evict
 * others.
 */
function entryMessage(
  view: View,
  entry: Entry,
  { isKept }: { readonly isKept: boolean },
): Uint8Array | Promise<Uint8Array> {
  const { served, representation } = view;
  const partial = representation.as === 'PartialObjectMetadataList';
  const codec = partial ? metaProtobuf('PartialObjectMetadata') : protobufCodecOf(served);
  const make = (): Uint8Array | Promise<Uint8Array> =>
    whenReady(objectFor(view, entry), (object) => codec.encode(object));
  return partial || !isKept ? make() : entry.cached(`protobuf:${viewName(served)}`, make);
}

function addField(chunks: Chunks, number: number, bytes: Uint8Array): void {
  chunks.add(fieldHead(number, bytes.length));
  chunks.add(bytes);
}

/** With the number of the field, one byte, and the length, seven bits in each. */
function fieldLength({ length }: Uint8Array): number {
  let head = 2;
  for (let rest = length; rest > 0x7f; rest >>>= 7) head++;
  return head + length;
}
