import { goQuote, parseUrl } from '#meta';

export const APPROVAL_ANNOTATION = 'api-approved.kubernetes.io';
const SEE_ALSO = 'see https://github.com/kubernetes/enhancements/pull/1111';

/** Groups of the Kubernetes project: definitions in them need an annotation that says who approved them. */
export function isProtectedGroup(group: string): boolean {
  return ['k8s.io', 'kubernetes.io'].some((root) => group === root || group.endsWith(`.${root}`));
}

interface Approval {
  readonly state: 'missing' | 'bypassed' | 'approved' | 'invalid';
  /** Why, in a sentence. */
  readonly message: string;
}

export function approvalOf(annotations: { readonly [key: string]: string } | undefined): Approval {
  const text = annotations?.[APPROVAL_ANNOTATION] ?? '';
  const wanted = `protected groups must have approval annotation ${goQuote(APPROVAL_ANNOTATION)}`;
  if (text === '') return { state: 'missing', message: `${wanted}, ${SEE_ALSO}` };
  if (text.startsWith('unapproved')) return { state: 'bypassed', message: `not approved: ${goQuote(text)}` };
  const url = parseUrl(text);
  if (typeof url !== 'string' && url.scheme !== '' && url.host !== '') {
    return { state: 'approved', message: `approved in ${text}` };
  }
  return {
    state: 'invalid',
    message: `${wanted} with either a URL or a reason starting with "unapproved", ${SEE_ALSO}`,
  };
}
