import { encodeJson, type VersionCodec, withRevision } from '#machinery';
import type { Versioned } from '#meta';
import type { AdmissionRequest } from './plugin.ts';

/** The codec of what a request sends. What is sent to a part may be of another kind than the object. */
export function sentCodec({ served, subresource }: AdmissionRequest, version: string): VersionCodec {
  const { definition, versionDefinition } = served;
  const part = definition.subresources.get(subresource);
  if (part?.mode === 'view') return part.view.codec;
  if (part?.mode === 'action') return part.action.codec;
  if (part?.mode === 'review') return part.review.storage.definition.codec;
  return (definition.versions.get(version) ?? definition.elsewhere?.get(version) ?? versionDefinition).codec;
}

interface SentTexts {
  /** JSON; `null` where there is none. */
  readonly object: string;
  readonly oldObject: string;
}

/** What is wanted and what is there as a client would be sent them. */
export async function sentTexts(request: AdmissionRequest, version: string): Promise<SentTexts> {
  const object = await request.objectIn(version);
  const oldObject = await request.oldObjectIn(version);
  const codec = request.operation === 'CONNECT' ? undefined : sentCodec(request, version);
  const written = (one: Versioned | null): string => {
    if (one === null || codec === undefined) return encodeJson(one);
    const { resourceVersion } = one.metadata;
    const encoded = codec.encode(one);
    return resourceVersion ? withRevision(encoded, resourceVersion) : encoded.text;
  };
  return { object: written(object), oldObject: written(oldObject) };
}
