import type { InitialObject } from './bootstrap.ts';
import { FRONT_PROXY, type ServerCredentials } from './credentials.ts';

const ownHeaders = {
  usernameHeaders: ['X-Remote-User'],
  uidHeaders: ['X-Remote-Uid'],
  groupHeaders: ['X-Remote-Group'],
  extraHeaderPrefixes: ['X-Remote-Extra-'],
};

interface TrustParts {
  readonly credentials: Pick<ServerCredentials, 'frontProxy' | 'requestHeaders'>;
  /** PEM of those whose client certificates this server accepts. */
  readonly clientAuthorities: string;
}

/**
 * Where aggregated API servers read whom to believe: clients by their certificates, and this server for whom it asks.
 * k8s: controlplane/controller/clusterauthenticationtrust
 */
export function extensionAuthentication({ credentials, clientAuthorities }: TrustParts): InitialObject {
  const data = {
    ...(clientAuthorities !== '' && { 'client-ca-file': clientAuthorities }),
    ...requestHeaderData(credentials),
  };
  return {
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    object: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'extension-apiserver-authentication', namespace: 'kube-system' },
      data,
    },
    how: 'set',
  };
}

function requestHeaderData({ frontProxy, requestHeaders }: TrustParts['credentials']): { [key: string]: string } {
  const own = frontProxy?.authority ?? '';
  const authorities = [own, requestHeaders?.authorities ?? ''].filter((pem) => pem !== '').join('\n');
  if (authorities === '') return {};
  const { usernameHeaders, uidHeaders, groupHeaders, extraHeaderPrefixes } = requestHeaders ?? ownHeaders;
  const list = (values: readonly string[]): string => JSON.stringify(values);
  return {
    'requestheader-username-headers': list(usernameHeaders),
    ...(uidHeaders.length > 0 && { 'requestheader-uid-headers': list(uidHeaders) }),
    'requestheader-group-headers': list(groupHeaders),
    'requestheader-extra-headers-prefix': list(extraHeaderPrefixes),
    'requestheader-client-ca-file': authorities,
    'requestheader-allowed-names': list(allowedNames(own, requestHeaders?.allowedNames)),
  };
}

/** Empty means that any name will do. */
function allowedNames(own: string, others: readonly string[] | undefined): readonly string[] {
  if (others === undefined) return [FRONT_PROXY];
  return others.length === 0 || own === '' ? others : [FRONT_PROXY, ...others];
}
