import { type ApiCall, ask, StatusError } from '../../../api/call.ts';
import { type ObjectRef, objectPath } from '../../../api/resource-path.ts';
import { type Json, type KubeObject, managedFieldsOf } from '../../../api/types.ts';
import { ownershipOf } from '../../../object/field-owners.ts';
import { leafMap, leavesOf, pathText, sameValue } from '../../../object/leaves.ts';
import { type Conflict, conflictsIn } from './conflicts.ts';

/** A value that would have another owner, or another value. */
export interface FieldChange {
  readonly field: string;
  /** Whose it is no longer. */
  readonly from: readonly string[];
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** What an apply of a manifest would do. */
export interface Trial {
  readonly conflicts: readonly Conflict[];
  /** Values that somebody else would no longer own; with force where there are conflicts. */
  readonly taken: readonly FieldChange[];
  /** Values that would be others, or new, and are nobody else's. */
  readonly changed: readonly FieldChange[];
}

export function applyCall(refs: ObjectRef, manifest: string, options: { manager: string; force: boolean }): ApiCall {
  return {
    method: 'PATCH',
    path: objectPath(refs),
    query: { fieldManager: options.manager, force: options.force || undefined, dryRun: 'All' },
    contentType: 'application/apply-patch+yaml',
    body: manifest,
  };
}

/** Applies by dry run; where there are conflicts, also with force, to know what that would take. */
export async function tryApply(
  refs: ObjectRef,
  { manifest, manager, before }: { readonly manifest: string; readonly manager: string; readonly before: KubeObject },
  signal: AbortSignal,
): Promise<Trial> {
  let conflicts: readonly Conflict[] = [];
  const send = (force: boolean) => ask<KubeObject>(applyCall(refs, manifest, { manager, force }), signal);
  const after = await send(false).catch((error: unknown) => {
    const found = error instanceof StatusError ? conflictsIn(error.status) : undefined;
    if (found === undefined) throw error;
    conflicts = found;
    return send(true);
  });
  return { conflicts, ...differences(before, after, manager) };
}

/** Which values change hands, and which only their value. */
export function differences(before: KubeObject, after: KubeObject, manager: string): Omit<Trial, 'conflicts'> {
  const was = ownershipOf(before, managedFieldsOf(before));
  const is = ownershipOf(after, managedFieldsOf(after));
  const values = leafMap(after);
  const known = leafMap(before);
  const changes = [...new Map([...known, ...values])]
    .filter(([, { path }]) => path[0] !== 'apiVersion' && !(path[0] === 'metadata' && bookkeeping.has(String(path[1]))))
    .map(([key, { path }]) => {
      const now = new Set(is.ownersOf(path).map((owner) => owner.manager));
      const lost = was.ownersOf(path).flatMap((owner) => (now.has(owner.manager) ? [] : owner.manager));
      const change = { field: pathText(path), from: [...new Set(lost)].filter((name) => name !== manager) };
      return { ...change, before: known.get(key)?.value, after: values.get(key)?.value };
    });
  return {
    taken: changes.filter(({ from }) => from.length > 0),
    changed: changes.filter((one) => one.from.length === 0 && !sameValue(one.before, one.after)),
  };
}

const bookkeeping = new Set(['managedFields', 'resourceVersion', 'generation', 'creationTimestamp', 'uid']);

/** What one would paste to begin with: the object's own spec, as somebody would apply it. */
export function exampleManifest({ apiVersion, kind, metadata, spec }: KubeObject): Json {
  const { name, namespace } = metadata;
  const [first] = spec === undefined ? [] : leavesOf(spec);
  const place = first?.path ?? [];
  const value = first === undefined ? {} : { spec: nested(place, first.value) };
  return { apiVersion, kind, metadata: { name, ...(namespace !== undefined && { namespace }) }, ...value } as Json;
}

function nested(path: readonly (string | number)[], value: Json): Json {
  return path.reduceRight<Json>((inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }), value);
}
