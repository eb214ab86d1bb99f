import { encodeJson } from '#machinery';
import { isJsonObject, type Json } from '#meta';
import { annotate } from '../audit-annotation.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import type { ReviewResponse } from './admission-review.ts';
import type { Invocation } from './invocation.ts';

const MUTATION = 'mutation.webhook.admission.k8s.io/';
const PATCH = 'patch.webhook.admission.k8s.io/';
const FAILED_OPEN_MUTATING = `failed-open.${MUTATION}`;
const FAILED_OPEN_VALIDATING = 'failed-open.validating.webhook.admission.k8s.io/';

type Annotated = Pick<AdmissionAttributes, 'annotate'>;

/** The audit log's name of one call: which round it was, and which webhook of all. */
export interface CallPlace {
  readonly round: 0 | 1;
  readonly index: number;
}

const placeOf = ({ round, index }: CallPlace): string => `round_${round}_index_${index}`;

/** What the webhook itself wants to be noted. */
export function noteAnswer(request: Annotated, { name }: Invocation, { auditAnnotations = {} }: ReviewResponse): void {
  for (const [key, value] of Object.entries(auditAnnotations)) annotate(request, `${name}/${key}`, { value });
}

/** Whether a webhook changed the object. k8s: webhook/mutating/dispatcher.go */
export function noteMutation(
  request: Annotated,
  { configuration, name }: Invocation,
  { place, mutated }: { readonly place: CallPlace; readonly mutated: boolean },
): void {
  if (request.annotate === undefined) return;
  annotate(request, MUTATION + placeOf(place), { value: encodeJson({ configuration, webhook: name, mutated }) });
}

export function notePatch(
  request: Annotated,
  { configuration, name }: Invocation,
  { place, patch }: { readonly place: CallPlace; readonly patch: Json },
): void {
  if (request.annotate === undefined) return;
  const operations = Array.isArray(patch) ? patch.map(sorted) : patch;
  const value = encodeJson({ configuration, webhook: name, patch: operations, patchType: 'JSONPatch' });
  annotate(request, PATCH + placeOf(place), { value, from: 'Request' });
}

/** The members of an operation in order of their names. */
function sorted(operation: Json): Json {
  if (!isJsonObject(operation)) return operation;
  return Object.fromEntries(Object.entries(operation).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A webhook failed, and its policy is to go on. */
export function noteFailedOpen(request: Annotated, { kind, name }: Invocation, place: CallPlace): void {
  const prefix = kind === 'mutating' ? FAILED_OPEN_MUTATING : FAILED_OPEN_VALIDATING;
  annotate(request, prefix + placeOf(place), { value: name });
}
