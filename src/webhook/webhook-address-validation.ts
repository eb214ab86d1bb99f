import {
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  fromBytes,
  parseUrl,
  portNumberFaults,
} from '#meta';
import type { ServiceReference, WebhookClientConfig } from './client-config.ts';

/** What a client wrote: any part of it may be missing. */
interface WrittenAddress extends Pick<WebhookClientConfig, 'url'> {
  readonly service?: Partial<ServiceReference> | null;
}

/** Where a webhook is: a URL or a service, not both. */
export function validateWebhookAddress(config: WrittenAddress, at: FieldPath): FieldError[] {
  const url = config.url ?? undefined;
  const service = config.service ?? undefined;
  if ((url === undefined) === (service === undefined)) {
    return [fieldErrors.required(at, 'exactly one of url or service is required')];
  }
  if (url !== undefined) return validateWebhookUrl(url, at.child('url'));
  // The real server passes the two in the wrong order: a missing name is reported as a missing namespace.
  const { name = '', namespace = '', ...rest } = service ?? {};
  return validateWebhookService({ ...rest, name: namespace, namespace: name }, at.child('service'));
}

const FORM = '; desired format: https://host[/path]';

/** https only, with a host, and nothing but host, port and path. */
function validateWebhookUrl(url: string, at: FieldPath): FieldError[] {
  const parsed = parseUrl(url);
  if (typeof parsed === 'string') return [fieldErrors.required(at, `url must be a valid URL: ${parsed}${FORM}`)];
  const { scheme, host, user, userInfo, fragment, rawQuery } = parsed;
  const no = (value: string, why: string): FieldError => fieldErrors.invalid(at, value, why);
  return [
    ...(scheme === 'https' ? [] : [no(scheme, `'https' is the only allowed URL scheme${FORM}`)]),
    ...(host === '' ? [no(host, `host must be specified${FORM}`)] : []),
    ...(user === undefined ? [] : [no(fromBytes(userInfo), 'user information is not permitted in the URL')]),
    ...(fragment === '' ? [] : [no(fromBytes(fragment), 'fragments are not permitted in the URL')]),
    ...(rawQuery === '' ? [] : [no(fromBytes(rawQuery), 'query parameters are not permitted in the URL')]),
  ];
}

function validateWebhookService(service: ServiceReference, at: FieldPath): FieldError[] {
  const { name, namespace, path, port } = service;
  const number = port ?? 443;
  const portFaults = portNumberFaults(number);
  return [
    ...(name === '' ? [fieldErrors.required(at.child('name'))] : []),
    ...(namespace === '' ? [fieldErrors.required(at.child('namespace'))] : []),
    ...(portFaults.length === 0
      ? []
      : [fieldErrors.invalid(at.child('port'), number, `port is not valid: ${portFaults.join(', ')}`)]),
    ...pathFaults(path ?? '').map((why) => fieldErrors.invalid(at.child('path'), path, why)),
  ];
}

function pathFaults(path: string): string[] {
  if (path === '' || path === '/') return [];
  if (path === '//') return ['segment[0] may not be empty'];
  const faults = path.startsWith('/') ? [] : ["must start with a '/'"];
  // The first character is taken for the slash even if it is none, and one slash at the end is free.
  const segments = path.slice(1).replace(/\/$/, '').split('/');
  return [...faults, ...segments.flatMap(segmentFaults)];
}

function segmentFaults(segment: string, index: number): string[] {
  if (segment === '') return [`segment[${index}] may not be empty`];
  return dns1123SubdomainFaults(segment).map((why) => `segment[${index}]: ${why}`);
}
