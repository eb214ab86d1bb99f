import { contentTypes, type FuzzBody, jsonBody, jsonPatchBody, mergeBody, protobufBody, yamlBody } from './bodies.ts';
import type { FuzzRequest } from './fuzz-client.ts';
import { type FuzzedKind, seedOf } from './kinds.ts';
import { oddHeaders, oddPath, queryText } from './queries.ts';
import type { Random } from './random.ts';

/** What requests are made from: the kinds, and their good objects in protobuf. */
export interface Material {
  readonly kinds: readonly FuzzedKind[];
  readonly protobuf: ReadonlyMap<FuzzedKind, Buffer>;
}

export type Maker = (random: Random, material: Material) => FuzzRequest;

/** The good object, or a part of it. */
function target(random: Random, kind: FuzzedKind): string {
  const { parts = [] } = kind;
  return parts.length > 0 && random.chance(0.3) ? `${seedOf(kind)}/${random.pick(parts)}` : seedOf(kind);
}

const writeOptions = ['dryRun', 'fieldManager', 'fieldValidation', 'pretty', 'force', 'timeout'];

function write(random: Random, kind: FuzzedKind, { type, bytes }: FuzzBody): FuzzRequest {
  const isPatch = type.includes('patch');
  const create = !isPatch && random.chance(0.5);
  return {
    method: isPatch ? 'PATCH' : create ? 'POST' : 'PUT',
    path: `${create ? kind.path : target(random, kind)}${random.chance(0.3) ? `?${queryText(random, writeOptions)}` : ''}`,
    headers: { 'content-type': type, ...oddHeaders(random) },
    body: bytes,
  };
}

const writing =
  (body: (random: Random, kind: FuzzedKind, material: Material) => FuzzBody): Maker =>
  (random, material) => {
    const kind = random.pick(material.kinds);
    return write(random, kind, body(random, kind, material));
  };

const applied = (random: Random, sample: object): FuzzBody => ({
  ...(random.chance(0.5) ? jsonBody(random, sample) : yamlBody(random, sample)),
  type: contentTypes.apply,
});

const deletionOptions = {
  kind: 'DeleteOptions',
  apiVersion: 'v1',
  gracePeriodSeconds: 0,
  preconditions: { uid: 'x', resourceVersion: '1' },
  propagationPolicy: 'Orphan',
  dryRun: ['All'],
};

/** Requests with something wrong, by what is wrong with them. */
export const makers = {
  JSON: writing((random, { sample }) => jsonBody(random, sample)),
  YAML: writing((random, { sample }) => yamlBody(random, sample)),
  'a JSON patch': writing((random) => jsonPatchBody(random)),
  'a merge patch': writing((random, { sample }) => mergeBody(random, sample, 'merge')),
  'a strategic merge patch': writing((random, { sample }) => mergeBody(random, sample, 'strategic')),
  'an apply': writing((random, { sample }) => applied(random, sample)),
  protobuf: writing((random, kind, { protobuf }) => {
    const good = protobuf.get(kind);
    return good === undefined ? jsonBody(random, kind.sample) : protobufBody(random, good);
  }),
  'queries, headers and paths': (random, { kinds }) => {
    const kind = random.pick(kinds);
    const one = random.chance(0.4) ? target(random, kind) : kind.path;
    const asked = random.chance(0.3) ? oddPath(random, one) : one;
    return {
      method: random.pick(['GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH']),
      path: random.chance(0.8) ? `${asked}?${queryText(random)}` : asked,
      headers: oddHeaders(random),
    };
  },
  'options of deletion': (random, { kinds }) => {
    const { type, bytes } = random.chance(0.5) ? jsonBody(random, deletionOptions) : yamlBody(random, deletionOptions);
    return {
      method: 'DELETE',
      path: `${seedOf(random.pick(kinds))}${random.chance(0.4) ? `?${queryText(random)}` : ''}`,
      headers: { 'content-type': type, ...oddHeaders(random) },
      body: bytes,
    };
  },
} satisfies Record<string, Maker>;
