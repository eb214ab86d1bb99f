import { randomBytes } from 'node:crypto';
import { OBJECT, type RequestTemplate, SERIAL } from '../load/request.ts';

/** Of this run only: on a foreign server the namespace of an earlier one may still be on its way out. */
export const NAMESPACE = `pinnace-bench-${randomBytes(4).toString('hex')}`;
export const COLLECTION = `/api/v1/namespaces/${NAMESPACE}/configmaps`;

const NAME = `bench-${OBJECT}`;
const PAYLOAD = 'The quick brown fox jumps over the lazy dog; 0123456789 times. '.repeat(17).slice(0, 1024);
const JSON_BODY = { 'content-type': 'application/json' };

/** The object that is measured: a ConfigMap with 1 KiB of data. */
function configMap(data: { readonly [key: string]: string }): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: NAME, namespace: NAMESPACE }, data });
}

export const requests = {
  create: { method: 'POST', path: COLLECTION, headers: JSON_BODY, body: configMap({ payload: PAYLOAD }) },
  get: { method: 'GET', path: `${COLLECTION}/${NAME}` },
  list: { method: 'GET', path: COLLECTION },
  /** Without a resourceVersion, so that writers do not conflict; with a serial, so that every write changes something. */
  update: {
    method: 'PUT',
    path: `${COLLECTION}/${NAME}`,
    headers: JSON_BODY,
    body: configMap({ payload: PAYLOAD, serial: SERIAL }),
  },
  remove: { method: 'DELETE', path: `${COLLECTION}/${NAME}` },
} satisfies { readonly [name: string]: RequestTemplate };
