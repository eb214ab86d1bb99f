import { getOwn, isJsonObject, type Json } from '#meta';
import type { Decoded, DecodeOptions, ParsedBody, VersionCodec } from '../resource-definition.ts';

/**
 * Decodes what a client sent. To clients an empty list of managed fields is not the same as none: it asks that nobody
 * own anything. Custom resources do not know the difference.
 */
export function decodeSent(codec: VersionCodec, body: ParsedBody, options?: DecodeOptions): Decoded {
  const decoded = codec.decode(body, options);
  if (codec.typed && clearsManagedFields(body.value)) decoded.object.metadata.managedFields = [];
  return decoded;
}

function clearsManagedFields(source: Json): boolean {
  const metadata = isJsonObject(source) ? getOwn(source, 'metadata') : undefined;
  const managed = isJsonObject(metadata) ? getOwn(metadata, 'managedFields') : undefined;
  return Array.isArray(managed) && managed.length === 0;
}
