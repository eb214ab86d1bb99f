import { type FieldError, fieldErrors, type KubeObject, path, sameJson } from '#meta';

/** What ConfigMaps and Secrets have in common. */

export const MAX_DATA_SIZE = 1024 * 1024;

/** How many bytes base64 text stands for, without decoding it. */
export function decodedLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

/** Once `immutable` is set, neither it nor the data can change. */
export function validateFrozen(object: KubeObject, live: KubeObject, fields: readonly string[]): FieldError[] {
  if (live.immutable !== true) return [];
  const changed = fields.filter((field) => !sameJson(object[field], live[field]));
  return [...(object.immutable === true ? [] : ['immutable']), ...changed].map((field) =>
    fieldErrors.forbidden(path(field), 'field is immutable when `immutable` is set'),
  );
}
