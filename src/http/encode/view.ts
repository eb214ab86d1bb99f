import { cborDocument, encodeJson, parseJson, type ServedResource, toYaml } from '#machinery';
import type { ApiError, Json } from '#meta';
import type { ConvertedPage } from '#registry';
import { mediaTypes, type Representation } from '../negotiate.ts';
import { indentJson } from './json-indenter.ts';
import type { IncludeObject } from './table.ts';

/** How one request wants to see things of one resource. */
export interface View {
  readonly served: ServedResource;
  readonly representation: Representation;
  readonly include: IncludeObject;
  /** Why nothing can be shown like this: told when something would be, after everything else. */
  readonly refusal?: ApiError | undefined;
  /** Metadata is of the version of the request, which may take a converter, and not as it is stored. */
  readonly convertsMetadata: boolean;
  /** The time now, from which tables calculate ages: a watch may go on for hours. */
  readonly now: () => number;
  /** What was converted for the page of a list that is shown just now. */
  readonly converted?: ConvertedPage;
}

/** Whether the encoded bytes of an object can go out as they are. */
export function isPlainJson({ representation }: View): boolean {
  return representation.as === 'object' && representation.media === 'json' && !representation.pretty;
}

/** Compact JSON in the media type and style that was asked for. */
export function finishJson(json: Uint8Array, { media, pretty }: Representation): Uint8Array {
  if (media === 'cbor') return cborDocument(parseJson(json, { duplicates: false }).value);
  if (media === 'yaml') return Buffer.from(toYaml(parseJson(json, { duplicates: false }).value));
  return pretty ? indentJson(json) : Buffer.concat([json, newlineBytes]);
}

const newlineBytes = Buffer.from('\n');

export function finishValue(value: Json, representation: Representation): Uint8Array {
  return finishJson(Buffer.from(encodeJson(value)), representation);
}

export function contentType({ media }: Representation): string {
  return mediaTypes[media];
}
