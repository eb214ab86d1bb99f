import type { KubeObject } from '../../../api/types.ts';

/** What a server asks a conversion webhook; its uid is another one each time. */
export function conversionReview(object: KubeObject, desiredAPIVersion: string): object {
  return {
    kind: 'ConversionReview',
    apiVersion: 'apiextensions.k8s.io/v1',
    request: { uid: '…', desiredAPIVersion, objects: [object] },
  };
}

/** JSON as people read it; what is none, or was cut off, as it is. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
