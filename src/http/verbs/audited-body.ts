import { type ActionSubresource, encodeJson, isCustom, type ParsedBody, parseCbor, parseYaml } from '#machinery';
import {
  cloneJson,
  type DeleteOptions,
  type Hub,
  type JsonObject,
  type KubeObject,
  type MaybePromise,
  type Versioned,
} from '#meta';
import { encodeObject } from '#registry';
import type { AuditNotes } from '../audit-notes.ts';
import type { VerbCall } from './context.ts';

/** What was sent, decoded and with its defaults: before anybody else changes it. */
export function noteSent(request: VerbCall, object: Versioned): MaybePromise<void> {
  const { audit } = request;
  if (audit === undefined) return undefined;
  return audit.wantsRequest ? noteWhole(request, object, audit) : audit.sent(object.metadata, undefined);
}

async function noteWhole(
  { requestView, resource, info }: VerbCall,
  object: Versioned,
  audit: AuditNotes,
): Promise<void> {
  const { served } = requestView;
  const { versionDefinition } = served;
  let copy = cloneJson(object);
  // What another kind is shown over has defaults and versions of its own.
  if (resource.definition.subresources.get(info.subresource)?.mode !== 'view') {
    versionDefinition.default(copy);
    // Some fields are only for writing: what they mean is seen in the hub.
    if (!isCustom(resource)) copy = cloneJson(await versionDefinition.fromHub(await versionDefinition.toHub(copy)));
  }
  audit.sent(object.metadata, text(encodeObject(served, copy)));
}

/** The same for what is sent to a part that acts. */
export function noteInput({ audit }: VerbCall, { action }: ActionSubresource, input: Hub): void {
  if (audit === undefined) return;
  const json = audit.wantsRequest ? action.codec.encode(cloneJson<KubeObject>(input) as Versioned).text : undefined;
  audit.sent(input.metadata, json === undefined ? undefined : String(json));
}

/** A patch as it came. What came as YAML or CBOR becomes JSON: a line of the log is JSON. */
export function notePatch(audit: AuditNotes, bytes: Buffer, { cbor }: { readonly cbor: boolean }): void {
  if (cbor) {
    const json = jsonOf(() => parseCbor(bytes));
    if (json !== undefined) audit.sentText(json);
    return;
  }
  const sent = bytes.toString('utf8');
  try {
    JSON.parse(sent);
    audit.sentText(sent);
  } catch {
    const json = jsonOf(() => parseYaml(bytes, { duplicates: false }));
    if (json !== undefined) audit.sentText(json);
  }
}

function jsonOf(parse: () => ParsedBody): string | undefined {
  try {
    return encodeJson(parse().value);
  } catch {
    // It will be refused for what it is.
    return undefined;
  }
}

/** Whatever version was said, the real server writes down the one that it works with. */
export function noteOptions(audit: AuditNotes, options: DeleteOptions): void {
  if (!audit.wantsRequest) return;
  const { kind: _, apiVersion: __, ...fields } = options as DeleteOptions & JsonObject;
  const said = Object.entries(fields).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  audit.sentText(
    encodeJson({
      kind: 'DeleteOptions',
      apiVersion: 'meta.k8s.io/__internal',
      ...Object.fromEntries(said),
    } as JsonObject),
  );
}

const text = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
