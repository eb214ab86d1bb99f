import type { KubeObject, MaybePromise } from '#meta';
import { encodeObject, fromStored, jsonInVersion, lineInVersion, type Shown } from '#registry';
import { objectFor, partialObject, showsStoredMetadata } from './metadata.ts';
import { notAcceptable } from './not-acceptable.ts';
import { protobufObject, protobufPartial } from './protobuf.ts';
import type { RowText } from './row-text.ts';
import { rowOfObject, storedRows, tableHead, tableOfRow } from './table.ts';
import { finishJson, finishValue, isPlainJson, type View } from './view.ts';

/** One object in the representation that was asked for. */
export function presentObject(view: View, shown: Shown): MaybePromise<Uint8Array> {
  // Nearly always the bytes are there.
  if ('entry' in shown && isPlainJson(view)) return lineInVersion(view.served, shown.entry);
  return made(view, shown);
}

async function made(view: View, shown: Shown): Promise<Uint8Array> {
  const { representation, served } = view;
  if (representation.as === 'PartialObjectMetadataList') throw notAcceptable(view, 'is not a list');
  if (representation.media === 'protobuf') return presentProtobuf(view, shown);
  if (representation.as === 'object') return finishJson(await objectJson(view, shown), representation);
  const object = await objectToShow(view, shown);
  if (representation.as === 'PartialObjectMetadata')
    return finishValue(partialObject(object, representation), representation);
  const { resourceVersion } = object.metadata;
  const head = tableHead(served, resourceVersion ? { resourceVersion } : {}, { representation, columns: true });
  const table = tableOfRow(head, await rowToShow(view, shown, object), view.now());
  return finishJson(Buffer.from(table), representation);
}

function rowToShow(view: View, shown: Shown, object: KubeObject): RowText | Promise<RowText> {
  return 'entry' in shown ? storedRows(view)(shown.entry) : rowOfObject(view, object);
}

async function presentProtobuf(view: View, shown: Shown): Promise<Uint8Array> {
  const object = await objectToShow(view, shown);
  return view.representation.as === 'object' ? protobufObject(view, object) : protobufPartial(view, object);
}

async function objectJson(view: View, shown: Shown): Promise<Uint8Array> {
  const { served } = view;
  return 'entry' in shown ? jsonInVersion(served, shown.entry) : encodeObject(served, await objectToShow(view, shown));
}

/** The object itself, in the version of the request. */
async function objectToShow(view: View, shown: Shown): Promise<KubeObject> {
  const { served } = view;
  if ('entry' in shown) return objectFor(view, shown.entry);
  if (showsStoredMetadata(view)) return 'stored' in shown ? shown.stored : shown.hub;
  return 'stored' in shown ? fromStored(served, shown.stored) : served.versionDefinition.fromHub(shown.hub);
}
