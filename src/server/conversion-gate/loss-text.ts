import { encodeJson } from '#machinery';
import type { JsonObject } from '#meta';

interface ToldLoss {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  readonly object: JsonObject;
}

const MAX_TOLD = 10;
const MAX_MESSAGE = 4000;

/** `spec.notes from v1 to v1beta1 and back, of {…}` */
export function lossText({ path, from, to, object }: ToldLoss): string {
  return `${path} from ${from} to ${to} and back, of ${encodeJson(bare(object))}`;
}

/** Several sentences as the message of a condition. */
export function listed(texts: readonly string[]): string {
  const more = texts.length > MAX_TOLD ? `; and ${texts.length - MAX_TOLD} more` : '';
  const all = `${texts.slice(0, MAX_TOLD).join('; ')}${more}`;
  return all.length > MAX_MESSAGE ? `${all.slice(0, MAX_MESSAGE)}…` : all;
}

/** Of a stored object, what a reader wants to know. */
function bare({ metadata, ...content }: JsonObject): JsonObject {
  const { name, namespace } = metadata as { name?: string; namespace?: string };
  return { ...content, metadata: { ...(namespace !== undefined && { namespace }), name } };
}
