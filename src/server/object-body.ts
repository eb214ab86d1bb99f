import { DecodeError, JsonError, type ParsedBody, parseJson, type VersionDefinition } from '#machinery';
import { apiErrors, type Versioned } from '#meta';

/** The JSON of a request below `/pinnace/`. */
export function parseObjectBody(bytes: Uint8Array): ParsedBody {
  try {
    return parseJson(bytes, { duplicates: true });
  } catch (error) {
    if (error instanceof JsonError) throw apiErrors.badRequest(`the object is no JSON: ${error.message}`);
    throw error;
  }
}

/** The object that it says, in one version. */
export function decodeObjectBody({ codec }: VersionDefinition, body: ParsedBody): Versioned {
  try {
    return codec.decode(body).object;
  } catch (error) {
    if (error instanceof DecodeError) throw apiErrors.badRequest(`the object cannot be read: ${error.message}`);
    throw error;
  }
}
