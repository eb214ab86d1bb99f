import type { MergeType } from '#merge';
import { apiVersionOf, type GroupVersionKind, type JsonObject, type KubeObject } from '#meta';
import { type StructType, shapeOf } from '#schema';
import type { Decoded, EncodedObject, ParsedBody, VersionCodec } from '../version-codec.ts';
import { decodeTyped } from './decode-typed.ts';
import { dropEmpties } from './drop-empties.ts';
import { encodeMember } from './encode-typed.ts';
import { mergeTypeOf } from './merge-type.ts';
import { patchTypeOf } from './patch-type.ts';
import { protobufCodec } from './protobuf.ts';
import { planOf, type StructPlan } from './type-plan.ts';
import { unstructuredFault } from './unstructured-fault.ts';

const MAX_REPORTS = 100;

/** The codec of a kind that is described by a type. */
export function typedCodec(type: StructType, gvk: GroupVersionKind): VersionCodec {
  const plan = planOf(type);
  const apiVersion = apiVersionOf(gvk);
  const { kind } = gvk;
  let mergeType: MergeType | undefined;
  const head = `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)}`;
  return {
    decode(body: ParsedBody): Decoded {
      const { value, unknown, closed } = decodeTyped(plan, body);
      const object = { kind, apiVersion, ...value } as KubeObject;
      object.kind = kind;
      object.apiVersion = apiVersion;
      return { object, strictErrors: joinReports(body, unknown, closed) };
    },
    encode: (object) => encodeRoot({ plan, head }, object),
    asEncoded: (object) => dropEmpties(plan, object),
    protobuf: protobufCodec(type, { kind, apiVersion }),
    patchType: patchTypeOf(shapeOf(type)),
    unstructuredFault: (value) => unstructuredFault(plan, value),
    // Most kinds are never written.
    get mergeType() {
      mergeType ??= mergeTypeOf(shapeOf(type));
      return mergeType;
    },
  };
}

/** Go's decoder does not look into unknown fields and `closed` ones, so what is twice inside of them is not reported. */
export function joinReports(
  { duplicates, inOrder }: ParsedBody,
  unknown: readonly string[],
  closed: readonly string[] = [],
): readonly string[] {
  if (duplicates.length === 0) return unknown;
  const unknownPaths = unknown.map((report) => report.slice('unknown field "'.length, -1));
  const opens = (outer: string, path: string): boolean => path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
  const isInside = (path: string): boolean =>
    unknownPaths.some((outer) => path === outer || opens(outer, path)) || closed.some((outer) => opens(outer, path));
  const kept = duplicates.filter((report) => {
    const path = /^duplicate field "(.*)"$/.exec(report)?.[1];
    return path === undefined || !isInside(path);
  });
  const all = [...kept, ...unknown];
  return (inOrder?.(all) ?? all).slice(0, MAX_REPORTS);
}

interface RootPlan {
  readonly plan: StructPlan;
  /** The beginning of every object: its kind and apiVersion. */
  readonly head: string;
}

function encodeRoot({ plan, head }: RootPlan, object: KubeObject): EncodedObject {
  let text = head;
  let revisionAt = -1;
  for (const member of plan.members) {
    const { name } = member;
    if (name === 'kind' || name === 'apiVersion') continue;
    if (name === 'metadata' && member.value.shape === 'struct') {
      const metadata = encodeMetadata(member.value, object.metadata ?? {});
      text += `,${member.prefix}`;
      if (metadata.revisionAt >= 0) revisionAt = text.length + metadata.revisionAt;
      text += metadata.text;
    } else {
      const encoded = encodeMember(member, object[name]);
      if (encoded !== undefined) text += `,${member.prefix}${encoded}`;
    }
  }
  return { text: `${text}}`, revisionAt };
}

/**
 * The resourceVersion belongs between its neighbours. `"resourceVersion":"N",` needs something behind it: where its
 * later neighbours are all absent it goes to the front instead, and into empty metadata it cannot go at all (-1).
 */
function encodeMetadata(plan: StructPlan, metadata: JsonObject): EncodedObject {
  let text = '{';
  let revisionAt = -1;
  let atEnd = false;
  for (const member of plan.members) {
    if (member.name === 'resourceVersion') {
      revisionAt = text.length > 1 ? text.length + 1 : 1;
      atEnd = true;
      continue;
    }
    const encoded = encodeMember(member, metadata[member.name]);
    if (encoded === undefined) continue;
    text += text.length > 1 ? `,${member.prefix}${encoded}` : member.prefix + encoded;
    atEnd = false;
  }
  if (atEnd) revisionAt = text.length > 1 ? 1 : -1;
  return { text: `${text}}`, revisionAt };
}

/** The object's JSON with its resourceVersion in place. */
export function withRevision({ text, revisionAt }: EncodedObject, resourceVersion: string): string {
  const member = `"resourceVersion":${JSON.stringify(resourceVersion)}`;
  if (revisionAt >= 0) return `${text.slice(0, revisionAt)}${member},${text.slice(revisionAt)}`;
  return text.replace('"metadata":{}', `"metadata":{${member}}`);
}

/** The message for a strict request. What the YAML parser found is one error of several lines, as in Go. */
export function strictDecodingError(strictErrors: readonly string[]): string {
  const fromYaml = strictErrors.filter((error) => error.startsWith('line '));
  const others = strictErrors.filter((error) => !error.startsWith('line '));
  const yaml =
    fromYaml.length === 0 ? [] : [`yaml: unmarshal errors:\n${fromYaml.map((line) => `  ${line}`).join('\n')}`];
  return `strict decoding error: ${[...yaml, ...others].join(', ')}`;
}
