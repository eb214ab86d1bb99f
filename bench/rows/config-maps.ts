import { randomBytes } from 'node:crypto';
import { OBJECT, type RequestTemplate, SERIAL } from '../load/request.ts';

/** Of this run only: on a foreign server the namespace of an earlier one may still be on its way out. */
export const NAMESPACE = `pinnace-bench-${randomBytes(4).toString('hex')}`;
export const COLLECTION = `/api/v1/namespaces/${NAMESPACE}/configmaps`;

const NAME = `bench-${OBJECT}`;
const PAYLOAD = 'The quick brown fox jumps over the lazy dog; 0123456789 times. '.repeat(17).slice(0, 1024);
const JSON_BODY = { 'content-type': 'application/json' };
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';

/** The object that is measured: a ConfigMap with 1 KiB of data. */
function configMap(data: { readonly [key: string]: string }): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: NAME, namespace: NAMESPACE }, data });
}

/** A field of protobuf whose value has a length; the marks are as long as what replaces them, so lengths stay true. */
function field(number: number, content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  const length: number[] = [];
  for (let rest = bytes.length; ; rest >>>= 7) {
    length.push(rest < 0x80 ? rest : (rest & 0x7f) | 0x80);
    if (rest < 0x80) break;
  }
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), bytes]);
}

/** The same object as `configMap` writes, in the envelope that Kubernetes puts around protobuf. */
function configMapProtobuf(data: { readonly [key: string]: string }): Buffer {
  const metadata = field(1, Buffer.concat([field(1, NAME), field(3, NAMESPACE)]));
  const entries = Object.entries(data).map(([key, value]) => field(2, Buffer.concat([field(1, key), field(2, value)])));
  const type = field(1, Buffer.concat([field(1, 'v1'), field(2, 'ConfigMap')]));
  return Buffer.concat([Buffer.from('k8s\0'), type, field(2, Buffer.concat([metadata, ...entries]))]);
}

function patch(type: 'merge' | 'strategic-merge'): RequestTemplate {
  const headers = { 'content-type': `application/${type}-patch+json` };
  return {
    method: 'PATCH',
    path: `${COLLECTION}/${NAME}`,
    headers,
    body: JSON.stringify({ data: { serial: SERIAL } }),
  };
}

/** A server-side apply, by a manager of its own. */
function apply(data: { readonly [key: string]: string }): RequestTemplate {
  return {
    method: 'PATCH',
    path: `${COLLECTION}/${NAME}?fieldManager=bench-apply`,
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: configMap(data),
  };
}

export const requests = {
  create: { method: 'POST', path: COLLECTION, headers: JSON_BODY, body: configMap({ payload: PAYLOAD }) },
  get: { method: 'GET', path: `${COLLECTION}/${NAME}` },
  watchByName: {
    method: 'GET',
    path: `${COLLECTION}?watch=1&fieldSelector=metadata.name%3D${NAME}&timeoutSeconds=600`,
  },
  list: { method: 'GET', path: COLLECTION },
  /** Without a resourceVersion, so that writers do not conflict; with a serial, so that every write changes something. */
  update: {
    method: 'PUT',
    path: `${COLLECTION}/${NAME}`,
    headers: JSON_BODY,
    body: configMap({ payload: PAYLOAD, serial: SERIAL }),
  },
  /** The same by a manager of its own: what it changes goes over to it from whoever had it. */
  updateOwned: {
    method: 'PUT',
    path: `${COLLECTION}/${NAME}?fieldManager=bench-update`,
    headers: JSON_BODY,
    body: configMap({ payload: PAYLOAD, serial: SERIAL }),
  },
  /** A configuration that creates the object, and one that changes one of its fields with every request. */
  applyNew: apply({ payload: PAYLOAD }),
  applyAgain: apply({ payload: PAYLOAD, serial: SERIAL }),
  mergePatch: patch('merge'),
  strategicPatch: patch('strategic-merge'),
  createProtobuf: {
    method: 'POST',
    path: COLLECTION,
    headers: { 'content-type': PROTOBUF, accept: PROTOBUF },
    body: configMapProtobuf({ payload: PAYLOAD }),
  },
  getProtobuf: { method: 'GET', path: `${COLLECTION}/${NAME}`, headers: { accept: PROTOBUF } },
  listProtobuf: { method: 'GET', path: COLLECTION, headers: { accept: PROTOBUF } },
  listTable: { method: 'GET', path: COLLECTION, headers: { accept: TABLE } },
  remove: { method: 'DELETE', path: `${COLLECTION}/${NAME}` },
} satisfies { readonly [name: string]: RequestTemplate };
