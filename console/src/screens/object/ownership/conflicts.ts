import type { Status } from '../../../api/types.ts';

/** A field that an apply would change against somebody else. */
export interface Conflict {
  /** As the server names it: `.spec.replicas`. */
  readonly field: string;
  /** `"kubectl" with subresource "scale" using apps/v1` */
  readonly with: string;
  readonly manager: string;
}

/** The conflicts in an answer to an apply; undefined where it is another error. */
export function conflictsIn({ code, details }: Status): readonly Conflict[] | undefined {
  const causes = (details?.causes ?? []).filter(({ reason }) => reason === 'FieldManagerConflict');
  if (code !== 409 || causes.length === 0) return undefined;
  return causes.map(({ field = '', message = '' }) => {
    const text = message.replace(/^conflict with /, '');
    return { field, with: text, manager: /^"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text };
  });
}
