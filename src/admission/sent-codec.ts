import type { VersionCodec } from '#machinery';
import type { Versioned } from '#meta';
import type { AdmissionRequest } from './plugin.ts';

/** The codec of what a request sends. What is sent to a part may be of another kind than the object. */
export function sentCodec({ served, subresource }: AdmissionRequest, version: string): VersionCodec {
  const { definition, versionDefinition } = served;
  const part = definition.subresources.get(subresource);
  if (part?.mode === 'view') return part.view.codec;
  if (part?.mode === 'action') return part.action.codec;
  if (part?.mode === 'question') return part.question.storage.definition.codec;
  return (definition.versions.get(version) ?? versionDefinition).codec;
}

/** What is wanted and what is there as a client would be sent them: what is empty is not there. */
export async function sentObjects(request: AdmissionRequest, version: string) {
  const object = await request.objectIn(version);
  const oldObject = await request.oldObjectIn(version);
  const { asEncoded } = sentCodec(request, version);
  if (asEncoded === undefined || request.operation === 'CONNECT') return { object, oldObject };
  const encoded = (one: Versioned | null): Versioned | null => one && asEncoded(one);
  return { object: encoded(object), oldObject: encoded(oldObject) };
}
