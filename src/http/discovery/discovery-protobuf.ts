import type { Json } from '#meta';
import { BackwardWriter } from './backward-writer.ts';
import { flag, many, one, type Shape, shape, text, texts } from './protobuf-shapes.ts';

const groupVersion = shape({ groupVersion: text(1), version: text(2) });
const serverAddress = shape({ clientCIDR: text(1), serverAddress: text(2) });
const group = shape({
  name: text(1),
  versions: many(2, () => groupVersion),
  preferredVersion: one(3, () => groupVersion),
});
const verbs: Shape = (writer, value) => texts(1)(writer, value);
const resource = shape({
  name: text(1),
  namespaced: flag(2),
  kind: text(3),
  verbs: one(4, () => verbs),
  shortNames: texts(5),
  singularName: text(6),
  categories: texts(7),
  group: text(8),
  version: text(9),
  storageVersionHash: text(10),
});
const kind = shape({ group: text(1), version: text(2), kind: text(3) });
const aggregatedPart = shape({ subresource: text(1), responseKind: one(2, () => kind), verbs: texts(4) });
const aggregatedResource = shape({
  resource: text(1),
  responseKind: one(2, () => kind),
  scope: text(3),
  singularResource: text(4),
  verbs: texts(5),
  shortNames: texts(6),
  categories: texts(7),
  subresources: many(8, () => aggregatedPart),
});
const aggregatedVersion = shape({ version: text(1), resources: many(2, () => aggregatedResource), freshness: text(3) });
const metadata = shape({ name: text(1) });
const aggregatedGroup = shape({ metadata: one(1, () => metadata), versions: many(2, () => aggregatedVersion) });

const shapes = new Map<string, Shape>([
  ['APIVersions', shape({ versions: texts(1), serverAddressByClientCIDRs: many(2, () => serverAddress) })],
  ['APIGroupList', shape({ groups: many(1, () => group) })],
  ['APIGroup', group],
  ['APIResourceList', shape({ groupVersion: text(1), resources: many(2, () => resource) })],
  ['APIGroupDiscoveryList', shape({ metadata: one(1, () => shape({})), items: many(2, () => aggregatedGroup) })],
]);

/** A discovery document in the envelope that all Kubernetes protobuf travels in. */
export function discoveryProtobuf(document: { readonly kind: string; readonly apiVersion?: string }): Uint8Array {
  const writer = new BackwardWriter();
  writer.message(2, () => shapes.get(document.kind)?.(writer, document as unknown as Json));
  writer.message(1, () => {
    writer.text(2, document.kind);
    writer.text(1, document.apiVersion ?? 'v1');
  });
  writer.raw(Uint8Array.of(0x6b, 0x38, 0x73, 0));
  return writer.take();
}
