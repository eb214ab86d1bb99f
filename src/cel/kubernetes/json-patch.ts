import { declare, type Library, overload } from '../library/library.ts';
import { types } from '../values/type.ts';

const { string } = types;

/** A key as a part of a JSON pointer. */
function escapeKey(key: string): string {
  return key.replace(/[~/]/g, (character) => (character === '/' ? '~1' : '~0'));
}

export const kubernetesJsonPatch: Library = {
  functions: [
    declare('jsonpatch.escapeKey', overload('string_jsonpatch_escapeKey_string', [[string], string], escapeKey)),
  ],
};
