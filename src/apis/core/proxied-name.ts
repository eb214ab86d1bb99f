import { apiErrors, goQuote } from '#meta';

interface ProxiedName {
  readonly scheme: 'http' | 'https';
  readonly name: string;
  /** A number or the name of one; '' for the usual one. */
  readonly port: string;
}

const schemes = ['', 'http', 'https'];

/** What to reach, from `name`, `name:port` or `scheme:name:port`. k8s: apimachinery/pkg/util/net SplitSchemeNamePort */
export function proxiedName(asked: string, what: 'node' | 'pod' | 'service'): ProxiedName {
  const parts = asked.split(':');
  const [scheme = '', name = '', port = ''] = parts.length < 3 ? ['', ...parts] : parts;
  if (parts.length > 3 || name === '' || !schemes.includes(scheme)) {
    throw apiErrors.badRequest(`invalid ${what} request ${goQuote(asked)}`);
  }
  return { scheme: scheme === 'https' ? 'https' : 'http', name, port };
}
